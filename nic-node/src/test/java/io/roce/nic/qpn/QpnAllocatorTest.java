package io.roce.nic.qpn;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QpnAllocatorTest
{
    private static final int OPERATIONS = 50_000;

    @Test
    void shouldGoRoundThePoolSoThatAFreedNumberComesBackLate()
    {
        final QpnAllocator allocator = new QpnAllocator(0x11, 0x14);
        assertEquals(0x11, allocator.allocate());
        assertEquals(0x12, allocator.allocate());
        allocator.release(0x11);
        assertEquals(0x13, allocator.allocate());
        assertEquals(0x14, allocator.allocate());
        assertEquals(0x11, allocator.allocate());
        assertEquals(QpnAllocator.NONE, allocator.allocate());
        assertEquals(0, allocator.free());

        allocator.release(0x13);
        allocator.release(0x12);
        assertEquals(0x12, allocator.allocate());
        assertEquals(0x13, allocator.allocate());
    }

    @Test
    void shouldNotMoveOnForANumberAskedForByValue()
    {
        final QpnAllocator allocator = new QpnAllocator(0x11, 0x20);
        assertTrue(allocator.allocate(0x1A));
        assertFalse(allocator.allocate(0x1A));
        assertTrue(allocator.allocate(0x12));
        assertEquals(0x11, allocator.allocate());
        assertEquals(0x13, allocator.allocate());
        assertThrows(IllegalArgumentException.class, () -> allocator.allocate(0x10));
        assertThrows(IllegalArgumentException.class, () -> allocator.allocate(0x21));
    }

    @Test
    void shouldTakeABatchWholeOrNotAtAll()
    {
        final QpnAllocator allocator = new QpnAllocator(100, 104);
        allocator.allocate(102);
        assertFalse(allocator.allocate(new int[5]));
        assertEquals(4, allocator.free());

        final int[] qpns = new int[4];
        assertTrue(allocator.allocate(qpns));
        assertArrayEquals(new int[]{100, 101, 103, 104}, qpns);
        assertEquals(0, allocator.free());
    }

    @Test
    void shouldFindARunThatDoesNotGoOverTheEndOfThePool()
    {
        final QpnAllocator allocator = new QpnAllocator(100, 109);
        allocator.allocate(103);
        assertEquals(104, allocator.allocateContiguous(4));
        assertEquals(100, allocator.allocateContiguous(3), "108, 109 and 100 are no run");
        assertEquals(QpnAllocator.NONE, allocator.allocateContiguous(3));
        assertEquals(2, allocator.free());
        assertEquals(108, allocator.allocateContiguous(2));
        assertEquals(QpnAllocator.NONE, allocator.allocateContiguous(1));
    }

    @Test
    void shouldNotOverflowForARunLongerThanThePool()
    {
        final QpnAllocator allocator = new QpnAllocator(2, 0xFFFFFE);
        assertEquals(QpnAllocator.NONE, allocator.allocateContiguous(Integer.MAX_VALUE));
        assertEquals(QpnAllocator.NONE, allocator.allocateContiguous(0xFFFFFE));
        assertEquals(2, allocator.allocateContiguous(0xFFFFFD));
        assertEquals(0, allocator.free());
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "0, 5", "2, 0xFFFFFF", "6, 5", "-3, 5"})
    void shouldRefuseAPoolOfNumbersThatAreNoUsers(final String first, final String last)
    {
        assertThrows(
            IllegalArgumentException.class, () -> new QpnAllocator(Integer.decode(first), Integer.decode(last)));
    }

    @Test
    void shouldRefuseToFreeWhatIsFree()
    {
        final QpnAllocator allocator = new QpnAllocator(2, 5);
        assertThrows(IllegalStateException.class, () -> allocator.release(3));
        assertThrows(IllegalArgumentException.class, () -> allocator.release(6));
        assertEquals(4, allocator.free());
    }

    /** A scan of the pool for each number would take hours here. */
    @Test
    void shouldFindTheOneFreeNumberOfAFullPoolWithoutLookingAtTheRest()
    {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () ->
        {
            final int first = 2;
            final int last = 0xFFFFFE;
            final QpnAllocator allocator = new QpnAllocator(first, last);
            assertEquals(first, allocator.allocateContiguous(last - first + 1));
            assertEquals(QpnAllocator.NONE, allocator.allocate());

            final Random random = new Random(0xF011);
            for (int i = 0; i < 200_000; i++)
            {
                final int qpn = first + random.nextInt(last - first + 1);
                allocator.release(qpn);
                assertEquals(qpn, allocator.allocate());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDoAsANaiveModelDoes(final long seed)
    {
        final Random random = new Random(seed);
        final int[] sizes = {1, 2, 63, 64, 65, 130, 4096, 9000};
        final int size = sizes[(int)(seed - 1)];
        final int first = 4096 - random.nextInt(100);
        final Model model = new Model(first, first + size - 1);
        QpnAllocator allocator = new QpnAllocator(first, first + size - 1);
        for (int i = 0; i < OPERATIONS; i++)
        {
            final String step = "seed " + seed + ", step " + i;
            switch (random.nextInt(8))
            {
                case 0, 1 -> assertEquals(model.allocate(), allocator.allocate(), step);
                case 2 ->
                {
                    final int qpn = first + random.nextInt(size);
                    assertEquals(model.allocate(qpn), allocator.allocate(qpn), step);
                }
                case 3 ->
                {
                    final int count = 1 + random.nextInt(5);
                    assertEquals(model.hasRun(count), allocator.hasRun(count), step);
                    assertEquals(model.allocateContiguous(count), allocator.allocateContiguous(count), step);
                }
                case 4 ->
                {
                    final int[] expected = new int[random.nextInt(6)];
                    final int[] actual = new int[expected.length];
                    assertEquals(model.allocate(expected), allocator.allocate(actual), step);
                    assertArrayEquals(expected, actual, step);
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

    private static final class Model
    {
        private final int first;
        private final int last;
        private final BitSet taken = new BitSet();
        private int next;

        Model(final int first, final int last)
        {
            this.first = first;
            this.last = last;
            next = first;
        }

        int free()
        {
            return last - first + 1 - taken.cardinality();
        }

        int allocate()
        {
            for (int i = 0; i <= last - first; i++)
            {
                final int qpn = first + (next - first + i) % (last - first + 1);
                if (!taken.get(qpn))
                {
                    taken.set(qpn);
                    next = qpn == last ? first : qpn + 1;
                    return qpn;
                }
            }
            return QpnAllocator.NONE;
        }

        boolean allocate(final int qpn)
        {
            final boolean isFree = !taken.get(qpn);
            taken.set(qpn);
            return isFree;
        }

        boolean allocate(final int[] qpns)
        {
            if (free() < qpns.length)
            {
                return false;
            }
            Arrays.setAll(qpns, i -> allocate());
            return true;
        }

        boolean hasRun(final int count)
        {
            return run(first, count) != QpnAllocator.NONE;
        }

        int allocateContiguous(final int count)
        {
            final int ahead = run(next, count);
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
