package io.roce.nic.qp;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;

import java.nio.ByteBuffer;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What every kind of table does. */
class QpTableTest
{
    private static final int FIRST = 0x11;
    private static final int LAST = 0x3FFFF;
    private static final int LAST_OF_PAGE = 0xFFF;

    private final QpContext context = new QpContext();
    private QpTable table;

    @AfterEach
    void close()
    {
        if (table != null)
        {
            table.close();
            assertEquals(0, table.pages());
            assertEquals(0, table.sparePages());
            assertEquals(0, table.bytesCommitted());
            assertFalse(table.lookup(FIRST, context));
            assertEquals(-1, table.nextLive(-1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindEveryNumberFromTheFirstToTheLast(final QpTableKind kind)
    {
        open(kind);
        final int[] qpns = {
            FIRST, FIRST + 1, 0xFF, 0x100, LAST_OF_PAGE, LAST_OF_PAGE + 1, 0xFFFF, 0x10000, 0x2FFFF, LAST - 1, LAST};
        for (int i = 0; i < qpns.length; i++)
        {
            assertFalse(table.lookup(qpns[i], context));
            install(qpns[i], 100 + i);
        }
        int previous = -1;
        for (int i = 0; i < qpns.length; i++)
        {
            assertTrue(table.lookup(qpns[i], context));
            assertEquals(qpns[i], context.qpn());
            assertEquals(100 + i, context.generation());
            assertEquals(qpns[i], table.nextLive(previous));
            assertEquals(qpns[i], table.nextLive(qpns[i] - 1));
            previous = qpns[i];
        }
        assertEquals(-1, table.nextLive(previous));
        assertEquals(-1, table.nextLive(0xFFFFFF));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerForNumbersWhereNothingIs(final QpTableKind kind)
    {
        open(kind);
        install(FIRST, 7);
        for (final int qpn : new int[]{0, 1, FIRST - 1, FIRST + 1, LAST, LAST + 1, 0x7FFFFF, 0x800000, 0xFFFFFF})
        {
            assertFalse(table.lookup(qpn, context));
            assertEquals(QpnStatus.UNALLOCATED, table.status(qpn, 0));
            assertEquals(0, table.quarantineRemainingNs(qpn, Long.MIN_VALUE));
        }
        assertThrows(IllegalStateException.class, () -> table.retire(FIRST + 1, 0));
        assertThrows(IllegalStateException.class, () -> table.release(LAST + 1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveTheHandleAsItWasWhenTheNumberHasNoQueuePair(final QpTableKind kind)
    {
        open(kind);
        install(FIRST, 7);
        table.lookup(FIRST, context);
        assertFalse(table.lookup(FIRST + 1, context));
        assertFalse(table.lookup(LAST, context));
        assertEquals(FIRST, context.qpn());
        assertEquals(7, context.generation());
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartEveryRecordOnACacheLine(final QpTableKind kind)
    {
        open(kind);
        for (int qpn = FIRST; qpn < LAST; qpn += 1111)
        {
            install(qpn, 1);
            assertEquals(0, QpRecords.address(table, qpn) & 63);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingOfTheLastQueuePairToTheNextWithItsNumber(final QpTableKind kind) throws VerbsException
    {
        open(kind);
        install(LAST_OF_PAGE, 1);
        install(LAST_OF_PAGE - 1, 2);
        table.lookup(LAST_OF_PAGE, context);
        new QpModifier(SamplePorts.IPV4).modify(context, new QpModification(
            QpState.INIT, null, SampleAttributes.of(QpType.RC, QpState.RESET, QpState.INIT)));
        context.onRequest();
        table.retire(LAST_OF_PAGE, 5);
        table.release(LAST_OF_PAGE);

        install(LAST_OF_PAGE, 3);
        install(LAST_OF_PAGE + 1, 3);
        assertArrayEquals(QpRecords.bytes(table, LAST_OF_PAGE + 1), QpRecords.bytes(table, LAST_OF_PAGE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndQuarantineByTheClockAndNotByRelease(final QpTableKind kind)
    {
        open(kind);
        install(FIRST, 1);
        assertEquals(QpnStatus.LIVE, table.status(FIRST, Long.MAX_VALUE));
        final long untilNs = Long.MIN_VALUE + 3;
        table.retire(FIRST, untilNs);

        assertFalse(table.lookup(FIRST, context));
        assertEquals(-1, table.nextLive(-1));
        assertEquals(QpnStatus.QUARANTINED, table.status(FIRST, Long.MAX_VALUE - 1));
        assertEquals(5, table.quarantineRemainingNs(FIRST, Long.MAX_VALUE - 1));
        assertEquals(QpnStatus.QUARANTINED, table.status(FIRST, untilNs - 1));
        assertEquals(QpnStatus.UNALLOCATED, table.status(FIRST, untilNs));
        assertEquals(0, table.quarantineRemainingNs(FIRST, untilNs + 1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseToInstallWhereSomethingIsAndToEndWhatIsNot(final QpTableKind kind)
    {
        open(kind);
        install(FIRST, 1);
        assertThrows(IllegalStateException.class, () -> table.install(FIRST, QpType.RC, 2, 0));
        table.retire(FIRST, 10);
        assertThrows(IllegalStateException.class, () -> table.install(FIRST, QpType.RC, 2, 0));
        assertThrows(IllegalStateException.class, () -> table.retire(FIRST, 11));
        table.release(FIRST);
        assertThrows(IllegalStateException.class, () -> table.release(FIRST));
        assertThrows(IllegalStateException.class, () -> table.retire(FIRST, 11));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailRatherThanReadMemoryThatIsNoLongerTheTables(final QpTableKind kind)
    {
        open(kind);
        install(FIRST, 1);
        assertTrue(table.lookup(FIRST, context));
        table.close();
        assertThrows(IndexOutOfBoundsException.class, context::state);
        assertThrows(IndexOutOfBoundsException.class, context::onRequest);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellHowTheNumbersOfEachPageAreUsed(final QpTableKind kind)
    {
        open(kind);
        final int[] qpns = {FIRST, FIRST + 1, FIRST + 2, 0x1FFFF, 0x20000, LAST};
        for (final int qpn : qpns)
        {
            install(qpn, 1);
        }
        table.retire(FIRST, 10);
        table.retire(LAST, 10);
        table.release(FIRST + 1);

        final List<QpPageFigures> pages = PageWalk.of(table);
        final List<QpPageFigures> expected = switch (kind)
        {
            case FLAT -> List.of(new QpPageFigures(FIRST, LAST - FIRST + 1, 3, 2));
            case TWO_LEVEL -> List.of(
                new QpPageFigures(0, 4096, 1, 1), new QpPageFigures(0x1F000, 4096, 1, 0),
                new QpPageFigures(0x20000, 4096, 1, 0), new QpPageFigures(0x3F000, 4096, 0, 1));
            case THREE_LEVEL -> List.of(
                new QpPageFigures(0, 256, 1, 1), new QpPageFigures(0x1FF00, 256, 1, 0),
                new QpPageFigures(0x20000, 256, 1, 0), new QpPageFigures(0x3FF00, 256, 0, 1));
        };
        assertEquals(expected, pages);
        assertEquals(expected.get(0).records() - expected.get(0).live() - expected.get(0).quarantined(),
            pages.get(0).free());
        assertEquals(pages.size(), table.pages());
        assertEquals(pages.get(0).records(), table.recordsPerPage());
    }

    @Test
    void shouldTakeTheWholeRowOfAFlatTableAtTheStartAndKeepItToTheEnd()
    {
        table = QpTableKind.FLAT.open(FIRST, FIRST + 999);
        assertEquals(1000 * 256 + 64, table.bytesCommitted());
        for (int round = 0; round < 2; round++)
        {
            install(FIRST, 1);
            table.release(FIRST);
            assertEquals(1, table.pages());
            assertEquals(0, table.sparePages());
            assertEquals(1000 * 256 + 64, table.bytesCommitted());
        }
    }

    @Test
    void shouldRefuseAFlatTableThatDoesNotFit()
    {
        final IllegalArgumentException tooLong = assertThrows(
            IllegalArgumentException.class, () -> QpTableKind.FLAT.open(2, 0xFFFFFE));
        assertEquals(
            "a flat table holds 1 to 8,388,607 QPNs, in one piece of memory, and 0x000002 to 0xfffffe are 16,777,213",
            tooLong.getMessage());

        final IllegalArgumentException noMemory = assertThrows(
            IllegalArgumentException.class, () -> QpTableKind.FLAT.open(2, 5, length ->
            {
                throw new OutOfMemoryError("none left");
            }));
        assertTrue(noMemory.getMessage().startsWith("a flat table of 4 QPNs takes 1,024 bytes at once"));
    }

    @Test
    void shouldRefuseANumberThatAFlatTableWasNotMadeFor()
    {
        table = QpTableKind.FLAT.open(FIRST, LAST);
        for (final int qpn : new int[]{FIRST - 1, LAST + 1})
        {
            final String message = assertThrows(
                IllegalArgumentException.class, () -> table.install(qpn, QpType.RC, 1, 0)).getMessage();
            assertTrue(message.contains("outside 0x000011 to 0x03ffff"), message);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "FLAT", mode = EnumSource.Mode.EXCLUDE)
    void shouldReachBothEndsOfTheNumberSpace(final QpTableKind kind)
    {
        table = kind.open(0, 0xFFFFFF);
        install(0, 1);
        install(0xFFFFFF, 2);
        assertEquals(0, table.nextLive(-1));
        assertEquals(0xFFFFFF, table.nextLive(0));
        assertEquals(-1, table.nextLive(0xFFFFFF));
    }

    @ParameterizedTest
    @EnumSource(names = "FLAT", mode = EnumSource.Mode.EXCLUDE)
    void shouldSayWhenThereIsNoMemoryForAPage(final QpTableKind kind)
    {
        final int[] pagesLeft = {1};
        table = kind.open(FIRST, LAST, length ->
        {
            if (pagesLeft[0]-- <= 0)
            {
                throw new OutOfMemoryError("none left");
            }
            return ByteBuffer.allocateDirect(length);
        });
        install(FIRST, 1);
        final long committed = table.bytesCommitted();
        assertFalse(table.install(LAST, QpType.RC, 2, 0));
        assertEquals(1, table.pages());
        assertEquals(committed, table.bytesCommitted());
        assertEquals(QpnStatus.UNALLOCATED, table.status(LAST, 0));
        install(FIRST + 1, 2);

        table.release(FIRST);
        table.release(FIRST + 1);
        install(LAST, 3);
        assertEquals(committed, table.bytesCommitted(), "in the memory of the page that has gone");
    }

    private void open(final QpTableKind kind)
    {
        table = kind.open(FIRST, LAST);
        assertEquals(kind, table.kind());
        assertEquals(256, table.recordLength());
    }

    private void install(final int qpn, final long generation)
    {
        assertTrue(table.install(qpn, QpType.RC, generation, 0));
    }
}
