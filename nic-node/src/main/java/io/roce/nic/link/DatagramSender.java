package io.roce.nic.link;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends datagrams from an unconnected UDP socket bound to a concrete address, each at once. On Linux, with Netty's
 * native transport or from JDK 19 on, IPv4 datagrams have identification 0 and don't-fragment, which is what an ICRC is
 * computed for. That nobody listens at the destination is not noticed. Not thread-safe.
 */
public final class DatagramSender implements AutoCloseable
{
    /** What the length field of UDP can say; the system refuses less than that. */
    private static final int MAX_LENGTH = 65_535;

    private final Outlet outlet;
    private final InetSocketAddress local;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_LENGTH);

    private DatagramSender(final Outlet outlet) throws IOException
    {
        this.outlet = outlet;
        this.local = outlet.local();
    }

    /**
     * Opens a socket.
     *
     * @param from a concrete address; port 0 for any.
     */
    public static DatagramSender open(final InetSocketAddress from) throws IOException
    {
        SocketErrors.requireConcrete(from);
        final boolean isIpv6 = from.getAddress() instanceof Inet6Address;
        final Outlet outlet = Epoll.isAvailable() ? new NativeOutlet(isIpv6) : new NioOutlet(NioSocket.open(isIpv6));
        try
        {
            outlet.bind(from);
            return new DatagramSender(outlet);
        }
        catch (final IOException ex)
        {
            outlet.close();
            throw SocketErrors.bindFailed(from, ex);
        }
    }

    /** The address and port that datagrams leave from. */
    public InetSocketAddress localAddress()
    {
        return local;
    }

    /** Whether IPv4 datagrams leave with identification 0 and don't-fragment set. True over IPv6. */
    public boolean isIdentificationZero()
    {
        return outlet.isIdentificationZero();
    }

    /**
     * Sends one datagram; 0 bytes are sent too. Blocks while the system's send buffer is full.
     *
     * @throws IOException when the system does not take it: one sentence with length, destination and reason.
     */
    public void send(final byte[] array, final int offset, final int length, final InetSocketAddress to)
        throws IOException
    {
        SocketErrors.requireFamily(local, to);
        if (length > MAX_LENGTH)
        {
            throw new IOException(
                "a datagram of " + length + " bytes cannot be sent: UDP carries at most " + MAX_LENGTH + " bytes");
        }

        buffer.clear().put(array, offset, length).flip();
        try
        {
            outlet.send(buffer, to);
        }
        catch (final IOException ex)
        {
            throw SocketErrors.sendFailed(length, to, ex);
        }
    }

    @Override
    public void close()
    {
        try
        {
            outlet.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** The socket below. */
    private interface Outlet
    {
        void bind(InetSocketAddress from) throws IOException;

        InetSocketAddress local() throws IOException;

        boolean isIdentificationZero();

        /** Sends what the buffer holds from its position, which is 0, to its limit. */
        void send(ByteBuffer buffer, InetSocketAddress to) throws IOException;

        void close() throws IOException;
    }

    /**
     * The socket alone, without Netty's channel around it: that one reports an empty datagram as sent and does not send
     * it.
     */
    private static final class NativeOutlet implements Outlet
    {
        private static final long FULL_BUFFER_PAUSE_NS = 50_000;

        private final Socket socket = Socket.newSocketDgram();

        NativeOutlet(final boolean isIpv6) throws IOException
        {
            try
            {
                if (isIpv6)
                {
                    socket.setIntOpt(
                        SocketOptions.IPPROTO_IPV6, SocketOptions.IPV6_MTU_DISCOVER, SocketOptions.PMTUDISC_DO);
                }
                else
                {
                    socket.setIntOpt(
                        SocketOptions.IPPROTO_IP, SocketOptions.IP_MTU_DISCOVER, SocketOptions.PMTUDISC_DO);
                }
            }
            catch (final IOException ex)
            {
                socket.close();
                throw ex;
            }
        }

        @Override
        public void bind(final InetSocketAddress from) throws IOException
        {
            socket.bind(from);
        }

        @Override
        public InetSocketAddress local()
        {
            return socket.localAddress();
        }

        @Override
        public boolean isIdentificationZero()
        {
            return true;
        }

        @Override
        public void send(final ByteBuffer buffer, final InetSocketAddress to) throws IOException
        {
            // The socket does not block, and answers 0 when its buffer is full. That an empty datagram met a full
            // buffer cannot be told from its having been sent.
            final int length = buffer.limit();
            while (socket.sendTo(buffer, 0, length, to.getAddress(), to.getPort()) < length)
            {
                LockSupport.parkNanos(FULL_BUFFER_PAUSE_NS);
            }
        }

        @Override
        public void close() throws IOException
        {
            socket.close();
        }
    }

    private static final class NioOutlet implements Outlet
    {
        private final NioSocket socket;

        NioOutlet(final NioSocket socket)
        {
            this.socket = socket;
        }

        @Override
        public void bind(final InetSocketAddress from) throws IOException
        {
            socket.channel().bind(from);
        }

        @Override
        public InetSocketAddress local() throws IOException
        {
            return (InetSocketAddress)socket.channel().getLocalAddress();
        }

        @Override
        public boolean isIdentificationZero()
        {
            return socket.isIdentificationZero();
        }

        @Override
        public void send(final ByteBuffer buffer, final InetSocketAddress to) throws IOException
        {
            socket.channel().send(buffer, to);
        }

        @Override
        public void close() throws IOException
        {
            socket.channel().close();
        }
    }
}
