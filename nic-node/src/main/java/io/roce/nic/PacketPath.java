package io.roce.nic;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.lane.QueuePairs;
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
    private final FaultRules faults;
    private final List<TimedWork> timedWork;

    /**
     * @param egresses   what the queue pairs send by; filled by {@link #leaveBy}.
     * @param epochClock tells when datagrams were dropped.
     * @param others     are told of each end besides.
     */
    PacketPath(
        final NicNodeConfig config,
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
        final FateListener listener = others == FateListener.NONE ? drops : drops.andThen(others);
        final ReceivePath receivePath = new ReceivePath(
            config.firstQpn(),
            config.lastQpn(),
            queuePairs.resolver(),
            queuePairs.transport(),
            new IcrcVerifier(config.verifyingMode()),
            ledger,
            listener,
            errors);
        faults = new FaultRules(config.faults(), clock, ledger, listener, receivePath::onAccounted);
        timedWork = List.of(faults, queuePairs.transport());
    }

    /** Queue pairs that may be served; {@code egresses} is looked into when the first of them has a peer. */
    static QueuePairs queuePairs(
        final NicNodeConfig config,
        final Map<GidEntry, Egress> egresses,
        final NanoClock clock,
        final RandomGenerator random)
    {
        return new QueuePairs(
            config.queuePairs(),
            clock,
            random,
            resolver -> new Transport(
                config.ports(),
                egresses::get,
                Resources.of(NicNodeConfig.MAX_PDS, NicNodeConfig.MAX_MRS, NicNodeConfig.MAX_CQS, random),
                resolver,
                clock,
                config.profile()));
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
