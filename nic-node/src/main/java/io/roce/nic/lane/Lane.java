package io.roce.nic.lane;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.DropRing;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * One event loop that owns its links, its queue pairs and its ledger. From other threads only {@link #submit},
 * {@link #signal}, {@link #isClosed} and {@link #kernelDrops} may be called; everything else from within a submitted
 * command.
 */
public interface Lane
{
    /** Runs a command on the lane's thread. What it throws ends the future. */
    <T> CompletableFuture<T> submit(Callable<T> command);

    /** A way to have something done on the lane's thread again and again, whose outcome nobody waits for. */
    LaneSignal signal(Runnable action);

    /** Whether it does nothing any more that it is asked for. */
    boolean isClosed();

    QueuePairs queuePairs();

    LedgerSnapshot ledger();

    /** The faults of both directions. */
    FaultRules faults();

    /** The last datagrams that were dropped. */
    DropRing drops();

    /** What has been sent from all addresses together. */
    EgressFigures egressFigures();

    /** One for each address, in the order of the ports and of their GIDs. */
    List<LinkFigures> linkFigures();

    /**
     * As {@link io.roce.nic.link.Link#kernelDrops()}, of each link in the order of {@link #linkFigures()}: from other
     * threads than the lane's.
     */
    long[] kernelDrops();
}
