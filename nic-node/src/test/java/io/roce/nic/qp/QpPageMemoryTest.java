package io.roce.nic.qp;

import io.roce.nic.memory.DirectMemory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Pages come and go, and their memory with them, in tables that have more than one. */
class QpPageMemoryTest
{
    private static final int PAGE_BYTES = 4096 * 256 + 64;
    private static final int LAST_OF_PAGE_0 = 0xFFF;
    private static final int FIRST_OF_PAGE_1 = 0x1000;

    private final QpContext context = new QpContext();
    private int allocations;
    private QpTable table = QpTableKind.TWO_LEVEL.open(2, 0xFFFFFE, this::allocate);

    @AfterEach
    void close()
    {
        table.close();
        assertEquals(0, table.bytesCommitted());
    }

    @Test
    void shouldHaveAPageOnlyWhileANumberInItsRangeIsInUse()
    {
        assertEquals(0, table.pages());
        install(LAST_OF_PAGE_0, 1);
        install(LAST_OF_PAGE_0 - 1, 2);
        figures(1, 0);
        install(FIRST_OF_PAGE_1, 3);
        figures(2, 0);

        table.retire(LAST_OF_PAGE_0, 100);
        table.retire(LAST_OF_PAGE_0 - 1, 100);
        figures(2, 0);
        table.release(LAST_OF_PAGE_0);
        figures(2, 0);
        table.release(LAST_OF_PAGE_0 - 1);
        figures(1, 1);
    }

    @Test
    void shouldKeepTheMemoryOfOnePageAndNoMore()
    {
        for (int page = 0; page < 5; page++)
        {
            install(page << 12 | 2, page);
        }
        figures(5, 0);
        for (int page = 0; page < 5; page++)
        {
            table.release(page << 12 | 2);
            figures(4 - page, 1);
        }
        install(0x800000, 6);
        figures(1, 0);
        assertEquals(5, allocations);
    }

    @Test
    void shouldTakeNoMemoryForComingAndGoingAtTheEndOfAPage()
    {
        install(LAST_OF_PAGE_0, 1);
        install(FIRST_OF_PAGE_1, 1);
        for (int i = 0; i < 1000; i++)
        {
            table.release(FIRST_OF_PAGE_1);
            figures(1, 1);
            install(FIRST_OF_PAGE_1, i);
            figures(2, 0);
        }
        assertEquals(2, allocations);
    }

    @Test
    void shouldTakeNoMemoryForOneQueuePairAfterAnotherInAnEmptyTable()
    {
        for (int i = 0; i < 1000; i++)
        {
            install(2 + 4096 * i, i);
            table.release(2 + 4096 * i);
        }
        assertEquals(1, allocations);
        figures(0, 1);
    }

    @Test
    void shouldFailRatherThanReadMemoryOfAPageThatHasGone()
    {
        install(7, 1);
        assertTrue(table.lookup(7, context));
        table.retire(7, 0);
        table.release(7);
        assertEquals(0, table.pages());

        assertThrows(IndexOutOfBoundsException.class, context::state);
        assertThrows(IndexOutOfBoundsException.class, context::onRequest);

        install(7, 2);
        assertEquals(1, allocations, "in the same memory");
        assertThrows(IndexOutOfBoundsException.class, context::state, "a new page does not revive an old handle");
    }

    /** Against sets of numbers; all figures follow from them. */
    @ParameterizedTest
    @CsvSource({"TWO_LEVEL, 1", "TWO_LEVEL, 2", "THREE_LEVEL, 3", "THREE_LEVEL, 4"})
    void shouldAgreeWithSetsOfNumbersWhateverComesAndGoes(final QpTableKind kind, final long seed)
    {
        table.close();
        table = kind.open(2, 0xFFFFFE, this::allocate);
        final int records = table.recordsPerPage();
        final SplittableRandom random = new SplittableRandom(seed);
        final TreeSet<Integer> live = new TreeSet<>();
        final TreeSet<Integer> held = new TreeSet<>();
        for (int i = 0; i < 10_000; i++)
        {
            final String step = "seed " + seed + ", step " + i;
            final int qpn = random.nextInt(8) * 0x200000 + random.nextInt(4);
            if (live.contains(qpn))
            {
                table.lookup(qpn, context);
                table.retire(qpn, i);
                live.remove(qpn);
                held.add(qpn);
                assertFalse(context.isCurrent(), step);
            }
            else if (held.remove(qpn))
            {
                table.release(qpn);
            }
            else
            {
                install(qpn, i);
                live.add(qpn);
            }

            final TreeSet<Integer> used = new TreeSet<>(live);
            used.addAll(held);
            final long pages = used.stream().map(number -> number / records).distinct().count();
            assertEquals(pages, table.pages(), step);
            assertTrue(table.sparePages() <= 1, step);
            assertEquals((pages + table.sparePages()) * (records * 256L + 64), table.bytesCommitted(), step);
            final int[] counts = new int[3];
            PageWalk.of(table).forEach(page ->
            {
                counts[0] += page.live();
                counts[1] += page.quarantined();
                counts[2] += page.free();
            });
            assertEquals(live.size(), counts[0], step);
            assertEquals(held.size(), counts[1], step);
            assertEquals(pages * records - live.size() - held.size(), counts[2], step);
            final Integer next = live.higher(qpn);
            assertEquals(next == null ? -1 : next, table.nextLive(qpn), step);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "FLAT", mode = EnumSource.Mode.EXCLUDE)
    void shouldGiveZerosAgainInMemoryThatIsUsedAgain(final QpTableKind kind)
    {
        table.close();
        table = kind.open(2, 0xFFFFFE, this::allocate);
        final int[] qpns = {2, 3, 200};
        Arrays.stream(qpns).forEach(qpn -> install(qpn, 0x5EED));
        Arrays.stream(qpns).forEach(table::release);
        install(0x300000, 1);
        assertEquals(1, allocations);
        for (int i = 1; i < 256; i++)
        {
            assertEquals(QpnStatus.UNALLOCATED, table.status(0x300000 + i, 0));
        }
    }

    @ParameterizedTest
    @EnumSource(names = "FLAT", mode = EnumSource.Mode.EXCLUDE)
    void shouldNotAskForMemoryThatIsNotThere(final QpTableKind kind)
    {
        table.close();
        final long[] left = new long[1];
        table = kind.open(2, 0xFFFFFE, new DirectMemory()
        {
            @Override
            public ByteBuffer allocate(final int length)
            {
                left[0] -= length;
                return QpPageMemoryTest.this.allocate(length);
            }

            @Override
            public long left()
            {
                return left[0];
            }
        });
        final int pageBytes = table.recordsPerPage() * 256 + 64;
        left[0] = 3 * pageBytes - 1;
        assertEquals(2, table.pagesLeft());
        assertEquals(2 * pageBytes, table.bytesBound());
        install(0x100000, 1);
        install(0x200000, 2);
        assertEquals(0, table.pagesLeft());
        assertFalse(table.install(0x300000, QpType.RC, 3, 0));
        assertEquals(2, allocations);

        table.release(0x100000);
        assertEquals(1, table.pagesLeft(), "the spare one");
        assertEquals(2 * pageBytes, table.bytesBound());
        install(0x300000, 3);
        assertEquals(2, allocations);
    }

    private ByteBuffer allocate(final int length)
    {
        allocations++;
        return ByteBuffer.allocateDirect(length);
    }

    private void figures(final int pages, final int sparePages)
    {
        assertEquals(pages, table.pages());
        assertEquals(sparePages, table.sparePages());
        assertEquals((long)(pages + sparePages) * PAGE_BYTES, table.bytesCommitted());
    }

    private void install(final int qpn, final long generation)
    {
        assertTrue(table.install(qpn, QpType.RC, generation, 0));
    }
}
