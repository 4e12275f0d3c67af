package io.roce.nic.admin;

import io.roce.nic.fault.FaultRules;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneSignal;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.QpnPolicies;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsConfig;
import io.roce.nic.lane.SampleWork;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.link.GsoMode;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.record.Recorder;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.DropRing;
import org.agrona.ErrorHandler;
import org.agrona.LangUtil;
import org.agrona.concurrent.CachedNanoClock;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A lane of one thread with queue pairs and no link, and a ledger that was filled by hand. */
final class FakeLane implements Lane, AutoCloseable
{
    static final int RECEIVE_BUFFER_BYTES = 425_984;
    static final Ports PORTS = Ports.of(
        Port.of(1, new InetSocketAddress("127.0.0.1", 4791), new InetSocketAddress("::1", 4791)),
        Port.of(2, new InetSocketAddress("127.0.0.2", 4792)).pKeys(List.of(0x8001, 0x7FFF)).activeMtu(1024));
    static final int FIRST_QPN = 0x11;
    static final int LAST_QPN = 0xFF_FFFE;
    static final int MAX_QPS = 1_000;
    static final long QUARANTINE_NS = 2_147_483_648L;

    final CachedNanoClock clock = new CachedNanoClock();
    final QueuePairs queuePairs;
    volatile long[] kernelDrops = {7, 8, 9};

    /** What the next command meets instead of its own work; null for nothing. */
    volatile RuntimeException fault;

    /** Commands so far. */
    final AtomicInteger commands = new AtomicInteger();

    /** What every command waits for before it begins. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private volatile Thread laneThread;
    private boolean isClosed;
    private final Ledger ledger = new Ledger();
    private final Recorder recorder = Recorder.none();
    private final FaultRules faults = SampleWork.noFaults();
    final DropRing drops = new DropRing(4, () -> 0);

    /** What has been sent. */
    volatile EgressFigures egressFigures = EgressFigures.none();

    /** @param lastQpn last number of the pool. */
    FakeLane(final int lastQpn, final QpnPolicies policies)
    {
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                FIRST_QPN, lastQpn, MAX_QPS, policies, QpTableKind.TWO_LEVEL, new QpCacheConfig(256, 4), PORTS),
            clock,
            new SplittableRandom(1));
        for (int i = 0; i < 5; i++)
        {
            ledger.onReceived();
            ledger.count(i < 3 ? Fate.ICRC_MISMATCH : Fate.QPN_QUARANTINED);
        }
        ledger.onIcrcExact();
        ledger.onIcrcInferred();
        ledger.onIcrcInferred();
    }

    @Override
    public <T> CompletableFuture<T> submit(final Callable<T> command)
    {
        final CompletableFuture<T> future = new CompletableFuture<>();
        try
        {
            thread.execute(() -> run(command, future));
        }
        catch (final RejectedExecutionException e)
        {
            future.completeExceptionally(e);
        }
        return future;
    }

    @Override
    public LaneSignal signal(final Runnable action)
    {
        return new LaneSignal(thread, action);
    }

    @Override
    public boolean isClosed()
    {
        return thread.isShutdown();
    }

    @Override
    public ErrorHandler errors()
    {
        return LangUtil::rethrowUnchecked;
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

    @Override
    public DropRing drops()
    {
        return drops;
    }

    @Override
    public Recorder recorder()
    {
        return recorder;
    }

    @Override
    public EgressFigures egressFigures()
    {
        return egressFigures;
    }

    @Override
    public List<LinkFigures> linkFigures()
    {
        return PORTS.gids().stream()
            .map(gid -> new LinkFigures(
                gid, LinkKind.EPOLL, GsoMode.OFF, gid.udp(), RECEIVE_BUFFER_BYTES, gid.portNum() == 1))
            .toList();
    }

    @Override
    public long[] kernelDrops()
    {
        if (Thread.currentThread() == laneThread)
        {
            throw new IllegalStateException("the lane's thread is kept from its packets");
        }
        return kernelDrops;
    }

    @Override
    public void close()
    {
        thread.shutdown();
        try
        {
            if (!thread.awaitTermination(AdminFixture.TIMEOUT_MS, TimeUnit.MILLISECONDS))
            {
                throw new IllegalStateException("a command does not end");
            }
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            return;
        }
        if (!isClosed)
        {
            isClosed = true;
            queuePairs.close();
        }
    }

    private <T> void run(final Callable<T> command, final CompletableFuture<T> future)
    {
        try
        {
            laneThread = Thread.currentThread();
            commands.incrementAndGet();
            gate.await();
            final RuntimeException toThrow = fault;
            fault = null;
            if (toThrow != null)
            {
                throw toThrow;
            }
            future.complete(command.call());
        }
        catch (final Exception e)
        {
            future.completeExceptionally(e);
        }
    }
}
