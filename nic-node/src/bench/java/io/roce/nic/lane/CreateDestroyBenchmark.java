package io.roce.nic.lane;

import io.roce.nic.Baseline;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;

import java.security.SecureRandom;
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
 * How many queue pairs one core creates and destroys again: {@code n} created in one call, then each destroyed, by a
 * thread that calls {@link QueuePairs} itself. The score is queue pairs a microsecond, each created and destroyed. The
 * clock is the machine's, and what is measured is the steady state, in which as many numbers leave the quarantine as
 * come. Not in it: the lane's queue, HTTP, going up to RTS, and packets.
 * <p>
 * {@code auto} is that of queue pairs without a peer: the packet's life. Numbers in cyclic order or lowest first come
 * from all 24 bits. For random order and the flat table the pool is bounded, and one queue pair of every 256 numbers
 * lives on, so that pages neither come nor go.
 */
@State(Scope.Thread)
@Baseline("n=1")
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:MaxDirectMemorySize=6g")
public class CreateDestroyBenchmark
{
    private static final int QPS = 1024;
    private static final int LIVING_EACH = 256;

    /** Enough for 3.9 million a second that are held back for 2.147 s, and the most that fit a flat table: 2 GiB. */
    private static final int TIMED_LAST_QPN = 0x7F_FFFF;

    /** 64 MiB. */
    private static final int LAST_QPN = 0x3_FFFF;

    @Param({"1", "16", "1024"})
    private int n;

    @Param({"none", "count:65536", "2.147483648s", "2.147483648s+count:65536", "auto"})
    private String quarantine;

    @Param
    private AllocationOrder order;

    @Param("TWO_LEVEL")
    private QpTableKind table;

    private int[] qpns;
    private QueuePairs queuePairs;

    @Setup
    public void open() throws VerbsException
    {
        final QuarantinePolicy policy = QuarantinePolicy.parse(quarantine);
        final boolean isTimed = policy.isAuto() || policy.timeNs() > 0;
        final boolean isBounded = order == AllocationOrder.RANDOM || table == QpTableKind.FLAT;
        final int firstQpn = NicNodeConfig.FIRST_QPN_DEFAULT;
        final int lastQpn = !isBounded ? NicNodeConfig.LAST_QPN_DEFAULT : isTimed ? TIMED_LAST_QPN : LAST_QPN;
        qpns = new int[n];
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                firstQpn,
                lastQpn,
                NicNodeConfig.MAX_QPS_DEFAULT,
                new QpnPolicies(
                    order,
                    policy,
                    QuarantinePressure.STRICT,
                    ResetHold.ALLOW,
                    NicNodeConfig.QUARANTINE_CAP_NS_DEFAULT,
                    NicNodeConfig.PACKET_LIFETIME_NS_DEFAULT),
                table,
                new QpCacheConfig(NicNodeConfig.CACHE_SETS_DEFAULT, NicNodeConfig.CACHE_WAYS_DEFAULT),
                SamplePorts.IPV4),
            SystemNanoClock.INSTANCE,
            new SecureRandom());
        for (int qpn = firstQpn; isBounded && qpn <= lastQpn; qpn += LIVING_EACH)
        {
            queuePairs.createWithQpn(QpType.RC, qpn);
        }
    }

    @Benchmark
    @OperationsPerInvocation(QPS)
    public void createAndDestroy() throws VerbsException
    {
        for (int done = 0; done < QPS; done += n)
        {
            queuePairs.create(QpType.RC, qpns, false);
            for (final int qpn : qpns)
            {
                queuePairs.destroy(qpn);
            }
        }
    }

    @TearDown
    public void close()
    {
        final QuarantineFigures figures = queuePairs.figures().quarantine();
        queuePairs.close();
        if (figures.released() == 0)
        {
            throw new IllegalStateException("no number has left the quarantine: longer iterations are needed");
        }
    }
}
