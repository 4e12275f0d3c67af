package io.roce.nic.work;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class WorkRingTest
{
    /** Against a deque, also where an index goes beyond 31 and 32 bits. */
    @ParameterizedTest
    @CsvSource({
        "1, 0", "2, 0", "3, 0", "7, 2147483640", "8, 4294967290", "5, 2147483645", "64, 4294967000",
        "200, 2147483500"})
    void shouldHoldWhatADequeHolds(final int capacity, final long first)
    {
        final WorkRing ring = new WorkRing(capacity, first);
        final long[] slots = new long[ring.slots()];
        final Deque<Long> model = new ArrayDeque<>();
        final SplittableRandom random = new SplittableRandom(capacity);
        long posted = 0;
        int refused = 0;
        for (int i = 0; i < 20_000; i++)
        {
            // Now rather full, now rather empty.
            if (random.nextInt(100) < (i / 1000 % 2 == 0 ? 70 : 30))
            {
                final int slot = ring.claim();
                assertEquals(model.size() == capacity, slot == WorkRing.FULL);
                refused += slot == WorkRing.FULL ? 1 : 0;
                if (slot != WorkRing.FULL)
                {
                    slots[slot] = posted;
                    ring.publish();
                    model.add(posted++);
                }
            }
            else if (!model.isEmpty())
            {
                ring.retire();
                model.remove();
            }

            assertEquals(model.size(), ring.tail() - ring.head());
            long index = ring.head();
            for (final long value : model)
            {
                assertEquals(value, slots[ring.slotOf(index++)]);
            }
        }
        assertTrue(refused > 0 && posted > capacity, "went round and was full");
    }

    @Test
    void shouldTakeNothingWithoutRoom()
    {
        assertEquals(WorkRing.FULL, new WorkRing(0).claim());
    }

    @Test
    void shouldNameOnlyWhatIsThere()
    {
        final WorkRing ring = new WorkRing(4, 100);
        assertThrows(IllegalStateException.class, ring::retire);
        assertThrows(IndexOutOfBoundsException.class, () -> ring.slotOf(100));
        ring.claim();
        assertThrows(IndexOutOfBoundsException.class, () -> ring.slotOf(100), "claimed and not published");
        ring.publish();
        ring.slotOf(100);
        assertThrows(IndexOutOfBoundsException.class, () -> ring.slotOf(99));
        assertThrows(IndexOutOfBoundsException.class, () -> ring.slotOf(101));
        ring.retire();
        assertThrows(IndexOutOfBoundsException.class, () -> ring.slotOf(100));
    }

    @Test
    void shouldEndAllAtOnce()
    {
        final WorkRing ring = new WorkRing(3);
        for (int i = 0; i < 3; i++)
        {
            ring.claim();
            ring.publish();
        }
        assertEquals(WorkRing.FULL, ring.claim());
        ring.retireAll();
        assertEquals(3, ring.head());
        assertEquals(3, ring.tail());
        assertEquals(3, ring.claim());
    }
}
