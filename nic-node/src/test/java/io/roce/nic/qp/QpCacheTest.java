package io.roce.nic.qp;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

class QpCacheTest
{
    private static final int QPNS = 16;

    private final QpTable table = new TwoLevelQpTable();

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
    void shouldEvictTheOldestOfASetHoweverOftenItWasHit()
    {
        final QpCache cache = new AgronaQpCache(1, 4);
        for (int qpn = 0; qpn < 4; qpn++)
        {
            load(cache, qpn);
        }
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

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 1, 2", "1, 2, 2", "4, 4, 16"})
    void shouldHoldNoMoreThanItsSize(final int sets, final int ways, final int capacity)
    {
        final QpCache cache = new AgronaQpCache(sets, ways);
        for (int round = 0; round < 3; round++)
        {
            for (int qpn = 0; qpn < QPNS; qpn++)
            {
                if (cache.get(qpn) == null)
                {
                    load(cache, qpn);
                }
            }
        }
        final long loads = cache.misses();
        assertEquals(3 * QPNS, cache.hits() + cache.misses());
        assertEquals(loads - cache.resident(), cache.evictions());
        assertEquals(0, cache.invalidations());
        assertEquals(true, cache.resident() <= capacity && cache.resident() > 0);
    }

    @Test
    void shouldCountAnInvalidationAndNotAnEviction()
    {
        final QpCache cache = new AgronaQpCache(1, 2);
        load(cache, 0);
        load(cache, 1);
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

    @Test
    void shouldNeverAnswerWithAHandleThatShouldHaveBeenInvalidated()
    {
        final QpCache cache = new AgronaQpCache(1, 1);
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

    @Test
    void shouldUseTheSameHandlesOverAndOver()
    {
        final QpCache cache = new AgronaQpCache(1, 1);
        final QpContext first = load(cache, 0);
        final QpContext second = load(cache, 1);
        assertSame(first, load(cache, 2));
        assertSame(second, load(cache, 3));
    }

    @Test
    void shouldTakeInOnlyTheSpareHandle()
    {
        final QpCache cache = new AgronaQpCache(1, 1);
        assertThrows(IllegalArgumentException.class, () -> cache.put(new QpContext()));
    }

    @Test
    void shouldKeepAndCountNothingWhenOff()
    {
        final QpCache cache = new NoQpCache();
        load(cache, 0);
        assertNull(cache.get(0));
        cache.invalidate(0);
        counts(cache, 0, 0, 0, 0, 0);
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
