package io.roce.nic;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneSignal;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.stats.Ledger;
import io.roce.nic.stats.LedgerSnapshot;

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
    private final FaultRules faults;
    private final DeferredErrors errors;
    private boolean isClosed;

    MemoryLane(
        final QueuePairs queuePairs, final Ledger ledger, final FaultRules faults, final DeferredErrors errors)
    {
        this.queuePairs = queuePairs;
        this.ledger = ledger;
        this.faults = faults;
        this.errors = errors;
    }

    /** {@inheritDoc} The future is done. */
    @Override
    public <T> CompletableFuture<T> submit(final Callable<T> command)
    {
        errors.begin();
        try
        {
            requireOpen();
            return CompletableFuture.completedFuture(command.call());
        }
        catch (final Throwable ex)
        {
            return CompletableFuture.failedFuture(ex);
        }
        finally
        {
            errors.end();
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
        return faults;
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
    public ErrorHandler errors()
    {
        return errors;
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
        errors.begin();
        try
        {
            task.run();
        }
        catch (final RuntimeException | Error ex)
        {
            errors.onError(ex);
        }
        finally
        {
            errors.end();
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
