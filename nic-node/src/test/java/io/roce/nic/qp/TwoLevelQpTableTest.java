package io.roce.nic.qp;

import java.nio.ByteBuffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TwoLevelQpTableTest
{
    private static final int PAGE_BYTES = 4096 * 256 + 64;
    private static final int LAST_OF_PAGE_0 = 0xFFF;
    private static final int FIRST_OF_PAGE_1 = 0x1000;

    private final TwoLevelQpTable table = new TwoLevelQpTable();
    private final QpContext context = new QpContext();

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
        assertEquals(1, table.pages());
        install(FIRST_OF_PAGE_1, 3);
        assertEquals(2, table.pages());
        assertEquals(2L * PAGE_BYTES, table.bytesCommitted());

        table.retire(LAST_OF_PAGE_0, 100);
        table.retire(LAST_OF_PAGE_0 - 1, 100);
        assertEquals(2, table.pages(), "quarantined numbers keep their page");
        table.release(LAST_OF_PAGE_0);
        assertEquals(2, table.pages());
        table.release(LAST_OF_PAGE_0 - 1);
        assertEquals(1, table.pages());
        assertEquals(PAGE_BYTES, table.bytesCommitted());
    }

    @Test
    void shouldFindEveryNumberFromTheFirstToTheLast()
    {
        final int[] qpns = {0, 1, 2, LAST_OF_PAGE_0, FIRST_OF_PAGE_1, 0x7FFFFF, 0x800000, 0xFFFFFE, 0xFFFFFF};
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
            previous = qpns[i];
        }
        assertEquals(-1, table.nextLive(previous));
    }

    @Test
    void shouldStartEveryRecordOnACacheLine()
    {
        for (int qpn = 0; qpn < 64 * 4096; qpn += 1111)
        {
            install(qpn, 1);
            assertEquals(0, QpRecords.address(table, qpn) & 63);
        }
    }

    @Test
    void shouldHaveEverythingThatAdmissionReadsInTheFirstCacheLine()
    {
        assertTrue(QpRecord.STATE_WORD_OFFSET + Integer.BYTES <= 64);
        assertTrue(QpRecord.PEER_HIGH_OFFSET + Long.BYTES <= 64);
        assertTrue(QpRecord.PEER_LOW_OFFSET + Long.BYTES <= 64);
        assertTrue(QpRecord.P_KEY_OFFSET + Integer.BYTES <= 64);
        assertTrue(QpRecord.Q_KEY_OFFSET + Integer.BYTES <= 64);
        assertTrue(QpRecord.REFUSED_OFFSET + Long.BYTES <= 64);
        assertEquals(128, QpRecord.valueOffset(QpAttribute.MAX_RD_ATOMIC) + Integer.BYTES, "line 1 is full");
        assertEquals(QpRecord.LENGTH, 256);
    }

    @Test
    void shouldLeaveNothingOfTheLastQueuePairToTheNextWithItsNumber() throws VerbsException
    {
        install(LAST_OF_PAGE_0, 1);
        install(LAST_OF_PAGE_0 - 1, 2);
        table.lookup(LAST_OF_PAGE_0, context);
        new QpModifier(false).modify(context, new QpModification(
            QpState.INIT, null, SampleAttributes.of(QpType.RC, QpState.RESET, QpState.INIT)));
        context.onRequest();
        table.retire(LAST_OF_PAGE_0, 5);
        table.release(LAST_OF_PAGE_0);

        install(LAST_OF_PAGE_0, 3);
        install(FIRST_OF_PAGE_1, 3);
        assertArrayEquals(QpRecords.bytes(table, FIRST_OF_PAGE_1), QpRecords.bytes(table, LAST_OF_PAGE_0));
    }

    @Test
    void shouldEndQuarantineByTheClockAndNotByRelease()
    {
        install(7, 1);
        assertEquals(QpnStatus.LIVE, table.status(7, Long.MAX_VALUE));
        final long untilNs = Long.MIN_VALUE + 3;
        table.retire(7, untilNs);

        assertFalse(table.lookup(7, context));
        assertEquals(QpnStatus.QUARANTINED, table.status(7, Long.MAX_VALUE - 1));
        assertEquals(5, table.quarantineRemainingNs(7, Long.MAX_VALUE - 1));
        assertEquals(QpnStatus.QUARANTINED, table.status(7, untilNs - 1));
        assertEquals(QpnStatus.UNALLOCATED, table.status(7, untilNs));
        assertEquals(0, table.quarantineRemainingNs(7, untilNs + 1));
        assertEquals(QpnStatus.UNALLOCATED, table.status(8, untilNs), "never given, on a page that exists");
        assertEquals(QpnStatus.UNALLOCATED, table.status(0x123456, untilNs), "no page");
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
        assertThrows(IndexOutOfBoundsException.class, context::state, "a new page does not revive an old handle");
    }

    @Test
    void shouldRefuseToInstallWhereSomethingIsAndToEndWhatIsNot()
    {
        install(7, 1);
        assertThrows(IllegalStateException.class, () -> table.install(7, QpType.RC, 2, 0));
        table.retire(7, 10);
        assertThrows(IllegalStateException.class, () -> table.install(7, QpType.RC, 2, 0));
        assertThrows(IllegalStateException.class, () -> table.retire(7, 11));
        table.release(7);
        assertThrows(IllegalStateException.class, () -> table.release(7));
        assertThrows(IllegalStateException.class, () -> table.retire(7, 11));
    }

    @Test
    void shouldSayWhenThereIsNoMemoryForAPage()
    {
        final int[] pagesLeft = {1};
        try (QpTable small = new TwoLevelQpTable(4, length ->
        {
            if (pagesLeft[0]-- == 0)
            {
                throw new OutOfMemoryError("none left");
            }
            return ByteBuffer.allocateDirect(length);
        }))
        {
            assertTrue(small.install(0x1F, QpType.RC, 1, 0));
            assertFalse(small.install(0x20, QpType.RC, 2, 0));
            assertEquals(1, small.pages());
            assertEquals(16 * 256 + 64, small.bytesCommitted());
            assertEquals(QpnStatus.UNALLOCATED, small.status(0x20, 0));
            assertTrue(small.install(0x10, QpType.RC, 2, 0), "in the page that exists");
        }
    }

    private void install(final int qpn, final long generation)
    {
        assertTrue(table.install(qpn, QpType.RC, generation, 0));
    }
}
