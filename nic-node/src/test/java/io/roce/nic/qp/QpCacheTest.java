package io.roce.nic.qp;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What every kind of cache does, and in which order handles make room. */
class QpCacheTest
{
    private static final int QPNS = 16;

    private final QpTable table = QpTableKind.TWO_LEVEL.open(0, 0xFFFFFF);

    @BeforeEach
    void install()
    {
        for (int qpn = 0; qpn < QPNS; qpn++)
        {
            table.install(qpn, QpType.UD, 1000 + qpn, 0);
        }
    }

    @AfterEach
    void close()
    {
        table.close();
    }

    @Test
    void shouldEvictTheOldestOfASetHoweverOftenItWasHitWhenFifo()
    {
        final QpCache cache = open(QpCacheKind.FIFO, 1, 4);
        loadAll(cache, 0, 1, 2, 3);
        assertNotNull(cache.get(0));
        assertNotNull(cache.get(0));

        load(cache, 4);
        assertNull(cache.get(0));
        for (int qpn = 1; qpn <= 4; qpn++)
        {
            assertEquals(qpn, cache.get(qpn).qpn());
            assertEquals(1000 + qpn, cache.get(qpn).generation());
        }
        counts(cache, 4, 10, 1, 1, 0);
    }

    @Test
    void shouldEvictTheOneNotUsedForTheLongestWhenLru()
    {
        final QpCache cache = open(QpCacheKind.LRU, 1, 4);
        loadAll(cache, 0, 1, 2, 3);
        assertNotNull(cache.get(0));
        assertNotNull(cache.get(2));

        load(cache, 4);
        assertNull(cache.get(1));
        load(cache, 5);
        assertNull(cache.get(3));
        load(cache, 6);
        assertNull(cache.get(0));
        load(cache, 7);
        assertNull(cache.get(2));
        assertNotNull(cache.get(4));
        counts(cache, 4, 3, 4, 4, 0);
    }

    @Test
    void shouldEvictEachAsOftenAsAnotherWhenRandom()
    {
        final int rounds = 8_000;
        final int[] evicted = new int[4];
        final RandomGenerator random = new SplittableRandom(0x5EED);
        for (int round = 0; round < rounds; round++)
        {
            final QpCache cache = QpCacheKind.RANDOM.open(1, 4, MissCost.NONE, random);
            loadAll(cache, 0, 1, 2, 3, 4);
            for (int qpn = 0; qpn < 4; qpn++)
            {
                evicted[qpn] += cache.get(qpn) == null ? 1 : 0;
            }
        }
        for (final int count : evicted)
        {
            assertEquals(rounds / 4, count, 200, "5 standard deviations of 8,000 draws of 1 in 4, seed 0x5EED");
        }
    }

    @Test
    void shouldDrawTheSameVictimsWithTheSameSeed()
    {
        final QpCache one = open(QpCacheKind.RANDOM, 1, 4);
        final QpCache other = open(QpCacheKind.RANDOM, 1, 4);
        for (int i = 0; i < 200; i++)
        {
            final int qpn = i * 7 % QPNS;
            assertEquals(one.get(qpn) == null, other.get(qpn) == null);
            if (one.get(qpn) == null)
            {
                loadAll(one, qpn);
                loadAll(other, qpn);
            }
        }
        assertTrue(one.evictions() > 0);
    }

    @ParameterizedTest
    @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldCountAnInvalidationAndNotAnEviction(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, 1, 2);
        loadAll(cache, 0, 1);
        cache.invalidate(0);
        cache.invalidate(0);
        cache.invalidate(9);
        counts(cache, 1, 0, 0, 0, 1);

        load(cache, 2);
        counts(cache, 2, 0, 0, 0, 1);
        load(cache, 3);
        counts(cache, 2, 0, 0, 1, 1);
        cache.close();
        counts(cache, 0, 0, 0, 1, 3);
    }

    @ParameterizedTest
    @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldNeverAnswerWithAHandleThatShouldHaveBeenInvalidated(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, 1, 1);
        load(cache, 5);
        final QpContext command = new QpContext();
        table.lookup(5, command);
        command.reset();
        assertThrows(AssertionError.class, () -> cache.get(5), "an earlier epoch");

        load(cache, 6);
        table.retire(6, 0);
        assertThrows(AssertionError.class, () -> cache.get(6), "not live");
        table.release(6);
        table.install(6, QpType.UD, 2000, 0);
        assertThrows(AssertionError.class, () -> cache.get(6), "live, but somebody else");
    }

    @ParameterizedTest
    @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldUseTheSameHandlesOverAndOver(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, 1, 1);
        final QpContext first = load(cache, 0);
        final QpContext second = load(cache, 1);
        assertSame(first, load(cache, 2));
        assertSame(second, load(cache, 3));
    }

    @ParameterizedTest
    @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldTakeInOnlyTheSpareHandle(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, 1, 1);
        assertThrows(IllegalArgumentException.class, () -> cache.put(new QpContext()));
    }

    @ParameterizedTest
    @EnumSource(names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void shouldRefuseAGeometryThatItCannotHave(final QpCacheKind kind)
    {
        for (final int sets : new int[]{Integer.MIN_VALUE, -1, 0, 3})
        {
            assertThrows(IllegalArgumentException.class, () -> open(kind, sets, 2));
        }
        for (final int ways : new int[]{-1, 0})
        {
            assertThrows(IllegalArgumentException.class, () -> open(kind, 2, ways));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LRU", "RANDOM"})
    void shouldHaveAnyNumberOfWaysWhereItsOwnSetsAllowIt(final QpCacheKind kind)
    {
        final QpCache cache = open(kind, 1, 3);
        loadAll(cache, 0, 1, 2);
        counts(cache, 3, 0, 0, 0, 0);
        load(cache, 3);
        counts(cache, 3, 0, 0, 1, 0);
    }

    @Test
    void shouldKeepAndCountNothingWhenOff()
    {
        final QpCache cache = open(QpCacheKind.OFF, 4, 4);
        load(cache, 0);
        assertNull(cache.get(0));
        cache.invalidate(0);
        counts(cache, 0, 0, 0, 0, 0);
        assertEquals(0, cache.sets());
        assertEquals(0, cache.ways());
    }

    private static QpCache open(final QpCacheKind kind, final int sets, final int ways)
    {
        final QpCache cache = kind.open(sets, ways, MissCost.NONE, new SplittableRandom(0x5EED));
        assertEquals(kind, cache.kind());
        return cache;
    }

    private void loadAll(final QpCache cache, final int... qpns)
    {
        for (final int qpn : qpns)
        {
            load(cache, qpn);
        }
    }

    private QpContext load(final QpCache cache, final int qpn)
    {
        final QpContext spare = cache.spare();
        table.lookup(qpn, spare);
        cache.put(spare);
        return spare;
    }

    private static void counts(
        final QpCache cache,
        final int resident,
        final long hits,
        final long misses,
        final long evictions,
        final long invalidations)
    {
        assertEquals(resident, cache.resident(), "resident");
        assertEquals(hits, cache.hits(), "hits");
        assertEquals(misses, cache.misses(), "misses");
        assertEquals(evictions, cache.evictions(), "evictions");
        assertEquals(invalidations, cache.invalidations(), "invalidations");
    }
}
