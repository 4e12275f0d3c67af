package io.roce.nic.lane;

import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRules;
import io.roce.nic.link.TimedWork;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.DropRing;
import io.roce.nic.trace.FateListener;

import java.util.List;

import org.agrona.concurrent.SystemNanoClock;

/** What a lane does that serves nobody. */
public final class SampleWork
{
    private SampleWork()
    {
    }

    /** Datagrams are taken, and that is all. */
    public static LaneWork none()
    {
        return of();
    }

    /** The same, with work that falls due. */
    public static LaneWork of(final TimedWork... timedWork)
    {
        return new LaneWork((datagram, arrivedAt) -> { }, noFaults(), new DropRing(0, () -> 0), List.of(timedWork));
    }

    /** Rules of a lane that has none, and another ledger. */
    public static FaultRules noFaults()
    {
        return new FaultRules(
            FaultConfig.NONE,
            SystemNanoClock.INSTANCE,
            new Ledger(),
            FateListener.NONE,
            (datagram, arrivedAt) -> { });
    }
}
