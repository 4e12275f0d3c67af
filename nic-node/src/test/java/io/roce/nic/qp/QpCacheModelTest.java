package io.roce.nic.qp;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.agrona.collections.Hashing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Every kind, in every geometry, against lists of numbers that are kept in order the simplest way. */
class QpCacheModelTest
{
    private static final int QPNS = 64;
    private static final int STEPS = 30_000;

    private final QpTable table = QpTableKind.TWO_LEVEL.open(0, 0xFFFFFF);

    @AfterEach
    void close()
    {
        table.close();
    }

    static Stream<Arguments> cases()
    {
        return Stream.of(QpCacheKind.values())
            .filter(kind -> kind != QpCacheKind.OFF)
            .flatMap(kind -> Stream
                .of(new int[]{1, 1}, new int[]{1, 2}, new int[]{2, 1}, new int[]{4, 4}, new int[]{1, 16},
                    new int[]{16, 2}, new int[]{64, 1}, new int[]{1, 64}, new int[]{1, 3}, new int[]{4, 5})
                .filter(size -> kind != QpCacheKind.FIFO || Integer.bitCount(size[1]) == 1)
                .flatMap(size -> Stream.of(1L, 2L).map(seed -> arguments(kind, size[0], size[1], seed))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldKeepJustTheHandlesThatTheModelKeeps(
        final QpCacheKind kind, final int sets, final int ways, final long seed)
    {
        final QpCache cache = kind.open(sets, ways, MissCost.NONE, new SplittableRandom(seed));
        final Model model = new Model(kind, sets, ways, seed);
        final QpResolver resolver = new QpResolver(table, cache, () -> 0);
        final SplittableRandom random = new SplittableRandom(~seed);
        for (int qpn = 0; qpn < QPNS; qpn++)
        {
            table.install(qpn, QpType.RC, qpn, 0);
        }

        for (int i = 0; i < STEPS; i++)
        {
            final String step = "seed " + seed + ", step " + i;
            // Low numbers more often than high ones.
            final int qpn = random.nextInt(1 + random.nextInt(QPNS));
            if (random.nextInt(10) == 0)
            {
                table.release(qpn);
                cache.invalidate(qpn);
                table.install(qpn, QpType.RC, QPNS + i, 0);
                model.invalidate(qpn);
            }
            else
            {
                final QpContext context = resolver.resolve(qpn);
                model.resolve(qpn);
                assertEquals(qpn, context.qpn(), step);
            }

            assertEquals(model.hits, cache.hits(), step);
            assertEquals(model.misses, cache.misses(), step);
            assertEquals(model.evictions, cache.evictions(), step);
            assertEquals(model.invalidations, cache.invalidations(), step);
            assertEquals(model.sets.stream().mapToInt(List::size).sum(), cache.resident(), step);
        }
    }

    /** Each set is a list of numbers in the order in which they came, or for LRU in which they were used. */
    private static final class Model
    {
        private final List<List<Integer>> sets = new ArrayList<>();
        private final QpCacheKind kind;
        private final int ways;
        private final SplittableRandom random;
        private long hits;
        private long misses;
        private long evictions;
        private long invalidations;

        Model(final QpCacheKind kind, final int sets, final int ways, final long seed)
        {
            this.kind = kind;
            this.ways = ways;
            random = new SplittableRandom(seed);
            for (int i = 0; i < sets; i++)
            {
                this.sets.add(new ArrayList<>());
            }
        }

        void resolve(final int qpn)
        {
            final List<Integer> set = set(qpn);
            if (set.contains(qpn))
            {
                hits++;
                if (kind == QpCacheKind.LRU)
                {
                    set.remove((Integer)qpn);
                    set.add(qpn);
                }
                return;
            }

            misses++;
            if (set.size() == ways)
            {
                set.remove(kind == QpCacheKind.RANDOM ? random.nextInt(ways) : 0);
                evictions++;
            }
            set.add(qpn);
        }

        void invalidate(final int qpn)
        {
            if (set(qpn).remove((Integer)qpn))
            {
                invalidations++;
            }
        }

        private List<Integer> set(final int qpn)
        {
            return sets.get(Hashing.hash(qpn, sets.size() - 1));
        }
    }
}
