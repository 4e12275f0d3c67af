package io.roce.tools.replay;

import io.roce.nic.link.DatagramSender;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.send.UdpSink;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which way the packets of a capture take: where packets to one of its addresses go, and where packets leave from that
 * one of them sent. Has a socket for each address that packets leave from. Not thread-safe.
 */
public final class Routes implements Routing, AutoCloseable
{
    /** Where packets leave from when no rule says so. */
    @FunctionalInterface
    public interface Source
    {
        /**
         * The address to send from, port 0 for any.
         *
         * @throws IOException when there is no way to the destination.
         */
        InetSocketAddress toward(InetSocketAddress to) throws IOException;
    }

    private record Ends(InetSocketAddress from, Target target)
    {
    }

    /** The way of the packets between two addresses, which are halves of IPv6 ones. Null for nowhere. */
    private record Known(long fromHigh, long fromLow, long toHigh, long toLow, Route route)
    {
        boolean is(final Envelope envelope)
        {
            return fromLow == envelope.sourceLow() && toLow == envelope.destinationLow() &&
                fromHigh == envelope.sourceHigh() && toHigh == envelope.destinationHigh();
        }
    }

    private static final int KNOWN = 256;

    private final Map<InetAddress, Target> targets = new HashMap<>();
    private final Map<InetAddress, InetSocketAddress> sources = new HashMap<>();
    private final Target otherwise;
    private final Source otherSource;
    private final QpnMap qpnMap;
    private final boolean isIcrcKept;
    private final Map<InetSocketAddress, DatagramSender> senders = new HashMap<>();
    private final Map<Ends, Route> routes = new LinkedHashMap<>();
    private final Set<InetAddress> used = new HashSet<>();

    /** By a hash of the addresses, the last one of each: nothing is allocated for a packet. */
    private final Known[] known = new Known[KNOWN];

    /**
     * @param otherwise   where packets go to addresses without a target; null when they are not sent.
     * @param otherSource of packets from addresses without a source.
     * @param qpnMap      read at every packet.
     * @param isIcrcKept  whether recorded ICRCs are left as they are.
     */
    public Routes(
        final Target otherwise, final Source otherSource, final QpnMap qpnMap, final boolean isIcrcKept)
    {
        this.otherwise = otherwise;
        this.otherSource = otherSource;
        this.qpnMap = qpnMap;
        this.isIcrcKept = isIcrcKept;
    }

    /** Packets to the address go there. */
    void target(final InetAddress recorded, final Target target)
    {
        targets.put(recorded, target);
    }

    /** Packets that the address sent leave from there; port 0 for any. */
    void source(final InetAddress recorded, final InetSocketAddress from)
    {
        sources.put(recorded, from);
    }

    /** Opens the way of packets that no rule is for; only when there is one. */
    public Route openOtherwise() throws IOException
    {
        return route(otherSource.toward(otherwise.to()), otherwise);
    }

    /** @throws IOException when no socket can be bound to where it leaves from; the message names the address. */
    @Override
    public Route of(final Envelope envelope) throws IOException
    {
        final int place = Long.hashCode((envelope.sourceLow() * 31 + envelope.destinationLow()) * 31) & KNOWN - 1;
        if (known[place] == null || !known[place].is(envelope))
        {
            known[place] = new Known(
                envelope.sourceHigh(),
                envelope.sourceLow(),
                envelope.destinationHigh(),
                envelope.destinationLow(),
                find(envelope));
        }
        return known[place].route();
    }

    private Route find(final Envelope envelope) throws IOException
    {
        final InetAddress destination = envelope.destination();
        final Target target = targets.getOrDefault(destination, otherwise);
        if (target == null)
        {
            return null;
        }
        final InetAddress source = envelope.source();
        used.add(destination);
        used.add(source);
        return route(from(source, target), target);
    }

    /** Where packets to a recorded address go; null for nowhere. */
    Target targetOf(final InetAddress recorded)
    {
        return targets.getOrDefault(recorded, otherwise);
    }

    /** Where packets from a recorded address to a target leave from, port 0 for any. */
    InetSocketAddress from(final InetAddress recorded, final Target target) throws IOException
    {
        final InetSocketAddress from = sources.get(recorded);
        return from == null ? otherSource.toward(target.to()) : from;
    }

    /** Whether a packet went to a recorded address, or came from it. */
    boolean isUsed(final InetAddress recorded)
    {
        return used.contains(recorded);
    }

    /** All that have been opened, in order. */
    Collection<Route> opened()
    {
        return routes.values();
    }

    /** Makes packets for a way from one address to another, port included. */
    PacketRewriter rewriter(final InetSocketAddress from, final InetSocketAddress to)
    {
        return new PacketRewriter(from, to, qpnMap, isIcrcKept);
    }

    /** How many packets were given a right ICRC though the capture does not tell whether theirs was right. */
    long icrcsNotJudged()
    {
        return routes.values().stream().mapToLong(route -> route.rewriter().icrcsNotJudged()).sum();
    }

    private Route route(final InetSocketAddress from, final Target target) throws IOException
    {
        final Ends ends = new Ends(from, target);
        final Route known = routes.get(ends);
        if (known != null)
        {
            return known;
        }
        DatagramSender sender = senders.get(from);
        if (sender == null)
        {
            sender = DatagramSender.open(from);
            senders.put(from, sender);
        }
        final DatagramSender open = sender;
        final InetSocketAddress to = target.to();
        final Route route = new Route(
            open.localAddress(),
            target,
            rewriter(open.localAddress(), to),
            new UdpSink(open, to));
        routes.put(ends, route);
        return route;
    }

    @Override
    public void close()
    {
        senders.values().forEach(DatagramSender::close);
    }
}
