package io.roce.nic.link;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Sends each datagram at once, by the JDK. */
final class ChannelOutlet implements DatagramOutlet
{
    private final NioSocket socket;
    private final InetSocketAddress local;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(DatagramSender.MAX_LENGTH);

    private ChannelOutlet(final NioSocket socket) throws IOException
    {
        this.socket = socket;
        this.local = (InetSocketAddress)socket.channel().getLocalAddress();
    }

    static ChannelOutlet open(final InetSocketAddress from) throws IOException
    {
        final NioSocket socket = NioSocket.open(from.getAddress() instanceof Inet6Address);
        try
        {
            socket.channel().bind(from);
            return new ChannelOutlet(socket);
        }
        catch (final IOException ex)
        {
            socket.channel().close();
            throw ex;
        }
    }

    @Override
    public InetSocketAddress local()
    {
        return local;
    }

    @Override
    public boolean isIdentificationZero()
    {
        return socket.isIdentificationZero();
    }

    @Override
    public void add(
        final byte[] array,
        final int offset,
        final int length,
        final InetSocketAddress to,
        final SendRefusals refusals)
    {
        buffer.clear().put(array, offset, length).flip();
        try
        {
            // Blocks while the system's send buffer is full.
            socket.channel().send(buffer, to);
        }
        catch (final IOException ex)
        {
            refusals.count(SendFailure.of(ex), SocketErrors.sendFailed(length, to, ex));
        }
    }

    @Override
    public void flush()
    {
        // Nothing ever waits.
    }

    @Override
    public void close() throws IOException
    {
        socket.channel().close();
    }
}
