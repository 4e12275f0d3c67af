package io.roce.nic;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneSignal;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.stats.Ledger;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.DropRing;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.agrona.ErrorHandler;

/** The lane of an adapter on a wire in memory: what it is asked for is done at once, by the one thread there is. */
final class MemoryLane implements Lane
{
    private final QueuePairs queuePairs;
    private final Ledger ledger;
    private final PacketPath packetPath;
    private final ErrorHandler errors;
    private boolean isClosed;

    MemoryLane(
        final QueuePairs queuePairs, final Ledger ledger, final PacketPath packetPath, final ErrorHandler errors)
    {
        this.queuePairs = queuePairs;
        this.ledger = ledger;
        this.packetPath = packetPath;
        this.errors = errors;
    }

    /** {@inheritDoc} The future is done. */
    @Override
    public <T> CompletableFuture<T> submit(final Callable<T> command)
    {
        try
        {
            requireOpen();
            return CompletableFuture.completedFuture(command.call());
        }
        catch (final Throwable ex)
        {
            return CompletableFuture.failedFuture(ex);
        }
    }

    @Override
    public LaneSignal signal(final Runnable action)
    {
        return new LaneSignal(this::execute, action);
    }

    @Override
    public boolean isClosed()
    {
        return isClosed;
    }

    @Override
    public QueuePairs queuePairs()
    {
        return queuePairs;
    }

    @Override
    public LedgerSnapshot ledger()
    {
        return ledger.snapshot();
    }

    @Override
    public FaultRules faults()
    {
        return packetPath.faults();
    }

    @Override
    public DropRing drops()
    {
        return packetPath.drops();
    }

    /** {@inheritDoc} None: the network counts. */
    @Override
    public EgressFigures egressFigures()
    {
        return EgressFigures.none();
    }

    /** {@inheritDoc} None: there are no sockets. */
    @Override
    public List<LinkFigures> linkFigures()
    {
        return List.of();
    }

    @Override
    public long[] kernelDrops()
    {
        return new long[0];
    }

    void close()
    {
        isClosed = true;
    }

    private void execute(final Runnable task)
    {
        requireOpen();
        try
        {
            task.run();
        }
        catch (final RuntimeException | Error ex)
        {
            errors.onError(ex);
        }
    }

    private void requireOpen()
    {
        if (isClosed)
        {
            throw new RejectedExecutionException("the lane is closed");
        }
    }
}
