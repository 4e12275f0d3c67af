package io.roce.nic.lane;

import io.roce.nic.Baseline;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.MemoryLink;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.link.UdpLink;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Ledger;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.SystemNanoClock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a batch saves on the way to the lane's thread: 1,024 queue pairs are created and then destroyed by commands of
 * one queue pair each, waited for one by one; by the same commands with up to 64 of them on their way; and by one
 * command that creates all and one that destroys all. The score is queue pairs a millisecond, each created and
 * destroyed. The event loop is that of a node; its link is in memory and brings no traffic. Not in it: HTTP.
 */
@State(Scope.Thread)
@Baseline("single")
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:MaxDirectMemorySize=6g")
public class LaneBatchBenchmark
{
    private static final int QPS = 1024;
    private static final int WINDOW = 64;

    @Param({"none", "2.147483648s"})
    private String quarantine;

    private final int[] qpns = new int[QPS];
    private EventLoopLane lane;
    private QueuePairs queuePairs;

    @Setup
    public void open() throws IOException
    {
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                NicNodeConfig.FIRST_QPN_DEFAULT,
                NicNodeConfig.LAST_QPN_DEFAULT,
                NicNodeConfig.MAX_QPS_DEFAULT,
                QueuePairsFixture.policies(quarantine),
                QpTableKind.TWO_LEVEL,
                new QpCacheConfig(NicNodeConfig.CACHE_SETS_DEFAULT, NicNodeConfig.CACHE_WAYS_DEFAULT),
                SamplePorts.IPV4),
            SystemNanoClock.INSTANCE,
            new SplittableRandom());
        lane = EventLoopLane.open(
            UdpLink.newEventLoopGroup(UdpLink.resolve(LinkKind.AUTO), "lane"),
            SamplePorts.IPV4.gids(),
            (gid, eventLoop) -> new MemoryLink(gid),
            links -> SampleWork.none(),
            queuePairs,
            new Ledger(),
            SystemNanoClock.INSTANCE,
            Throwable::printStackTrace);
    }

    /** Baseline. */
    @Benchmark
    @OperationsPerInvocation(QPS)
    public void single()
    {
        oneEach(1);
    }

    @Benchmark
    @OperationsPerInvocation(QPS)
    public void singlePipelined()
    {
        oneEach(WINDOW);
    }

    @Benchmark
    @OperationsPerInvocation(QPS)
    public void batch()
    {
        lane.submit(() ->
        {
            queuePairs.create(QpType.RC, qpns, false);
            return null;
        }).join();
        lane.submit(() ->
        {
            for (final int qpn : qpns)
            {
                queuePairs.destroy(qpn);
            }
            return null;
        }).join();
    }

    @TearDown
    public void close()
    {
        lane.close();
    }

    private void oneEach(final int window)
    {
        final CompletableFuture<?>[] onTheirWay = new CompletableFuture<?>[window];
        for (int i = 0; i < QPS; i++)
        {
            final int place = i;
            join(onTheirWay[i % window]);
            onTheirWay[i % window] = lane.submit(() -> create(place));
        }
        // Commands run in order: when a destroy runs, its number is there, whether the create was waited for or not.
        for (int i = 0; i < QPS; i++)
        {
            final int place = i;
            join(onTheirWay[i % window]);
            onTheirWay[i % window] = lane.submit(() -> queuePairs.destroy(qpns[place]));
        }
        for (final CompletableFuture<?> last : onTheirWay)
        {
            join(last);
        }
    }

    private int create(final int place) throws VerbsException
    {
        final int[] one = new int[1];
        queuePairs.create(QpType.RC, one, false);
        qpns[place] = one[0];
        return one[0];
    }

    private static void join(final CompletableFuture<?> future)
    {
        if (future != null)
        {
            future.join();
        }
    }
}
