package io.roce.nic.qp;

import java.util.SplittableRandom;

import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class MissCostTest
{
    private static final long MISS_NS = 500;

    /** Time is about to wrap. */
    private long nowNs = Long.MAX_VALUE - 200;

    /** Each reading is 40 ns after the last. */
    private final NanoClock ticking = () -> nowNs += 40;

    @ParameterizedTest
    @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldAccountForEveryMissAndNoHit(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, MissCost.of(MissCostKind.ACCOUNTED, MISS_NS, ticking));
        final long startNs = nowNs;
        missHitMiss(cache);
        assertEquals(2 * MISS_NS, cache.modelledMissNs());
        assertEquals(startNs, nowNs, "nobody has looked at the clock");
    }

    @ParameterizedTest
    @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldSpendTheTimeOfEveryMissAndNoHit(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, MissCost.of(MissCostKind.SPENT, MISS_NS, ticking));
        final long startNs = nowNs;
        missHitMiss(cache);
        assertEquals(2 * MISS_NS, cache.modelledMissNs());
        // One reading to start, and as many as it takes to be 500 ns later: 13 of 40 ns.
        assertEquals(2 * (1 + 13) * 40, nowNs - startNs);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCostNothingWithoutAModel(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, MissCost.of(MissCostKind.NONE, 0, ticking));
        final long startNs = nowNs;
        missHitMiss(cache);
        assertEquals(0, cache.modelledMissNs());
        assertEquals(MissCostKind.NONE, cache.missCost().kind());
        assertEquals(startNs, nowNs);
    }

    @Test
    void shouldCostNothingWithoutACache()
    {
        final QpCache cache = open(QpCacheKind.OFF, MissCost.of(MissCostKind.SPENT, MISS_NS, ticking));
        missHitMiss(cache);
        assertEquals(0, cache.modelledMissNs());
    }

    @ParameterizedTest
    @CsvSource({"NONE, 1, 0 to 0", "ACCOUNTED, 0, 1 to 1000000", "ACCOUNTED, -1, 1 to 1000000",
        "SPENT, 1000001, 1 to 1000000"})
    void shouldRefuseATimeOutOfRange(final MissCostKind kind, final long ns, final String bounds)
    {
        final String message = assertThrows(
            IllegalArgumentException.class, () -> MissCost.of(kind, ns, ticking)).getMessage();
        assertEquals("missCostNs is " + ns + ", outside " + bounds + " for " + kind.label(), message);
    }

    private static QpCache open(final QpCacheKind kind, final MissCost missCost)
    {
        return kind.open(1, 1, missCost, new SplittableRandom(1));
    }

    /** A number that names nobody is a miss, and so is another; in between one that is there. */
    private static void missHitMiss(final QpCache cache)
    {
        try (QpTable table = QpTableKind.TWO_LEVEL.open(2, 0xFFFFFE))
        {
            table.install(5, QpType.RC, 1, 0);
            final QpResolver resolver = new QpResolver(table, cache, () -> 0);
            resolver.resolve(5);
            resolver.resolve(5);
            resolver.resolve(6);
            cache.close();
        }
    }
}
