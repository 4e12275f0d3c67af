package io.roce.tools.sniff;

import io.roce.nic.link.SocketErrors;
import io.roce.nic.link.UdpLink;
import io.roce.wire.icrc.Envelope;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sockets that have the RoCEv2 port of some addresses and are never read: so the kernel does not answer what comes
 * there with "port unreachable", and drops it.
 */
final class HeldPorts implements Closeable
{
    private final List<DatagramChannel> channels = new ArrayList<>();
    private final List<InetSocketAddress> addresses = new ArrayList<>();

    private HeldPorts()
    {
    }

    /**
     * Takes those that can be had.
     *
     * @param notice is told of each of the others, in a sentence.
     */
    static HeldPorts take(final List<InetAddress> addresses, final Consumer<String> notice)
    {
        final HeldPorts held = new HeldPorts();
        for (final InetAddress address : addresses)
        {
            final InetSocketAddress udp = new InetSocketAddress(address, Envelope.ROCE_PORT);
            try
            {
                held.take(udp);
            }
            catch (final IOException e)
            {
                notice.accept(SocketErrors.bindFailed(udp, e).getMessage() +
                    ": what comes there is another program's to take, or answered with \"port unreachable\"");
            }
        }
        return held;
    }

    private void take(final InetSocketAddress udp) throws IOException
    {
        final DatagramChannel channel = DatagramChannel.open();
        try
        {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, UdpLink.NO_RECEIVE_BUFFER);
            channel.bind(udp);
        }
        catch (final IOException e)
        {
            channel.close();
            throw e;
        }
        channels.add(channel);
        addresses.add(udp);
    }

    /** Those that are held. */
    List<InetSocketAddress> addresses()
    {
        return addresses;
    }

    @Override
    public void close() throws IOException
    {
        for (final DatagramChannel channel : channels)
        {
            channel.close();
        }
    }
}
