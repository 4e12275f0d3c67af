package io.roce.nic.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/**
 * Sends datagrams from an unconnected UDP socket bound to a concrete address: each at once ({@link #send}), or many
 * with one system call ({@link #add}, {@link #flush}), which takes 64-bit Linux; elsewhere what is added leaves at
 * once. They leave in their order. On Linux, with Netty's native transport or from JDK 19 on, IPv4 datagrams have
 * identification 0 and don't-fragment, which is what an ICRC is computed for. That nobody listens at the destination
 * is not noticed. Not thread-safe.
 */
public final class DatagramSender implements AutoCloseable
{
    /** What the length field of UDP can say; the system refuses less than that. */
    static final int MAX_LENGTH = 65_535;

    private final DatagramOutlet outlet;

    private DatagramSender(final DatagramOutlet outlet)
    {
        this.outlet = outlet;
    }

    /**
     * Opens a socket.
     *
     * @param from a concrete address; port 0 for any.
     */
    public static DatagramSender open(final InetSocketAddress from) throws IOException
    {
        SocketErrors.requireConcrete(from);
        try
        {
            return new DatagramSender(
                NativeSocket.unavailability() == null ? BatchOutlet.open(from) : ChannelOutlet.open(from));
        }
        catch (final IOException ex)
        {
            throw SocketErrors.bindFailed(from, ex);
        }
    }

    /** The address and port that datagrams leave from. */
    public InetSocketAddress localAddress()
    {
        return outlet.local();
    }

    /** Whether IPv4 datagrams leave with identification 0 and don't-fragment set. True over IPv6. */
    public boolean isIdentificationZero()
    {
        return outlet.isIdentificationZero();
    }

    /**
     * Sends one datagram, behind what waits; 0 bytes are sent too. Blocks while the system's send buffer is full.
     *
     * @throws IOException when the system does not take it: one sentence with length, destination and reason.
     */
    public void send(final byte[] array, final int offset, final int length, final InetSocketAddress to)
        throws IOException
    {
        final SendRefusals refusals = new SendRefusals();
        add(array, offset, length, to, refusals);
        outlet.flush();
        if (refusals.first() != null)
        {
            throw refusals.first();
        }
    }

    /**
     * Takes a copy of a datagram, 0 bytes or more, that leaves with others: when the next one finds no room, or with
     * {@link #flush}. Blocks while the system's send buffer is full.
     *
     * @param refusals counts it when the system does not take it, now or later; those behind it leave all the same.
     */
    public void add(
        final byte[] array,
        final int offset,
        final int length,
        final InetSocketAddress to,
        final SendRefusals refusals)
    {
        SocketErrors.requireFamily(localAddress(), to);
        if (length > MAX_LENGTH)
        {
            refusals.count(SendFailure.TOO_LONG, new IOException(
                "a datagram of " + length + " bytes cannot be sent: UDP carries at most " + MAX_LENGTH + " bytes"));
            return;
        }
        outlet.add(array, offset, length, to, refusals);
    }

    /** Lets leave what waits. Blocks while the system's send buffer is full. */
    public void flush()
    {
        outlet.flush();
    }

    /** What waits does not leave any more. */
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
}
