package io.roce.tools.lint;

import io.roce.tools.cli.Addresses;
import io.roce.wire.Qpn;
import io.roce.wire.opcode.TransportType;

import java.net.InetAddress;

/**
 * Two ends that talk: addresses and queue pairs. A BTH names the receiver alone, so the number at the other end is
 * unknown until a packet tells it. Not thread-safe.
 */
public final class Conversation
{
    /** In place of a number that no packet has told yet. */
    public static final int UNKNOWN = -1;

    private final TransportType transport;
    private final InetAddress source;
    private final InetAddress destination;
    private final int destQp;
    private int sourceQp;

    /** @param transport null when the opcode is reserved. */
    Conversation(
        final TransportType transport,
        final InetAddress source,
        final int sourceQp,
        final InetAddress destination,
        final int destQp)
    {
        this.transport = transport;
        this.source = source;
        this.sourceQp = sourceQp;
        this.destination = destination;
        this.destQp = destQp;
    }

    TransportType transport()
    {
        return transport;
    }

    InetAddress source()
    {
        return source;
    }

    InetAddress destination()
    {
        return destination;
    }

    /** {@link #UNKNOWN} when the frame does not hold it. */
    int destQp()
    {
        return destQp;
    }

    /** {@link #UNKNOWN} until a packet has told it. */
    int sourceQp()
    {
        return sourceQp;
    }

    void sourceQp(final int sourceQp)
    {
        this.sourceQp = sourceQp;
    }

    /** As it is printed: both ends, the same for both directions once both numbers are known. */
    public String label()
    {
        final String from = end(source, sourceQp);
        final String to = end(destination, destQp);
        return (transport == null ? "?" : transport.name()) + ' ' +
            (from.compareTo(to) <= 0 || sourceQp == UNKNOWN ? from + " - " + to : to + " - " + from);
    }

    private static String end(final InetAddress address, final int qpn)
    {
        return Addresses.format(address) + ' ' + (qpn == UNKNOWN ? "?" : Qpn.format(qpn));
    }
}
