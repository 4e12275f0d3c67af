package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.opcode.TransportType;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The flows that are remembered: those that were used last, up to a bound. A BTH names the receiver alone, so requests
 * to one queue pair from one address are told apart by their UDP source port, unless the PSNs go on from one port to
 * the next; and whose answer a packet is, is told by PSN, numbers and ports. Not thread-safe.
 */
final class Flows
{
    private static final int MAX_CANDIDATES = 256;
    private static final int MAX_AHEAD = 64;

    private static final int OUTSTANDING = 16;
    private static final int SAME_PEER = 8;
    private static final int SENT = 4;
    private static final int SAME_ANSWER_PORT = 2;
    private static final int SAME_PORT = 1;
    private static final int NO_MATCH = -1;

    private final Map<Key, Flow> flows;
    private final Map<Receiver, List<Flow>> byReceiver = new HashMap<>();
    private final Map<Pair, Deque<Flow>> byPair = new HashMap<>();
    private final Consumer<Flow> onEnd;
    private long forgotten;

    /**
     * @param max   flows that are remembered.
     * @param onEnd is given those that are not any more.
     */
    Flows(final int max, final Consumer<Flow> onEnd)
    {
        this.onEnd = onEnd;
        flows = new LinkedHashMap<>(16, 0.75f, true)
        {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(final Map.Entry<Key, Flow> eldest)
            {
                if (size() <= max)
                {
                    return false;
                }
                forget(eldest.getValue());
                return true;
            }
        };
    }

    /** The flow of a request; null when it is the first of one. */
    Flow find(final TransportType transport, final Sighting packet)
    {
        final Flow flow = flows.get(key(transport, packet, packet.sourcePort()));
        if (flow != null)
        {
            return flow;
        }
        for (final Flow sibling : byReceiver.getOrDefault(receiver(transport, packet), List.of()))
        {
            if (sibling.source.equals(packet.source()) && (sibling.isSpraying || sibling.nextPsn == packet.psn()))
            {
                // Keeps it among those that were used last.
                return flows.get(key(sibling));
            }
        }
        return null;
    }

    /** Those to the same queue pair, from wherever. */
    List<Flow> sameReceiver(final InetAddress destination, final int destQp, final TransportType transport)
    {
        return byReceiver.getOrDefault(new Receiver(transport, destination, destQp), List.of());
    }

    Flow add(final TransportType transport, final Sighting packet)
    {
        final Flow flow = new Flow(transport, packet);
        byReceiver.computeIfAbsent(receiver(transport, packet), receiver -> new ArrayList<>(1)).add(flow);
        byPair.computeIfAbsent(new Pair(flow.source, flow.destination), pair -> new ArrayDeque<>()).addFirst(flow);
        flows.put(key(flow), flow);
        return flow;
    }

    /** The flow whose request a packet answers; null when there is none. */
    Flow answered(final Sighting packet)
    {
        final Deque<Flow> candidates = byPair.get(new Pair(packet.destination(), packet.source()));
        if (candidates == null)
        {
            return null;
        }

        Flow best = null;
        int bestScore = NO_MATCH;
        long bestFrame = 0;
        int looked = 0;
        for (final Iterator<Flow> iterator = candidates.iterator(); iterator.hasNext() && looked < MAX_CANDIDATES;)
        {
            final Flow flow = iterator.next();
            final int score = score(flow, packet);
            if (score > bestScore || score == bestScore && score != NO_MATCH && flow.lastFrame > bestFrame)
            {
                best = flow;
                bestScore = score;
                bestFrame = flow.lastFrame;
            }
            looked++;
        }
        return best;
    }

    /** The flow of requests the other way round, when one and only one fits. */
    Flow reverse(final Flow flow)
    {
        Flow found = null;
        for (final Flow other : byPair.getOrDefault(new Pair(flow.destination, flow.source), new ArrayDeque<>()))
        {
            if (other.transport == flow.transport && other.port == flow.port &&
                other.peerQp() == Conversation.UNKNOWN)
            {
                if (found != null)
                {
                    return null;
                }
                found = other;
            }
        }
        return found;
    }

    /** From one address to another, whether anything is remembered. */
    boolean isAnyBetween(final InetAddress source, final InetAddress destination)
    {
        return byPair.containsKey(new Pair(source, destination));
    }

    Iterable<Flow> all()
    {
        return flows.values();
    }

    /** How many were given up to make room for others. */
    long forgotten()
    {
        return forgotten;
    }

    private void forget(final Flow flow)
    {
        forgotten++;
        final Receiver receiver = new Receiver(flow.transport, flow.destination, flow.destQp);
        final List<Flow> siblings = byReceiver.get(receiver);
        siblings.remove(flow);
        if (siblings.isEmpty())
        {
            byReceiver.remove(receiver);
        }
        final Pair pair = new Pair(flow.source, flow.destination);
        final Deque<Flow> between = byPair.get(pair);
        between.remove(flow);
        if (between.isEmpty())
        {
            byPair.remove(pair);
        }
        onEnd.accept(flow);
    }

    private static int score(final Flow flow, final Sighting packet)
    {
        if (flow.transport != TransportType.RC ||
            flow.peerQp() != Conversation.UNKNOWN && flow.peerQp() != packet.destQp())
        {
            return NO_MATCH;
        }

        final int psn = packet.psn();
        final int ahead = Psn.diff(psn, flow.nextPsn);
        if (ahead >= MAX_AHEAD)
        {
            return NO_MATCH;
        }
        final SentPacket sent = flow.sent.get(psn);
        if (sent == null && ahead < 0 && !flow.gaps.contains(psn) && Psn.diff(flow.acknowledgedPsn, psn) > MAX_AHEAD)
        {
            return NO_MATCH;
        }
        return (sent != null && sent.isAwaited ? OUTSTANDING : 0) +
            (flow.peerQp() == Conversation.UNKNOWN ? 0 : SAME_PEER) +
            (sent != null ? SENT : 0) +
            (flow.answerPort == packet.sourcePort() ? SAME_ANSWER_PORT : 0) +
            (flow.port == packet.sourcePort() ? SAME_PORT : 0);
    }

    private static Receiver receiver(final TransportType transport, final Sighting packet)
    {
        return new Receiver(transport, packet.destination(), packet.destQp());
    }

    private static Key key(final TransportType transport, final Sighting packet, final int port)
    {
        return new Key(transport, packet.source(), port, packet.destination(), packet.destQp());
    }

    private static Key key(final Flow flow)
    {
        return new Key(flow.transport, flow.source, flow.firstPort, flow.destination, flow.destQp);
    }

    private record Key(TransportType transport, InetAddress source, int port, InetAddress destination, int destQp)
    {
    }

    private record Receiver(TransportType transport, InetAddress destination, int destQp)
    {
    }

    private record Pair(InetAddress source, InetAddress destination)
    {
    }
}
