package io.roce.nic;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.DatagramHandler;
import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.TimedWork;
import io.roce.nic.stats.Ledger;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.FateListener;
import io.roce.nic.verbs.Verbs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * One adapter on a wire in memory: all that a {@link NicNode} has but sockets, threads and the admin API. Time is the
 * network's and passes only when the network is told to, so the same calls lead to the same history. One thread, that
 * of the network.
 */
public final class MemoryNode implements AutoCloseable
{
    private final MemoryNetwork network;
    private final QueuePairs queuePairs;
    private final PacketPath packetPath;
    private final MemoryTurns turns;
    private final MemoryLane lane;
    private final Verbs verbs;
    private final DatagramHandler ingress;
    private final List<TimedWork> timedWork;
    private final List<MemoryNetwork.Endpoint> endpoints = new ArrayList<>();

    private MemoryNode(
        final MemoryNetwork network,
        final QueuePairs queuePairs,
        final PacketPath packetPath,
        final Ledger ledger,
        final MemoryTurns turns)
    {
        this.network = network;
        this.queuePairs = queuePairs;
        this.packetPath = packetPath;
        this.turns = turns;
        lane = new MemoryLane(queuePairs, ledger, packetPath, turns);
        verbs = new Verbs(lane);
        ingress = asTurn(packetPath.ingress());
        timedWork = packetPath.timedWork().stream().map(this::asTurn).toList();
    }

    /**
     * Builds an adapter and puts its addresses on the network.
     *
     * @param config   what it says of the admin API, of sockets and of lanes is of no meaning here.
     * @param random   where numbers in random order and the low bytes of keys come from.
     * @param listener is told how each datagram ended.
     * @param errors   is told of failures of the adapter itself and of what a program's callbacks throw, never of a
     *                 bad packet. It may throw: whoever moves the time, or asks for a verb, meets that.
     * @throws IllegalArgumentException as {@link NicNode#open}, or when an address is taken; nothing is left there.
     * @throws IllegalStateException    as {@link NicNode#open}.
     */
    public static MemoryNode open(
        final NicNodeConfig config,
        final MemoryNetwork network,
        final RandomGenerator random,
        final FateListener listener,
        final ErrorHandler errors)
    {
        NicNode.requireJvmOption();
        config.validateAdapter();
        final Map<GidEntry, Egress> egresses = new HashMap<>();
        final QueuePairs queuePairs = PacketPath.queuePairs(config, egresses, network.clock(), random);
        final Ledger ledger = new Ledger();
        final NanoClock clock = network.clock();
        final MemoryTurns turns = new MemoryTurns(errors);
        final PacketPath packetPath =
            new PacketPath(
                config, config.faults(), queuePairs, egresses, clock, clock::nanoTime, ledger, listener, turns);
        final MemoryNode node = new MemoryNode(network, queuePairs, packetPath, ledger, turns);
        try
        {
            config.ports().gids().forEach(node::attach);
        }
        catch (final IllegalArgumentException ex)
        {
            node.close();
            throw ex;
        }
        node.timedWork.forEach(network::add);
        return node;
    }

    /** The verbs, whose futures are done when they are answered. */
    public Verbs verbs()
    {
        return verbs;
    }

    /** For what verbs do not say. */
    public Lane lane()
    {
        return lane;
    }

    public QueuePairs queuePairs()
    {
        return queuePairs;
    }

    public LedgerSnapshot ledger()
    {
        return lane.ledger();
    }

    /** The faults of both directions. */
    public FaultRules faults()
    {
        return packetPath.faults();
    }

    /** Where a datagram may be put in that comes by nothing: all that happens to one from the network happens to it. */
    public DatagramHandler ingress()
    {
        return ingress;
    }

    /** Takes the adapter off the network and gives its memory back. Closing again does nothing. */
    @Override
    public void close()
    {
        lane.close();
        turns.run(() ->
        {
            timedWork.forEach(network::remove);
            endpoints.forEach(MemoryNetwork.Endpoint::close);
            queuePairs.close();
        });
    }

    private void attach(final GidEntry gid)
    {
        final MemoryNetwork.Endpoint endpoint = network.attach(gid, ingress);
        endpoints.add(endpoint);
        packetPath.leaveBy(gid, endpoint);
    }

    private DatagramHandler asTurn(final DatagramHandler handler)
    {
        return (datagram, arrivedAt) ->
        {
            turns.begin();
            try
            {
                handler.onDatagram(datagram, arrivedAt);
            }
            finally
            {
                turns.end();
            }
        };
    }

    private TimedWork asTurn(final TimedWork work)
    {
        return new TimedWork()
        {
            @Override
            public long nextDeadlineNs()
            {
                return work.nextDeadlineNs();
            }

            @Override
            public int poll(final long nowNs)
            {
                turns.begin();
                try
                {
                    return work.poll(nowNs);
                }
                finally
                {
                    turns.end();
                }
            }
        };
    }
}
