package io.roce.nic.qp;

import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

class QpResolverTest
{
    private static final int QPN = 0x11;
    private static final int LIVE_QPNS = 10_000;
    private static final int RESOLVES = 100_000;
    private static final int ROUNDS = 5;

    private final QpTable table = QpTableKind.TWO_LEVEL.open(0, 0xFFFFFF);
    private final CachedNanoClock clock = new CachedNanoClock();

    @AfterEach
    void close()
    {
        table.close();
    }

    static Stream<QpCache> caches()
    {
        return Stream.of(QpCacheKind.values()).flatMap(kind -> Stream
            .of(new int[]{1, 1}, new int[]{1, 2}, new int[]{1024, 4})
            .map(size -> kind.open(size[0], size[1], MissCost.NONE, new SplittableRandom(1))));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void shouldComeBackOnlyToTheSameQueuePairInTheSameEpoch(final QpCache cache)
    {
        final QpResolver resolver = new QpResolver(table, cache, clock);
        table.install(QPN, QpType.RC, 41, 0);
        assertNotNull(resolver.resolve(QPN, 41, 0));
        assertNull(resolver.resolve(QPN, 40, 0));
        assertNull(resolver.resolve(QPN, 41, 1));

        final QpContext command = new QpContext();
        table.lookup(QPN, command);
        command.reset();
        cache.invalidate(QPN);
        assertNull(resolver.resolve(QPN, 41, 0));
        assertEquals(1, resolver.resolve(QPN, 41, 1).epoch());

        table.retire(QPN, 10);
        cache.invalidate(QPN);
        assertNull(resolver.resolve(QPN, 41, 1));
        table.release(QPN);
        table.install(QPN, QpType.RC, 42, 0);
        assertNull(resolver.resolve(QPN, 41, 1));
        assertNotNull(resolver.resolve(QPN, 42, 0));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void shouldSayWhatBecameOfANumberByTheClock(final QpCache cache)
    {
        final QpResolver resolver = new QpResolver(table, cache, clock);
        clock.update(Long.MAX_VALUE - 1);
        assertEquals(QpnStatus.UNALLOCATED, resolver.status(QPN));
        table.install(QPN, QpType.RC, 1, clock.nanoTime());
        assertEquals(QpnStatus.LIVE, resolver.status(QPN));
        table.retire(QPN, clock.nanoTime() + 5);

        clock.advance(4);
        assertEquals(QpnStatus.QUARANTINED, resolver.status(QPN));
        clock.advance(1);
        assertEquals(QpnStatus.UNALLOCATED, resolver.status(QPN));
        assertNull(resolver.resolve(QPN));
    }

    @ParameterizedTest
    @MethodSource("caches")
    void shouldAllocateNothingForHitsMissesAndDeadNumbers(final QpCache cache)
    {
        final QpResolver resolver = new QpResolver(table, cache, clock);
        for (int qpn = 0; qpn < LIVE_QPNS; qpn++)
        {
            table.install(qpn, QpType.RC, qpn, 0);
        }

        assertEquals(0, allocatedBytes(resolver, i -> QPN), "hits");
        assertEquals(0, allocatedBytes(resolver, i -> i % LIVE_QPNS), "misses");
        assertEquals(0, allocatedBytes(resolver, i -> 0xABCDEF), "dead");
    }

    /** The least of some rounds: what the virtual machine allocates once for itself does not count. */
    private long allocatedBytes(final QpResolver resolver, final IntUnaryOperator qpns)
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++)
        {
            final long before = threads.getCurrentThreadAllocatedBytes();
            resolveMany(resolver, qpns);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static void resolveMany(final QpResolver resolver, final IntUnaryOperator qpns)
    {
        for (int i = 0; i < RESOLVES; i++)
        {
            final int qpn = qpns.applyAsInt(i);
            final QpContext context = resolver.resolve(qpn);
            if (context == null)
            {
                resolver.status(qpn);
            }
            else
            {
                context.onRequest();
            }
        }
    }
}
