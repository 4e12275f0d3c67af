package io.roce.nic.qpn;

import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QpnAllocatorTest
{
    private static final int OPERATIONS = 50_000;
    private static final int PAGE_BITS = 3;
    private static final int ALL_PAGES = 1 << 24;

    @Test
    void shouldGoRoundThePoolSoThatAFreedNumberComesBackLate()
    {
        final QpnAllocator allocator = cyclic(0x11, 0x14);
        assertEquals(0x11, allocator.allocate(1, ALL_PAGES));
        assertEquals(0x12, allocator.allocate(1, ALL_PAGES));
        allocator.release(0x11);
        assertEquals(0x13, allocator.allocate(1, ALL_PAGES));
        assertEquals(0x14, allocator.allocate(1, ALL_PAGES));
        assertEquals(0x11, allocator.allocate(1, ALL_PAGES));
        assertEquals(QpnAllocator.NONE, allocator.allocate(1, ALL_PAGES));
        assertEquals(0, allocator.free());

        allocator.release(0x13);
        allocator.release(0x12);
        assertEquals(0x12, allocator.allocate(1, ALL_PAGES));
        assertEquals(0x13, allocator.allocate(1, ALL_PAGES));
    }

    @Test
    void shouldNotMoveOnForANumberAskedForByValue()
    {
        final QpnAllocator allocator = cyclic(0x11, 0x20);
        assertTrue(allocator.allocate(0x1A));
        assertFalse(allocator.allocate(0x1A));
        assertTrue(allocator.allocate(0x12));
        assertEquals(0x11, allocator.allocate(1, ALL_PAGES));
        assertEquals(0x13, allocator.allocate(1, ALL_PAGES));
        assertThrows(IllegalArgumentException.class, () -> allocator.allocate(0x10));
        assertThrows(IllegalArgumentException.class, () -> allocator.allocate(0x21));
    }

    @Test
    void shouldFindARunThatDoesNotGoOverTheEndOfThePool()
    {
        final QpnAllocator allocator = cyclic(100, 109);
        allocator.allocate(103);
        assertEquals(104, allocateContiguous(allocator, 4, ALL_PAGES));
        assertEquals(100, allocateContiguous(allocator, 3, ALL_PAGES), "108, 109 and 100 are no run");
        assertEquals(QpnAllocator.NONE, allocateContiguous(allocator, 3, ALL_PAGES));
        assertEquals(2, allocator.free());
        assertEquals(108, allocateContiguous(allocator, 2, ALL_PAGES));
        assertEquals(QpnAllocator.NONE, allocateContiguous(allocator, 1, ALL_PAGES));
    }

    @Test
    void shouldNotOverflowForARunLongerThanThePool()
    {
        final QpnAllocator allocator = cyclic(2, 0xFFFFFE);
        assertEquals(QpnAllocator.NONE, allocateContiguous(allocator, Integer.MAX_VALUE, ALL_PAGES));
        assertEquals(QpnAllocator.NONE, allocateContiguous(allocator, 0xFFFFFE, ALL_PAGES));
        assertEquals(2, allocateContiguous(allocator, 0xFFFFFD, ALL_PAGES));
        assertEquals(0, allocator.free());
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "0, 5", "2, 0xFFFFFF", "6, 5", "-3, 5"})
    void shouldRefuseAPoolOfNumbersThatAreNoUsers(final String first, final String last)
    {
        assertThrows(
            IllegalArgumentException.class, () -> cyclic(Integer.decode(first), Integer.decode(last)));
    }

    @Test
    void shouldRefuseToFreeWhatIsFree()
    {
        final QpnAllocator allocator = cyclic(2, 5);
        assertThrows(IllegalStateException.class, () -> allocator.release(3));
        assertThrows(IllegalArgumentException.class, () -> allocator.release(6));
        assertEquals(4, allocator.free());
    }

    @Test
    void shouldGiveTheLowestFreeNumberAndRun()
    {
        final QpnAllocator allocator = newAllocator(100, 109, AllocationOrder.LOWEST, 1);
        assertEquals(100, allocateContiguous(allocator, 8, ALL_PAGES));
        allocator.release(104);
        allocator.release(101);
        allocator.release(102);
        assertEquals(101, allocator.allocate(1, ALL_PAGES));
        allocator.release(101);
        assertEquals(101, allocateContiguous(allocator, 2, ALL_PAGES));
        assertEquals(108, allocateContiguous(allocator, 2, ALL_PAGES), "104 is alone");
        assertEquals(104, allocator.allocate(1, ALL_PAGES));
        assertEquals(QpnAllocator.NONE, allocator.allocate(1, ALL_PAGES));
    }

    /** Over half of the numbers of a pool, and over the last ten of a full one, far apart. */
    @ParameterizedTest
    @CsvSource({"0x11, 1000, 500, 100000, 341, 657", "0x2, 0xFFFFFD, 10, 100000, 0.5, 33.7"})
    void shouldGiveEveryFreeNumberAsOften(
        final String firstText,
        final String sizeText,
        final int free,
        final int draws,
        final double chiSquareMin,
        final double chiSquareMax)
    {
        final int first = Integer.decode(firstText);
        final int size = Integer.decode(sizeText);
        final QpnAllocator allocator = newAllocator(first, first + size - 1, AllocationOrder.RANDOM, 0xD1CE);
        allocateContiguous(allocator, size, ALL_PAGES);
        for (int i = 0; i < free; i++)
        {
            allocator.release(first + (int)((long)size * i / free));
        }

        final Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < draws; i++)
        {
            final int qpn = allocator.allocate(1, ALL_PAGES);
            counts.merge(qpn, 1, Integer::sum);
            allocator.release(qpn);
        }
        final double expected = (double)draws / free;
        final double chiSquare =
            counts.values().stream().mapToDouble(count -> (count - expected) * (count - expected) / expected).sum();
        assertEquals(free, counts.size());
        // free - 1 degrees of freedom: five deviations from the mean of 499, and the quantiles of 9.
        assertTrue(chiSquare > chiSquareMin && chiSquare < chiSquareMax, "chi-square " + chiSquare);
    }

    @Test
    void shouldStartRunsAnywhereInRandomOrder()
    {
        final QpnAllocator allocator = newAllocator(100, 299, AllocationOrder.RANDOM, 0xD1CE);
        final Set<Integer> starts = new HashSet<>();
        for (int i = 0; i < 10_000; i++)
        {
            final int first = allocateContiguous(allocator, 3, ALL_PAGES);
            starts.add(first);
            for (int qpn = first; qpn < first + 3; qpn++)
            {
                allocator.release(qpn);
            }
        }
        assertEquals(198, starts.size(), "100 to 297");
    }

    /** A scan of the pool for each number would take hours here. */
    @ParameterizedTest
    @EnumSource
    void shouldFindTheOneFreeNumberOfAFullPoolWithoutLookingAtTheRest(final AllocationOrder order)
    {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () ->
        {
            final int first = 2;
            final int last = 0xFFFFFE;
            final QpnAllocator allocator = newAllocator(first, last, order, 7);
            assertEquals(first, allocateContiguous(allocator, last - first + 1, ALL_PAGES));
            assertEquals(QpnAllocator.NONE, allocator.allocate(1, ALL_PAGES));

            final Random random = new Random(0xF011);
            for (int i = 0; i < 200_000; i++)
            {
                final int qpn = first + random.nextInt(last - first + 1);
                allocator.release(qpn);
                assertEquals(qpn, allocator.allocate(1, ALL_PAGES));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 63", "4, 64", "5, 65", "6, 130", "7, 4096", "8, 9000"})
    void shouldDoAsANaiveModelDoes(final long seed, final int size)
    {
        for (final AllocationOrder order : AllocationOrder.values())
        {
            shouldDoAsANaiveModelDoes(seed, size, order);
        }
    }

    private static void shouldDoAsANaiveModelDoes(final long seed, final int size, final AllocationOrder order)
    {
        final Random random = new Random(seed);
        final int first = 4096 - random.nextInt(100);
        final Model model = new Model(first, first + size - 1, order, seed);
        QpnAllocator allocator = newAllocator(first, first + size - 1, order, seed);
        for (int i = 0; i < OPERATIONS; i++)
        {
            final String step = order + ", seed " + seed + ", step " + i;
            switch (random.nextInt(8))
            {
                case 0, 1 -> assertEquals(model.allocate(), allocator.allocate(1, ALL_PAGES), step);
                case 2 ->
                {
                    final int qpn = first + random.nextInt(size);
                    assertEquals(model.allocate(qpn), allocator.allocate(qpn), step);
                }
                case 3 ->
                {
                    final int count = 1 + random.nextInt(5);
                    assertEquals(model.hasRun(count), allocator.hasRun(count, ALL_PAGES), step);
                    assertEquals(
                        model.allocateContiguous(count), allocateContiguous(allocator, count, ALL_PAGES), step);
                }
                default ->
                {
                    final int qpn = first + random.nextInt(size);
                    if (model.taken.get(qpn))
                    {
                        model.taken.clear(qpn);
                        allocator.release(qpn);
                    }
                }
            }
            assertEquals(model.free(), allocator.free(), step);
            if (i % 1000 == 0)
            {
                allocator = allocator.copy();
            }
        }
    }

    private static QpnAllocator cyclic(final int first, final int last)
    {
        return newAllocator(first, last, AllocationOrder.CYCLIC, 1);
    }

    private static QpnAllocator newAllocator(
        final int first, final int last, final AllocationOrder order, final long seed)
    {
        return new QpnAllocator(first, last, PAGE_BITS, order, new Random(seed));
    }

    private static int allocateContiguous(final QpnAllocator allocator, final int count, final int maxPages)
    {
        final int first = allocator.firstOfRun(count, maxPages);
        for (int qpn = first; first != QpnAllocator.NONE && qpn < first + count; qpn++)
        {
            assertTrue(allocator.allocate(qpn));
            allocator.goOnBehind(qpn);
        }
        return first;
    }

    private static final class Model
    {
        private final int first;
        private final int last;
        private final AllocationOrder order;
        private final Random random;
        private final BitSet taken = new BitSet();
        private int next;

        Model(final int first, final int last, final AllocationOrder order, final long seed)
        {
            this.first = first;
            this.last = last;
            this.order = order;
            random = new Random(seed);
            next = first;
        }

        int free()
        {
            return last - first + 1 - taken.cardinality();
        }

        int allocate()
        {
            if (free() == 0)
            {
                return QpnAllocator.NONE;
            }
            int qpn = switch (order)
            {
                case CYCLIC -> taken.nextClearBit(next);
                case LOWEST -> taken.nextClearBit(first);
                case RANDOM -> anyFree();
            };
            qpn = qpn > last ? taken.nextClearBit(first) : qpn;
            taken.set(qpn);
            next = qpn == last ? first : qpn + 1;
            return qpn;
        }

        private int anyFree()
        {
            int qpn = taken.nextClearBit(first);
            for (int i = random.nextInt(free()); i > 0; i--)
            {
                qpn = taken.nextClearBit(qpn + 1);
            }
            return qpn;
        }

        boolean allocate(final int qpn)
        {
            final boolean isFree = !taken.get(qpn);
            taken.set(qpn);
            return isFree;
        }

        boolean hasRun(final int count)
        {
            return run(first, count) != QpnAllocator.NONE;
        }

        int allocateContiguous(final int count)
        {
            final int from = switch (order)
            {
                case CYCLIC -> next;
                case LOWEST -> first;
                case RANDOM -> random.nextInt(first, last + 1);
            };
            final int ahead = run(from, count);
            final int start = ahead == QpnAllocator.NONE ? run(first, count) : ahead;
            if (start != QpnAllocator.NONE)
            {
                taken.set(start, start + count);
                next = start + count > last ? first : start + count;
            }
            return start;
        }

        private int run(final int from, final int count)
        {
            for (int start = from; start + count - 1 <= last; start++)
            {
                if (taken.get(start, start + count).isEmpty())
                {
                    return start;
                }
            }
            return QpnAllocator.NONE;
        }
    }
}
