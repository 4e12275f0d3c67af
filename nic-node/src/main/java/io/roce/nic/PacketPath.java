package io.roce.nic;

import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRules;
import io.roce.nic.jfr.DropEvents;
import io.roce.nic.lane.LiveQps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsConfig;
import io.roce.nic.link.DatagramHandler;
import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.TimedWork;
import io.roce.nic.rx.ReceivePath;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.DropRing;
import io.roce.nic.trace.FateListener;
import io.roce.nic.transport.Resources;
import io.roce.nic.transport.Transport;
import io.roce.wire.icrc.IcrcVerifier;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * The way of packets through an adapter, whatever it receives them from and sends them by: in by the fault rules to the
 * checks and the transport, out by the fault rules. One thread: the lane's, or that of a network in memory.
 */
final class PacketPath
{
    private final Map<GidEntry, Egress> egresses;
    private final DropRing drops;
    private final FateListener listener;
    private final FaultRules faults;
    private final List<TimedWork> timedWork;

    /**
     * @param faults     rules at the start.
     * @param egresses   what the queue pairs send by; filled by {@link #leaveBy}.
     * @param epochClock tells when datagrams were dropped.
     * @param others     are told of each end besides.
     */
    PacketPath(
        final NicNodeConfig config,
        final FaultConfig faults,
        final QueuePairs queuePairs,
        final Map<GidEntry, Egress> egresses,
        final NanoClock clock,
        final EpochNanoClock epochClock,
        final Ledger ledger,
        final FateListener others,
        final ErrorHandler errors)
    {
        this.egresses = egresses;
        drops = new DropRing(config.drops(), epochClock);
        final FateListener own = drops.andThen(new DropEvents(clock)).ofDrops();
        listener = others == FateListener.NONE ? own : own.andThen(others);
        final ReceivePath receivePath = new ReceivePath(
            config.firstQpn(),
            config.lastQpn(),
            queuePairs.resolver(),
            queuePairs.transport(),
            new IcrcVerifier(config.verifyingMode()),
            ledger,
            listener,
            errors);
        this.faults = new FaultRules(faults, clock, ledger, listener, receivePath::onAccounted);
        timedWork = List.of(this.faults, queuePairs.transport());
    }

    /** Queue pairs that may be served; {@code egresses} is looked into when the first of them has a peer. */
    static QueuePairs queuePairs(
        final NicNodeConfig config,
        final Map<GidEntry, Egress> egresses,
        final NanoClock clock,
        final RandomGenerator random)
    {
        return queuePairs(
            config,
            config.queuePairs(),
            egresses,
            resources(random),
            new LiveQps(config.maxQps()),
            clock,
            random);
    }

    /**
     * The same of one lane of several.
     *
     * @param resources of that lane.
     * @param live      counts the queue pairs of all lanes.
     */
    static QueuePairs queuePairs(
        final NicNodeConfig config,
        final QueuePairsConfig shard,
        final Map<GidEntry, Egress> egresses,
        final Resources resources,
        final LiveQps live,
        final NanoClock clock,
        final RandomGenerator random)
    {
        return new QueuePairs(
            shard,
            clock,
            random,
            resolver -> new Transport(
                config.ports(),
                egresses::get,
                resources,
                resolver,
                clock,
                config.profile()),
            live);
    }

    /** None yet, at most so many as a node has. */
    static Resources resources(final RandomGenerator random)
    {
        return Resources.of(NicNodeConfig.MAX_PDS, NicNodeConfig.MAX_MRS, NicNodeConfig.MAX_CQS, random);
    }

    /** What an address sends leaves there. */
    void leaveBy(final GidEntry gid, final Egress link)
    {
        egresses.put(gid, faults.inFrontOf(link));
    }

    /** Where what is received goes. */
    DatagramHandler ingress()
    {
        return faults.ingress();
    }

    /** Is told of each end. */
    FateListener listener()
    {
        return listener;
    }

    DropRing drops()
    {
        return drops;
    }

    FaultRules faults()
    {
        return faults;
    }

    /** All that falls due as time passes, in the order in which it is polled. */
    List<TimedWork> timedWork()
    {
        return timedWork;
    }
}
