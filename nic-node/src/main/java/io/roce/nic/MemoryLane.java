package io.roce.nic;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneSignal;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.record.Recorder;
import io.roce.nic.stats.Ledger;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.DropRing;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.agrona.ErrorHandler;

/**
 * The lane of an adapter on a wire in memory: what it is asked for is done by the one thread there is, at once or
 * behind the packet that is under way.
 */
final class MemoryLane implements Lane
{
    private final QueuePairs queuePairs;
    private final Ledger ledger;
    private final PacketPath packetPath;
    private final MemoryTurns turns;
    private final Recorder recorder = Recorder.none();
    private boolean isClosed;

    MemoryLane(
        final QueuePairs queuePairs, final Ledger ledger, final PacketPath packetPath, final MemoryTurns turns)
    {
        this.queuePairs = queuePairs;
        this.ledger = ledger;
        this.packetPath = packetPath;
        this.turns = turns;
    }

    /** {@inheritDoc} The future is done, unless what asks is an event's handler amid a packet. */
    @Override
    public <T> CompletableFuture<T> submit(final Callable<T> command)
    {
        final CompletableFuture<T> future = new CompletableFuture<>();
        turns.run(() -> run(command, future));
        return future;
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

    /** {@inheritDoc} It has no file: time is not the world's here. */
    @Override
    public Recorder recorder()
    {
        return recorder;
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
        return turns;
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

    private <T> void run(final Callable<T> command, final CompletableFuture<T> future)
    {
        try
        {
            requireOpen();
            future.complete(command.call());
        }
        catch (final Throwable ex)
        {
            future.completeExceptionally(ex);
        }
    }

    private void execute(final Runnable task)
    {
        requireOpen();
        turns.run(() ->
        {
            try
            {
                task.run();
            }
            catch (final RuntimeException | Error ex)
            {
                turns.onError(ex);
            }
        });
    }

    private void requireOpen()
    {
        if (isClosed)
        {
            throw new RejectedExecutionException("the lane is closed");
        }
    }
}
