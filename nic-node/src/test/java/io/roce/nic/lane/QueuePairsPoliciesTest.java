package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpRecords;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.qp.SampleAttributes;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.nic.qpn.QuarantinedQpn;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

class QueuePairsPoliciesTest
{
    private static final int FIRST = 0x11;
    private static final long MS = 1_000_000;
    private static final long CAP_NS = 60_000 * MS;
    private static final long LIFETIME_NS = 268_435_456;

    private final CachedNanoClock clock = new CachedNanoClock();
    private QpTable table;
    private QueuePairs queuePairs;

    @AfterEach
    void close()
    {
        queuePairs.close();
    }

    @Test
    void shouldHoldANumberUntilSoManyOthersHaveBeenHandedOut() throws VerbsException
    {
        open(8, "count:3", QuarantinePressure.STRICT, ResetHold.ALLOW);
        queuePairs.create(QpType.RC, 1, false);
        assertEquals(-1, queuePairs.destroy(FIRST).reusableInNs());
        clock.advance(3_600_000 * MS);
        queuePairs.create(QpType.RC, 2, false);
        assertEquals(QpnStatus.QUARANTINED, queuePairs.resolver().status(FIRST));
        assertEquals(-1, queuePairs.quarantineRemainingNs(FIRST));
        final VerbsException held = refuse(VerbsErrorCode.QUARANTINED, () -> queuePairs.query(FIRST));
        assertNull(held.fields().get("remaining_ms"));
        assertEquals(
            "0x000011 was destroyed; its number is in quarantine until enough others have been handed out",
            held.getMessage());
        assertNull(refuse(VerbsErrorCode.QPN_NOT_FREE, () -> queuePairs.createWithQpn(QpType.RC, FIRST))
            .fields().get("remaining_ms"));

        queuePairs.create(QpType.RC, 1, false);
        assertEquals(QpnStatus.UNALLOCATED, queuePairs.resolver().status(FIRST), "no tick has run");
        assertEquals(1, queuePairs.figures().quarantine().released());
    }

    @Test
    void shouldHoldANumberForAsLongAsEitherTimeOrCountDoes() throws VerbsException
    {
        open(8, "500ms+count:1", QuarantinePressure.STRICT, ResetHold.ALLOW);
        queuePairs.create(QpType.RC, 2, false);
        queuePairs.destroy(FIRST);
        assertEquals(-1, queuePairs.quarantineRemainingNs(FIRST));
        assertEquals(-1, queuePairs.figures().quarantine().nextInNs());
        clock.advance(100 * MS);
        queuePairs.create(QpType.RC, 1, false);
        assertEquals(400 * MS, queuePairs.quarantineRemainingNs(FIRST));
        assertEquals(400 * MS, queuePairs.figures().quarantine().nextInNs());

        queuePairs.destroy(FIRST + 1);
        clock.advance(500 * MS);
        assertEquals(QpnStatus.UNALLOCATED, queuePairs.resolver().status(FIRST));
        assertEquals(QpnStatus.QUARANTINED, queuePairs.resolver().status(FIRST + 1));
        queuePairs.create(QpType.RC, 1, false);
        assertEquals(QpnStatus.UNALLOCATED, queuePairs.resolver().status(FIRST + 1));
    }

    /** However long it takes to read them: one that is due meanwhile is let out afterwards. */
    @Test
    void shouldTellFiguresOfOneMoment() throws VerbsException
    {
        open(8, "500ms", QuarantinePressure.STRICT, ResetHold.ALLOW);
        queuePairs.create(QpType.RC, 2, false);
        queuePairs.destroy(FIRST);
        clock.advance(499 * MS);

        final QueuePairFigures figures = queuePairs.figures();
        assertEquals(1, figures.table().quarantined());
        clock.advance(MS);
        assertEquals(MS, figures.quarantine().nextInNs());
        assertEquals(1, figures.quarantine().held());
        assertEquals(List.of(new QuarantinedQpn(FIRST, MS, 0)), figures.quarantineQueue(20));
        assertEquals(1, figures.cells(1 << 24, -1, 1).get(0).quarantined());

        assertEquals(0, queuePairs.figures().table().quarantined());
    }

    @Test
    void shouldNotBlockForEverOnACount() throws VerbsException
    {
        open(4, "count:1000", QuarantinePressure.STRICT, ResetHold.ALLOW);
        queuePairs.create(QpType.RC, 4, false);
        for (final int qpn : new int[]{FIRST + 2, FIRST, FIRST + 3})
        {
            queuePairs.destroy(qpn);
        }
        assertEquals(List.of(FIRST, FIRST + 2), qpns(queuePairs.create(QpType.RC, 2, false)), "the oldest two");
        assertEquals(2, queuePairs.figures().quarantine().releasedEarly());
        assertEquals(1, queuePairs.figures().quarantine().held());
    }

    @Test
    void shouldSayWhenATimeIsOverAlthoughACountIsNot() throws VerbsException
    {
        open(2, "500ms+count:1000", QuarantinePressure.STRICT, ResetHold.ALLOW);
        queuePairs.create(QpType.RC, 2, false);
        queuePairs.destroy(FIRST + 1);
        clock.advance(20 * MS);
        queuePairs.destroy(FIRST);
        final VerbsException refused =
            refuse(VerbsErrorCode.QPNS_QUARANTINED, () -> queuePairs.create(QpType.RC, 1, false));
        assertEquals(480L, refused.fields().get("retry_in_ms"));
        clock.advance(480 * MS);
        assertEquals(List.of(FIRST + 1), qpns(queuePairs.create(QpType.RC, 1, false)));
    }

    @Test
    void shouldSayWhenTheFirstRunIsThereAndNotWhenAllAreFree() throws VerbsException
    {
        open(8, "500ms", QuarantinePressure.STRICT, ResetHold.ALLOW);
        queuePairs.create(QpType.RC, 8, false);
        for (final int offset : new int[]{6, 2, 4, 3, 0})
        {
            queuePairs.destroy(FIRST + offset);
            clock.advance(10 * MS);
        }
        // 2, 4 and 3 make a run when the fourth one leaves: destroyed at 30 ms, and it is 50 ms now.
        final VerbsException refused =
            refuse(VerbsErrorCode.QPNS_QUARANTINED, () -> queuePairs.create(QpType.RC, 3, true));
        assertEquals(480L, refused.fields().get("retry_in_ms"));
        refuse(VerbsErrorCode.TABLE_FULL, () -> queuePairs.create(QpType.RC, 4, true));
        clock.advance(480 * MS);
        assertEquals(List.of(FIRST + 2, FIRST + 3, FIRST + 4), qpns(queuePairs.create(QpType.RC, 3, true)));
    }

    @Test
    void shouldStealWhatWouldBeFreeFirst() throws VerbsException
    {
        open(8, "500ms", QuarantinePressure.STEAL_OLDEST, ResetHold.ALLOW);
        queuePairs.create(QpType.RC, 8, false);
        for (final int offset : new int[]{6, 2, 4, 3, 0})
        {
            queuePairs.destroy(FIRST + offset);
            clock.advance(10 * MS);
        }
        assertEquals(
            List.of(FIRST + 2, FIRST + 3, FIRST + 4), qpns(queuePairs.create(QpType.UD, 3, true)), "in a row");
        assertEquals(List.of(FIRST + 6), qpns(queuePairs.create(QpType.UD, 1, false)));
        assertEquals(4, queuePairs.figures().quarantine().stolen());
        assertEquals(1, queuePairs.figures().quarantine().held());
        refuse(VerbsErrorCode.QPN_NOT_FREE, () -> queuePairs.createWithQpn(QpType.UD, FIRST));
        refuse(VerbsErrorCode.TABLE_FULL, () -> queuePairs.create(QpType.UD, 2, false));
    }

    @Test
    void shouldLeaveTheQuarantineAsItIsWhenThereIsNoMemoryForTheRest() throws VerbsException
    {
        final int[] pagesLeft = {1};
        final QpnPolicies policies = policies("500ms", QuarantinePressure.STEAL_OLDEST, ResetHold.ALLOW);
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                0x10, 0x2F, 32, policies, QpTableKind.TWO_LEVEL, QueuePairsFixture.cache(4, 2), SamplePorts.IPV4),
            clock,
            new SplittableRandom(1),
            QpRecords.newTable(4, length ->
            {
                if (pagesLeft[0]-- <= 0)
                {
                    throw new OutOfMemoryError("none left");
                }
                return ByteBuffer.allocateDirect(length);
            }));
        queuePairs.create(QpType.RC, 16, false);
        queuePairs.destroy(0x10);
        refuse(VerbsErrorCode.TABLE_FULL, () -> queuePairs.create(QpType.RC, 17, false));
        assertEquals(QpnStatus.QUARANTINED, queuePairs.resolver().status(0x10));
        assertEquals(500 * MS, queuePairs.quarantineRemainingNs(0x10));
        assertEquals(0, queuePairs.figures().quarantine().stolen());
        pagesLeft[0] = 1;
        assertEquals(17, queuePairs.create(QpType.RC, 17, false).size());
        assertEquals(1, queuePairs.figures().quarantine().stolen());
    }

    /** Two numbers of the first page are of the pool, and all of the second one; there is memory for one page. */
    @Test
    void shouldLetAPageGoSoThatALargerOneCanCome() throws VerbsException
    {
        openShortOfMemory(0x0E, 0x2F, 1, QuarantinePressure.STRICT);
        assertEquals(List.of(0x0E), qpns(queuePairs.create(QpType.RC, 1, false)));
        refuse(VerbsErrorCode.TABLE_FULL, () -> queuePairs.create(QpType.RC, 3, false));
        queuePairs.destroy(0x0E);
        final VerbsException refused =
            refuse(VerbsErrorCode.QPNS_QUARANTINED, () -> queuePairs.create(QpType.RC, 3, false));
        assertEquals(500L, refused.fields().get("retry_in_ms"));
        assertEquals(1, refused.fields().get("free"), "0x0F");
        refuse(VerbsErrorCode.TABLE_FULL, () -> queuePairs.create(QpType.RC, 17, false));
        clock.advance(500 * MS);
        assertEquals(List.of(0x10, 0x11, 0x12), qpns(queuePairs.create(QpType.RC, 3, false)));
        queuePairs.close();

        openShortOfMemory(0x0E, 0x2F, 1, QuarantinePressure.STEAL_OLDEST);
        queuePairs.create(QpType.RC, 1, false);
        queuePairs.destroy(0x0E);
        assertEquals(List.of(0x10, 0x11, 0x12), qpns(queuePairs.create(QpType.RC, 3, true)));
        assertEquals(1, queuePairs.figures().quarantine().stolen());
    }

    @Test
    void shouldDrawWhereThereIsMemoryAndSayWhenThereIsNoneForANumberAskedFor() throws VerbsException
    {
        openShortOfMemory(0x10, 0x4F, 2, QuarantinePressure.STRICT);
        queuePairs.createWithQpn(QpType.RC, 0x4F);
        queuePairs.createWithQpn(QpType.RC, 0x2E);
        final VerbsException refused =
            refuse(VerbsErrorCode.NO_MEMORY, () -> queuePairs.createWithQpn(QpType.RC, 0x10));
        assertEquals(0x10, refused.fields().get("qpn"));
        assertEquals(2 * (16 * 256 + 64L), refused.fields().get("bytes_committed"));
        assertEquals(List.of(0x20, 0x21), qpns(queuePairs.create(QpType.RC, 2, false)));
        assertEquals(List.of(0x22, 0x23, 0x24), qpns(queuePairs.create(QpType.RC, 3, true)));
        assertEquals(9 + 15, queuePairs.create(QpType.RC, 9 + 15, false).size());
        assertEquals(1, queuePairs.create(QpType.RC, 1, false).size());
        refuse(VerbsErrorCode.TABLE_FULL, () -> queuePairs.create(QpType.RC, 1, false));
        assertEquals(32, queuePairs.figures().table().live());
    }

    @Test
    void shouldFillAnArrayWithTheNumbersOfABatch() throws VerbsException
    {
        open(8, "none", QuarantinePressure.STRICT, ResetHold.ALLOW);
        final int[] qpns = new int[3];
        queuePairs.create(QpType.UC, qpns, false);
        assertArrayEquals(new int[]{FIRST, FIRST + 1, FIRST + 2}, qpns);
        assertEquals(3, queuePairs.query(FIRST + 2).generation());
        refuse(VerbsErrorCode.OUT_OF_RANGE, () -> queuePairs.create(QpType.UC, new int[0], true));
    }

    /**
     * (retry_cnt + 1) x 4.096 us x 2^timeout x 4 and 268.435456 ms on the way. 14 and 7: 8 x 67.108864 ms x 4; 1 and 0:
     * 8.192 us x 4; 31 and 7: 8 x 8,796.093022208 s x 4.
     */
    @ParameterizedTest
    @CsvSource({
        "14, 7, 2415919104", "1, 0, 268468224", "31, 7, 281475245146112", "0, 7, 60000000000"})
    void shouldHoldForAsLongAsAPeerWithTheSameTimersMayTransmit(
        final int timeout, final int retryCnt, final long holdNs) throws VerbsException
    {
        open(8, "auto", QuarantinePressure.STRICT, ResetHold.ALLOW);
        create(QpType.RC, QpState.RTR, null);
        final QpAttributes attributes = SampleAttributes.of(QpType.RC, QpState.RTR, QpState.RTS);
        attributes.put(QpAttribute.TIMEOUT, timeout).put(QpAttribute.RETRY_CNT, retryCnt);
        queuePairs.modify(FIRST, new QpModification(QpState.RTS, null, attributes));
        assertEquals(holdNs, queuePairs.destroy(FIRST).reusableInNs());
        assertEquals(holdNs, queuePairs.figures().quarantine().nextInNs());
    }

    @ParameterizedTest
    @CsvSource({"14, 7, 2415919104", "14, -1, 60000000000", "0, 0, 60000000000"})
    void shouldTrustWhatItIsToldOfThePeersTimersMore(final int timeout, final int retryCnt, final long holdNs)
        throws VerbsException
    {
        open(8, "auto", QuarantinePressure.STRICT, ResetHold.ALLOW);
        create(QpType.RC, QpState.RTR, new PeerTimers(timeout, retryCnt));
        queuePairs.modify(FIRST, new QpModification(
            QpState.RTS,
            null,
            SampleAttributes.of(QpType.RC, QpState.RTR, QpState.RTS).put(QpAttribute.TIMEOUT, 20)));
        assertEquals(new PeerTimers(timeout, retryCnt), queuePairs.query(FIRST).peerTimers());
        assertEquals(holdNs, queuePairs.destroy(FIRST).reusableInNs());
    }

    @ParameterizedTest
    @CsvSource({
        "RC, RESET, 268435456", "RC, INIT, 268435456", "RC, RTR, 60000000000", "UC, RTR, 268435456",
        "UD, RTR, 268435456", "UC, RESET, 268435456"})
    void shouldHoldForThePacketLifetimeWhereNobodyTransmitsAgain(
        final QpType type, final QpState state, final long holdNs) throws VerbsException
    {
        open(8, "auto", QuarantinePressure.STRICT, ResetHold.ALLOW);
        create(type, state, null);
        assertEquals(holdNs, queuePairs.destroy(FIRST).reusableInNs());
    }

    @Test
    void shouldLetNumbersGoInTheOrderOfTheirOwnTimes() throws VerbsException
    {
        open(8, "auto", QuarantinePressure.STRICT, ResetHold.ALLOW);
        create(QpType.RC, QpState.RTR, null);
        queuePairs.create(QpType.UD, 1, false);
        queuePairs.destroy(FIRST);
        queuePairs.destroy(FIRST + 1);
        clock.advance(LIFETIME_NS);
        assertEquals(QpnStatus.UNALLOCATED, queuePairs.resolver().status(FIRST + 1));
        assertEquals(QpnStatus.QUARANTINED, queuePairs.resolver().status(FIRST));
        assertEquals(CAP_NS - LIFETIME_NS, queuePairs.figures().quarantine().nextInNs());
    }

    /** The peer of the connection that RESET has ended is the longest one to be feared. */
    @Test
    void shouldNotForgetThePeerOfAConnectionThatResetHasEnded() throws VerbsException
    {
        open(8, "auto", QuarantinePressure.STRICT, ResetHold.ALLOW);
        create(QpType.RC, QpState.RTR, new PeerTimers(14, 7));
        toReset();
        clock.advance(1_000 * MS);
        assertEquals(2_415_919_104L - 1_000 * MS, queuePairs.destroy(FIRST).reusableInNs());
    }

    @ParameterizedTest
    @CsvSource({"ALLOW, 0, 0", "WARN, 1, 0", "REFUSE, 0, 1"})
    void shouldTreatAnEarlyInitAsItIsTold(final ResetHold policy, final int early, final int refused)
        throws VerbsException
    {
        open(8, "500ms", QuarantinePressure.STRICT, policy);
        create(QpType.RC, QpState.RTR, null);
        toReset();
        clock.advance(500 * MS - 1);
        if (policy == ResetHold.REFUSE)
        {
            final byte[] before = QpRecords.bytes(table, FIRST);
            final VerbsException hold = refuse(VerbsErrorCode.RESET_HOLD, this::toInit);
            assertEquals(1L, hold.fields().get("remaining_ms"));
            assertEquals(FIRST, hold.fields().get("qpn"));
            assertArrayEquals(before, QpRecords.bytes(table, FIRST));
        }
        else
        {
            assertEquals(early, toInit().earlyInits());
        }
        assertEquals(early, queuePairs.query(FIRST).earlyInits());
        assertEquals(early, queuePairs.figures().quarantine().earlyInits());
        assertEquals(refused, queuePairs.figures().quarantine().refusedInits());

        toReset();
        clock.advance(1);
        assertEquals(QpState.INIT, toInit().state());
        assertEquals(early, queuePairs.query(FIRST).earlyInits(), "INIT alone is no connection to be feared");
    }

    @Test
    void shouldNotHoldAQueuePairThatHadNoPeer() throws VerbsException
    {
        open(8, "500ms", QuarantinePressure.STRICT, ResetHold.REFUSE);
        create(QpType.UD, QpState.RTR, null);
        toReset();
        assertEquals(QpState.INIT, queuePairs.modify(FIRST, new QpModification(
            QpState.INIT, null, SampleAttributes.of(QpType.UD, QpState.RESET, QpState.INIT))).state());
    }

    @ParameterizedTest
    @CsvSource({"RC, INIT", "RC, RESET", "RC, ERR", "UC, RTR", "UD, RTR"})
    void shouldNotTakePeerTimersWhereThereIsNoPeerThatTransmitsAgain(final QpType type, final QpState next)
        throws VerbsException
    {
        open(8, "auto", QuarantinePressure.STRICT, ResetHold.ALLOW);
        final QpState current = next == QpState.RTR ? QpState.INIT : QpState.RESET;
        create(type, next == QpState.ERR ? QpState.INIT : current, null);
        final QpState from = queuePairs.query(FIRST).state();
        final VerbsException refused = refuse(VerbsErrorCode.ILLEGAL_ATTRIBUTES, () -> queuePairs.modify(
            FIRST,
            new QpModification(next, null, SampleAttributes.of(type, from, next), new PeerTimers(14, 7))));
        assertEquals(List.of("peer_timeout", "peer_retry_cnt"), refused.fields().get("forbidden"));
    }

    private QpnPolicies policies(
        final String quarantine, final QuarantinePressure pressure, final ResetHold resetHold)
    {
        return new QpnPolicies(
            AllocationOrder.CYCLIC, QuarantinePolicy.parse(quarantine), pressure, resetHold, CAP_NS, LIFETIME_NS);
    }

    private void open(
        final int size, final String quarantine, final QuarantinePressure pressure, final ResetHold resetHold)
    {
        table = QpRecords.newTable(4, ByteBuffer::allocateDirect);
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                FIRST, FIRST + size - 1, size, policies(quarantine, pressure, resetHold),
                QpTableKind.TWO_LEVEL, QueuePairsFixture.cache(4, 2), SamplePorts.IPV4),
            clock,
            new SplittableRandom(1),
            table);
    }

    private void openShortOfMemory(
        final int firstQpn, final int lastQpn, final int maxPages, final QuarantinePressure pressure)
    {
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                firstQpn, lastQpn, lastQpn - firstQpn + 1, policies("500ms", pressure, ResetHold.ALLOW),
                QpTableKind.TWO_LEVEL, QueuePairsFixture.cache(4, 2), SamplePorts.IPV4),
            clock,
            new SplittableRandom(1),
            QpRecords.newTable(4, maxPages));
    }

    private void create(final QpType type, final QpState state, final PeerTimers peerTimers) throws VerbsException
    {
        queuePairs.create(type, 1, false);
        QpState current = QpState.RESET;
        for (final QpState next : List.of(QpState.INIT, QpState.RTR))
        {
            if (current == state)
            {
                return;
            }
            queuePairs.modify(FIRST, new QpModification(
                next,
                null,
                SampleAttributes.of(type, current, next),
                next == QpState.RTR ? peerTimers : null));
            current = next;
        }
    }

    private QpSnapshot toInit() throws VerbsException
    {
        return queuePairs.modify(FIRST, new QpModification(
            QpState.INIT, null, SampleAttributes.of(QpType.RC, QpState.RESET, QpState.INIT)));
    }

    private void toReset() throws VerbsException
    {
        queuePairs.modify(FIRST, new QpModification(QpState.RESET, null, new QpAttributes()));
    }

    private static VerbsException refuse(final VerbsErrorCode code, final Executable command)
    {
        final VerbsException refused = assertThrows(VerbsException.class, command);
        assertEquals(code, refused.code(), refused.getMessage());
        return refused;
    }

    private static List<Integer> qpns(final List<QpSnapshot> snapshots)
    {
        return snapshots.stream().map(QpSnapshot::qpn).toList();
    }
}
