package io.roce.nic.link;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Sends datagrams from an unconnected UDP socket bound to a concrete address. On Linux, with Netty's native transport,
 * IPv4 datagrams have identification 0 and don't-fragment, which is what an ICRC is computed for. Not thread-safe.
 */
public final class DatagramSender implements AutoCloseable
{
    /**
     * Opens a socket.
     *
     * @param from a concrete address; port 0 for any.
     */
    public static DatagramSender open(final InetSocketAddress from) throws IOException
    {
        throw new UnsupportedOperationException();
    }

    /** The address and port that datagrams leave from. */
    public InetSocketAddress localAddress()
    {
        throw new UnsupportedOperationException();
    }

    /** Whether IPv4 datagrams leave with identification 0 and don't-fragment set. True over IPv6. */
    public boolean isIdentificationZero()
    {
        throw new UnsupportedOperationException();
    }

    /** Queues one datagram, copied; 0 bytes are sent too. Blocks while too many are queued. */
    public void send(final byte[] array, final int offset, final int length, final InetSocketAddress to)
        throws IOException
    {
        throw new UnsupportedOperationException();
    }

    /** Returns when the system has taken everything queued. */
    public void flush() throws IOException
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close()
    {
        throw new UnsupportedOperationException();
    }
}
