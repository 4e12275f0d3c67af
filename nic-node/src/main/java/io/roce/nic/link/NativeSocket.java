package io.roce.nic.link;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.Socket;
import io.roce.nic.mmsg.Mmsg;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;

/**
 * A UDP socket of Linux by Netty's native transport, without a channel around it, and set up so that the ICRCs of what
 * it sends are right on the wire. It does not block.
 */
final class NativeSocket extends Socket implements AutoCloseable
{
    private boolean hasSegments;

    private NativeSocket(final int fd)
    {
        super(fd);
    }

    /** Why there are none on this machine, in a few words; null where there are, with batches of system calls. */
    static String unavailability()
    {
        return Epoll.isAvailable() ? Mmsg.unavailability() : Epoll.unavailabilityCause().getMessage();
    }

    /**
     * Opens and binds, where there is no {@link #unavailability()}.
     *
     * @param receiveBufferBytes {@link UdpLink#NO_RECEIVE_BUFFER} where nothing is to be read.
     * @throws IOException when the address cannot be bound, as the system says it; nothing is left open.
     */
    static NativeSocket open(final InetSocketAddress local, final int receiveBufferBytes) throws IOException
    {
        return open(local, receiveBufferBytes, false);
    }

    /** @param isJoining whether others may have the same address, and be bound to it later. */
    static NativeSocket open(final InetSocketAddress local, final int receiveBufferBytes, final boolean isJoining)
        throws IOException
    {
        final boolean isIpv6 = local.getAddress() instanceof Inet6Address;
        final NativeSocket socket = new NativeSocket(
            newSocketDgram0(isIpv6 ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET));
        try
        {
            if (isIpv6)
            {
                socket.setIntOpt(
                    SocketOptions.IPPROTO_IPV6, SocketOptions.IPV6_MTU_DISCOVER, SocketOptions.PMTUDISC_DO);
                socket.setIntOpt(SocketOptions.IPPROTO_UDP, SocketOptions.UDP_NO_CHECK6_RX, 1);
            }
            else
            {
                socket.setIntOpt(SocketOptions.IPPROTO_IP, SocketOptions.IP_MTU_DISCOVER, SocketOptions.PMTUDISC_DO);
            }
            socket.setReceiveBufferSize(receiveBufferBytes);
            if (receiveBufferBytes != UdpLink.NO_RECEIVE_BUFFER)
            {
                // Before it is bound, or what comes first is cut up, and nobody can tell the segments' places.
                socket.receiveSegments();
            }
            if (isJoining)
            {
                socket.setReusePort(true);
            }
            socket.bind(local);
            return socket;
        }
        catch (final IOException ex)
        {
            socket.close();
            throw ex;
        }
    }

    /**
     * Whether datagrams of one length and sender which the system has together stay together, up to 64 KiB
     * ({@code UDP_GRO}).
     */
    boolean hasSegments()
    {
        return hasSegments;
    }

    private void receiveSegments()
    {
        try
        {
            setIntOpt(SocketOptions.IPPROTO_UDP, SocketOptions.UDP_GRO, 1);
            hasSegments = true;
        }
        catch (final IOException ex)
        {
            hasSegments = false;        // a kernel older than 5.0
        }
    }
}
