package io.roce.nic.lane;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.roce.nic.fault.FaultRules;
import io.roce.nic.jfr.LaneStalls;
import io.roce.nic.link.BatchListener;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Link;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.record.Recorder;
import io.roce.nic.stats.Ledger;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.DropRing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/** A lane on a Netty event loop. */
public final class EventLoopLane implements Lane, AutoCloseable
{
    private static final long TICK_INTERVAL_MS = 100;
    private static final long CLOSE_TIMEOUT_MS = 5_000;

    private final EventLoopGroup group;
    private final EventLoop eventLoop;
    private final List<Link> links;
    private final LaneWork work;
    private final LaneTurns turns;
    private final LaneStalls stalls;
    private final QueuePairs queuePairs;
    private final Ledger ledger;
    private final ErrorHandler errorHandler;

    /** Whom an answer is still owed to. */
    private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosing;

    private EventLoopLane(
        final EventLoopGroup group,
        final EventLoop eventLoop,
        final List<Link> links,
        final LaneWork work,
        final LaneTurns turns,
        final LaneStalls stalls,
        final QueuePairs queuePairs,
        final Ledger ledger,
        final ErrorHandler errorHandler)
    {
        this.group = group;
        this.eventLoop = eventLoop;
        this.links = links;
        this.work = work;
        this.turns = turns;
        this.stalls = stalls;
        this.queuePairs = queuePairs;
        this.ledger = ledger;
        this.errorHandler = errorHandler;
    }

    /**
     * Starts a lane: when this returns, datagrams are taken.
     *
     * @param group        one event loop, the lane's from now on, as are the queue pairs: ended when the lane is closed
     *                     or this fails.
     * @param gids         the addresses to open a link for each, in order.
     * @param workBuilder  makes what the lane does with the links.
     * @param clock        that deadlines of its work are counted on.
     * @param errorHandler is told on the lane's thread of what the node's own code throws there.
     * @throws IOException when a link cannot be opened; nothing is left open.
     */
    public static EventLoopLane open(
        final EventLoopGroup group,
        final List<GidEntry> gids,
        final Link.Opener linkOpener,
        final LaneWork.Builder workBuilder,
        final QueuePairs queuePairs,
        final Ledger ledger,
        final NanoClock clock,
        final ErrorHandler errorHandler) throws IOException
    {
        final EventLoopLane lane = bind(
            group, gids, linkOpener, workBuilder, queuePairs, ledger, clock, errorHandler);
        try
        {
            lane.start();
            return lane;
        }
        catch (final RuntimeException | Error ex)
        {
            lane.close();
            throw ex;
        }
    }

    /** The same, but no datagram is taken before {@link #start}. */
    public static EventLoopLane bind(
        final EventLoopGroup group,
        final List<GidEntry> gids,
        final Link.Opener linkOpener,
        final LaneWork.Builder workBuilder,
        final QueuePairs queuePairs,
        final Ledger ledger,
        final NanoClock clock,
        final ErrorHandler errorHandler) throws IOException
    {
        final EventLoop eventLoop = group.next();
        final List<Link> links = new ArrayList<>(gids.size());
        try
        {
            for (final GidEntry gid : gids)
            {
                links.add(linkOpener.open(gid, eventLoop));
            }
            final LaneWork work = workBuilder.build(List.copyOf(links));
            final LaneStalls stalls = new LaneStalls();
            final LaneTurns turns =
                new LaneTurns(eventLoop, clock, work.timedWork(), links, errorHandler, stalls);
            final EventLoopLane lane = new EventLoopLane(
                group, eventLoop, links, work, turns, stalls, queuePairs, ledger, errorHandler);
            group.terminationFuture().addListener(terminated -> lane.onEnded());
            return lane;
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            closeLinks(eventLoop, links);
            end(group, CLOSE_TIMEOUT_MS);
            queuePairs.close();
            throw ex;
        }
    }

    /** Begins to take datagrams. To be called once. */
    public void start()
    {
        eventLoop.submit(() -> links.forEach(link -> link.start(work.handler(), new Batches())))
            .syncUninterruptibly();
        eventLoop.scheduleAtFixedRate(this::tick, TICK_INTERVAL_MS, TICK_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    /** {@inheritDoc} Every future ends: that of a command which the closing lane does not run any more fails. */
    @Override
    public <T> CompletableFuture<T> submit(final Callable<T> command)
    {
        final CompletableFuture<T> future = new CompletableFuture<>();
        pending.add(future);
        // In this order, so that a closing lane that does not see the future is seen here.
        if (isClosing)
        {
            fail(future);
            return future;
        }

        try
        {
            eventLoop.execute(() -> run(command, future));
        }
        catch (final RejectedExecutionException ex)
        {
            fail(future);
        }
        return future;
    }

    @Override
    public LaneSignal signal(final Runnable action)
    {
        return new LaneSignal(eventLoop, () -> runSignalled(action));
    }

    @Override
    public boolean isClosed()
    {
        return isClosing;
    }

    @Override
    public ErrorHandler errors()
    {
        return errorHandler;
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
        return work.faults();
    }

    @Override
    public DropRing drops()
    {
        return work.drops();
    }

    @Override
    public Recorder recorder()
    {
        return work.recorder();
    }

    @Override
    public EgressFigures egressFigures()
    {
        return links.stream().map(Link::egressFigures).reduce(EgressFigures.none(), EgressFigures::plus);
    }

    @Override
    public List<LinkFigures> linkFigures()
    {
        return links.stream().map(Link::figures).toList();
    }

    @Override
    public long[] kernelDrops()
    {
        return links.stream().mapToLong(Link::kernelDrops).toArray();
    }

    /**
     * Closes the links and ends the event loop. Returns when all are gone, unless it is called on the lane's own
     * thread, which ends when the command that called has returned. Closing again does nothing.
     *
     * @throws IllegalStateException when a command does not return; its thread is left behind.
     */
    @Override
    public void close()
    {
        isClosing = true;
        if (eventLoop.inEventLoop())
        {
            links.forEach(Link::close);
            group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
            return;
        }

        // On the loop and before it is told to stop: without a quiet period it may stop without closing its channels.
        final boolean areLinksClosed = closeLinks(eventLoop, links);
        final boolean hasEnded = end(group, areLinksClosed ? CLOSE_TIMEOUT_MS : 0);
        failPending();
        if (!hasEnded)
        {
            throw new IllegalStateException(
                "the lane did not end within " + CLOSE_TIMEOUT_MS + " ms: a command has not returned");
        }
    }

    private <T> void run(final Callable<T> command, final CompletableFuture<T> future)
    {
        if (future.isDone())
        {
            pending.remove(future);     // the caller has given it up
            return;
        }

        stalls.begin();
        try
        {
            final T result = command.call();
            pending.remove(future);
            future.complete(result);
        }
        catch (final Throwable ex)
        {
            pending.remove(future);
            future.completeExceptionally(ex);
        }
        turns.turn();
        stalls.end(LaneStalls.Work.COMMAND, command);
    }

    private void runSignalled(final Runnable action)
    {
        stalls.begin();
        try
        {
            action.run();
        }
        catch (final RuntimeException | Error ex)
        {
            errorHandler.onError(ex);
        }
        turns.turn();
        stalls.end(LaneStalls.Work.SIGNAL);
    }

    private void tick()
    {
        stalls.begin();
        try
        {
            queuePairs.onTick();
        }
        catch (final RuntimeException | Error ex)
        {
            errorHandler.onError(ex);   // what a scheduled task throws would end its schedule
        }
        stalls.end(LaneStalls.Work.TICK);
    }

    private void onEnded()
    {
        failPending();
        queuePairs.close();
    }

    private void failPending()
    {
        pending.forEach(this::fail);
    }

    private void fail(final CompletableFuture<?> future)
    {
        pending.remove(future);
        future.completeExceptionally(new RejectedExecutionException("the lane is closed"));
    }

    /** Whether they are closed, which they are not when a command does not return. */
    private static boolean closeLinks(final EventLoop eventLoop, final List<Link> links)
    {
        try
        {
            return eventLoop.submit(() -> links.forEach(Link::close)).awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        }
        catch (final RejectedExecutionException ex)
        {
            links.forEach(Link::close);     // the loop has ended: nobody else can
            return true;
        }
    }

    private static boolean end(final EventLoopGroup group, final long timeoutMs)
    {
        return group.shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(timeoutMs);
    }

    /** A lane takes a turn after each batch. */
    private final class Batches implements BatchListener
    {
        @Override
        public void beforeBatch()
        {
            stalls.begin();
        }

        @Override
        public void afterBatch()
        {
            turns.turn();
            stalls.end(LaneStalls.Work.RECEIVE_BATCH);
        }
    }
}
