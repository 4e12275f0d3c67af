package io.roce.nic.lane;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.link.DatagramHandler;
import io.roce.nic.link.Link;
import io.roce.nic.link.TimedWork;
import io.roce.nic.record.Recorder;
import io.roce.nic.trace.DropRing;

import java.io.IOException;
import java.util.List;

/**
 * What a lane does.
 *
 * @param handler   takes each datagram and counts it in the ledger.
 * @param faults    that stand in front of it.
 * @param drops     the last of what it dropped.
 * @param recorder  of what comes and goes.
 * @param timedWork all that falls due as time passes, the faults included, in the order in which it is polled. What
 *                  says that it is due must get on when it is polled, or the lane would go round for ever.
 */
public record LaneWork(
    DatagramHandler handler, FaultRules faults, DropRing drops, Recorder recorder, List<TimedWork> timedWork)
{
    /** Puts it together once there is something to send by. */
    @FunctionalInterface
    public interface Builder
    {
        /**
         * Called once, before anything is delivered, on the thread that opens the lane.
         *
         * @param links bound, in the order of their GIDs; what is made to send by them may not do so yet.
         * @throws IOException when it cannot be had; the links are closed again.
         */
        LaneWork build(List<Link> links) throws IOException;
    }

    public LaneWork
    {
        timedWork = List.copyOf(timedWork);
    }
}
