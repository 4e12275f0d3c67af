package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpRecords;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.qp.SampleAttributes;
import io.roce.nic.trace.QpnLife;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QueuePairsTest
{
    private static final int FIRST = 0x11;
    private static final int LAST = 0x20;
    private static final long MS = 1_000_000;
    private static final long QUARANTINE_NS = 500 * MS;

    private final CachedNanoClock clock = new CachedNanoClock();
    private QueuePairs queuePairs = newQueuePairs(FIRST, LAST, 12, QUARANTINE_NS);

    @AfterEach
    void close()
    {
        queuePairs.close();
        assertEquals(0, queuePairs.figures().table().bytesCommitted());
    }

    @Test
    void shouldCreateInResetWithTheNextNumbers() throws VerbsException
    {
        final List<QpSnapshot> created = queuePairs.create(QpType.UC, 3, false);
        assertEquals(List.of(0x11, 0x12, 0x13), created.stream().map(QpSnapshot::qpn).toList());
        assertEquals(List.of(1L, 2L, 3L), created.stream().map(QpSnapshot::generation).toList());
        for (final QpSnapshot snapshot : created)
        {
            assertEquals(QpState.RESET, snapshot.state());
            assertEquals(QpType.UC, snapshot.type());
            assertEquals(0, snapshot.epoch());
            assertEquals(0, snapshot.attributes().mask());
            assertEquals(0, snapshot.requests() + snapshot.responses() + snapshot.refused());
            assertEquals(snapshot.toString(), queuePairs.query(snapshot.qpn()).toString());
        }
        assertEquals(3, queuePairs.figures().table().live());
    }

    @Test
    void shouldFailAtOnceWhenTheTableIsFull() throws VerbsException
    {
        queuePairs.create(QpType.RC, 10, false);
        refuse(VerbsErrorCode.TABLE_FULL, Map.of("live", 10, "max_qps", 12, "count", 3),
            () -> queuePairs.create(QpType.RC, 3, false));
        assertEquals(10, queuePairs.figures().table().live());

        queuePairs.create(QpType.RC, 2, false);
        refuse(VerbsErrorCode.TABLE_FULL, Map.of("live", 12, "count", 1),
            () -> queuePairs.create(QpType.RC, 1, true));
        refuse(VerbsErrorCode.TABLE_FULL, Map.of("live", 12, "count", 1),
            () -> queuePairs.createWithQpn(QpType.RC, LAST));
        refuse(VerbsErrorCode.TABLE_FULL, Map.of("count", Integer.MAX_VALUE),
            () -> queuePairs.create(QpType.RC, Integer.MAX_VALUE, false));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldRefuseACountBelowOne(final int count)
    {
        refuse(VerbsErrorCode.OUT_OF_RANGE, Map.of("field", "count", "value", (long)count, "min", 1L, "max", 12L),
            () -> queuePairs.create(QpType.RC, count, false));
    }

    @Test
    void shouldTellAFullPoolFromOneFullOfQuarantine() throws VerbsException
    {
        replace(newQueuePairs(FIRST, FIRST + 3, 100, QUARANTINE_NS));
        queuePairs.create(QpType.RC, 4, false);
        refuse(VerbsErrorCode.TABLE_FULL, Map.of("live", 4, "max_qps", 100, "count", 1),
            () -> queuePairs.create(QpType.RC, 1, false));

        queuePairs.destroy(FIRST);
        clock.advance(100 * MS + 1);
        queuePairs.destroy(FIRST + 2);
        refuse(VerbsErrorCode.QPNS_QUARANTINED,
            Map.of("retry_in_ms", 400L, "free", 0, "quarantined", 2, "count", 1),
            () -> queuePairs.create(QpType.RC, 1, false));
        refuse(VerbsErrorCode.QPNS_QUARANTINED, Map.of("retry_in_ms", 500L, "free", 0, "quarantined", 2, "count", 2),
            () -> queuePairs.create(QpType.RC, 2, false));
        refuse(VerbsErrorCode.TABLE_FULL, Map.of("live", 2, "count", 3),
            () -> queuePairs.create(QpType.RC, 3, false));

        clock.advance(400 * MS);
        assertEquals(FIRST, queuePairs.create(QpType.RC, 1, false).get(0).qpn(), "after as long as it said");
    }

    @Test
    void shouldTellAPoolWithoutARunFromOneThatWillHaveIt() throws VerbsException
    {
        replace(newQueuePairs(FIRST, FIRST + 7, 100, QUARANTINE_NS));
        queuePairs.create(QpType.RC, 8, true);
        queuePairs.destroy(FIRST + 1);
        queuePairs.destroy(FIRST + 2);
        queuePairs.destroy(FIRST + 4);
        clock.advance(QUARANTINE_NS);
        queuePairs.destroy(FIRST + 5);

        assertEquals(8 - 4, queuePairs.figures().table().live());
        refuse(VerbsErrorCode.TABLE_FULL, Map.of("live", 4, "count", 3),
            () -> queuePairs.create(QpType.RC, 3, true));
        queuePairs.destroy(FIRST + 3);
        refuse(VerbsErrorCode.QPNS_QUARANTINED,
            Map.of("retry_in_ms", 500L, "free", 3, "quarantined", 2, "count", 5),
            () -> queuePairs.create(QpType.RC, 5, true));
        clock.advance(QUARANTINE_NS);
        assertEquals(FIRST + 1, queuePairs.create(QpType.RC, 5, true).get(0).qpn());
    }

    @Test
    void shouldGiveTheNumberThatIsAskedForOnlyWhenItIsFree() throws VerbsException
    {
        assertEquals(0x1A, queuePairs.createWithQpn(QpType.RC, 0x1A).qpn());
        refuse(VerbsErrorCode.QPN_NOT_FREE, Map.of("qpn", 0x1A, "status", "LIVE", "remaining_ms", 0L),
            () -> queuePairs.createWithQpn(QpType.RC, 0x1A));
        queuePairs.destroy(0x1A);
        clock.advance(1);
        refuse(VerbsErrorCode.QPN_NOT_FREE, Map.of("qpn", 0x1A, "status", "QUARANTINED", "remaining_ms", 500L),
            () -> queuePairs.createWithQpn(QpType.RC, 0x1A));
        clock.advance(QUARANTINE_NS - 1);
        assertEquals(2, queuePairs.createWithQpn(QpType.RC, 0x1A).generation());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, FIRST - 1, LAST + 1, 0xFFFFFF, -1, 0x1000000})
    void shouldRefuseANumberOutsideThePool(final int qpn)
    {
        refuse(VerbsErrorCode.OUT_OF_RANGE,
            Map.of("field", "qpn", "value", (long)qpn, "min", (long)FIRST, "max", (long)LAST),
            () -> queuePairs.createWithQpn(QpType.RC, qpn));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0x1000000, Integer.MIN_VALUE})
    void shouldRefuseWhatIsNoNumber(final int qpn)
    {
        refuse(VerbsErrorCode.OUT_OF_RANGE, Map.of("field", "qpn"), () -> queuePairs.query(qpn));
        refuse(VerbsErrorCode.OUT_OF_RANGE, Map.of("field", "qpn"), () -> queuePairs.destroy(qpn));
        refuse(VerbsErrorCode.OUT_OF_RANGE, Map.of("field", "qpn"), () -> queuePairs.modify(qpn, toInit()));
        assertEquals(0, queuePairs.quarantineRemainingNs(qpn));
    }

    @Test
    void shouldSayOfADestroyedQueuePairHowLongItsNumberIsHeldBack() throws VerbsException
    {
        queuePairs.create(QpType.RC, 1, false);
        final QpDestroyed destroyed = queuePairs.destroy(FIRST);
        assertEquals(new QpDestroyed(FIRST, 1, QUARANTINE_NS), destroyed);
        assertEquals(QUARANTINE_NS, queuePairs.quarantineRemainingNs(FIRST));

        clock.advance(QUARANTINE_NS - 1);
        assertEquals(QpnStatus.QUARANTINED, queuePairs.resolver().status(FIRST));
        final Map<String, Object> held = Map.of("qpn", FIRST, "status", "QUARANTINED", "remaining_ms", 1L);
        refuse(VerbsErrorCode.QUARANTINED, held, () -> queuePairs.query(FIRST));
        refuse(VerbsErrorCode.QUARANTINED, held, () -> queuePairs.destroy(FIRST));
        refuse(VerbsErrorCode.QUARANTINED, held, () -> queuePairs.modify(FIRST, toInit()));

        clock.advance(1);
        assertEquals(QpnStatus.UNALLOCATED, queuePairs.resolver().status(FIRST), "no tick has run");
        final Map<String, Object> free = Map.of("qpn", FIRST, "status", "UNALLOCATED", "remaining_ms", 0L);
        refuse(VerbsErrorCode.UNALLOCATED, free, () -> queuePairs.query(FIRST));
        refuse(VerbsErrorCode.UNALLOCATED, free, () -> queuePairs.destroy(FIRST));
        refuse(VerbsErrorCode.UNALLOCATED, free, () -> queuePairs.modify(FIRST, toInit()));
        assertEquals(0, queuePairs.quarantineRemainingNs(FIRST));
    }

    @Test
    void shouldFreeANumberAtOnceWithoutQuarantine() throws VerbsException
    {
        replace(newQueuePairs(FIRST, LAST, 12, 0));
        queuePairs.create(QpType.RC, 1, false);
        assertEquals(0, queuePairs.destroy(FIRST).reusableInNs());
        assertEquals(QpnStatus.UNALLOCATED, queuePairs.resolver().status(FIRST));
        assertEquals(0, queuePairs.figures().table().pages());
        assertEquals(FIRST, queuePairs.createWithQpn(QpType.UD, FIRST).qpn());
    }

    @Test
    void shouldNotBringBackAHandleAcrossDestroyAndReissue() throws VerbsException
    {
        queuePairs.create(QpType.RC, 2, false);
        final QpContext first = queuePairs.resolver().resolve(FIRST);
        assertEquals(1, first.generation());
        queuePairs.destroy(FIRST);
        assertNull(queuePairs.resolver().resolve(FIRST));
        assertEquals(1, queuePairs.figures().cache().invalidations());

        clock.advance(QUARANTINE_NS);
        queuePairs.createWithQpn(QpType.UD, FIRST);
        assertNull(queuePairs.resolver().resolve(FIRST, 1, 0));
        assertEquals(QpType.UD, queuePairs.resolver().resolve(FIRST, 3, 0).type());
    }

    @Test
    void shouldInvalidateACachedHandleWithAReset() throws VerbsException
    {
        queuePairs.create(QpType.RC, 1, false);
        queuePairs.modify(FIRST, toInit());
        assertEquals(0, queuePairs.resolver().resolve(FIRST).epoch());
        queuePairs.modify(FIRST, new QpModification(QpState.RESET, null, new QpAttributes()));
        assertEquals(new CacheFigures("fifo", 4, 2, 0, 0, 1, 0, 1, "none", 0, 0, null), queuePairs.figures().cache());
        assertEquals(1, queuePairs.resolver().resolve(FIRST).epoch());
        assertNull(queuePairs.resolver().resolve(FIRST, 1, 0));
        assertNotNull(queuePairs.resolver().resolve(FIRST, 1, 1));
    }

    @Test
    void shouldNotLetCommandsTouchTheCache() throws VerbsException
    {
        queuePairs.create(QpType.RC, 4, false);
        queuePairs.query(FIRST);
        queuePairs.modify(FIRST, toInit());
        queuePairs.list(-1, 10, null);
        queuePairs.destroy(FIRST + 1);
        assertEquals(new CacheFigures("fifo", 4, 2, 0, 0, 0, 0, 0, "none", 0, 0, null), queuePairs.figures().cache());
    }

    @Test
    void shouldListInOrderFromAfterWithinLimitAndByState() throws VerbsException
    {
        queuePairs.create(QpType.RC, 5, false);
        queuePairs.modify(0x12, toInit());
        queuePairs.modify(0x15, toInit());
        assertEquals(List.of(0x11, 0x12, 0x13, 0x14, 0x15), qpns(queuePairs.list(-1, 100, null)));
        assertEquals(List.of(0x13, 0x14), qpns(queuePairs.list(0x12, 2, null)));
        assertEquals(List.of(0x12, 0x15), qpns(queuePairs.list(0, 100, QpState.INIT)));
        assertEquals(List.of(), qpns(queuePairs.list(0x15, 100, null)));
        assertEquals(List.of(), qpns(queuePairs.list(0xFFFFFF, 100, null)));
        assertEquals(List.of(), qpns(queuePairs.list(Integer.MAX_VALUE, 100, null)));
        assertEquals(List.of(0x11), qpns(queuePairs.list(Integer.MIN_VALUE, 1, null)));
        assertEquals(List.of(), qpns(queuePairs.list(-1, 0, null)));
    }

    @Test
    void shouldRememberWhoHadANumber() throws VerbsException
    {
        clock.update(7);
        queuePairs.create(QpType.RC, 1, false);
        queuePairs.modify(FIRST, toInit());
        queuePairs.modify(FIRST, new QpModification(
            QpState.RTR, null, SampleAttributes.of(QpType.RC, QpState.INIT, QpState.RTR)));
        queuePairs.modify(FIRST, new QpModification(QpState.RESET, null, new QpAttributes()));
        clock.update(9);
        queuePairs.destroy(FIRST);
        clock.advance(QUARANTINE_NS);
        queuePairs.createWithQpn(QpType.UD, FIRST);
        queuePairs.destroy(FIRST);

        assertEquals(
            List.of(
                new QpnLife(FIRST, 2, QpType.UD, 9 + QUARANTINE_NS, 9 + QUARANTINE_NS, null),
                new QpnLife(FIRST, 1, QpType.RC, 7, 9, SampleAttributes.PEER)),
            queuePairs.history().of(FIRST));
    }

    @Test
    void shouldCreateNothingWhenThereIsNoMemoryForAPage() throws VerbsException
    {
        final int[] pagesLeft = {2};
        replace(new QueuePairs(
            config(FIRST, 0x40, 40, QUARANTINE_NS), clock, new SplittableRandom(1), QpRecords.newTable(4, length ->
            {
                if (pagesLeft[0]-- <= 0)
                {
                    throw new OutOfMemoryError("none left");
                }
                return ByteBuffer.allocateDirect(length);
            })));

        final VerbsException refused = refuse(
            VerbsErrorCode.TABLE_FULL, Map.of("live", 0, "max_qps", 40, "count", 32),
            () -> queuePairs.create(QpType.RC, 32, false));
        assertTrue(refused.getMessage().contains("no memory"), refused.getMessage());
        assertEquals(0, queuePairs.figures().table().live());
        assertEquals(0, queuePairs.figures().table().pages());
        assertEquals(List.of(), queuePairs.list(-1, 100, null));
        assertEquals(QpnStatus.UNALLOCATED, queuePairs.resolver().status(FIRST));

        pagesLeft[0] = 100;
        assertEquals(40, queuePairs.create(QpType.RC, 40, false).size());
        assertEquals(1, queuePairs.list(-1, 100, null).stream().mapToLong(QpSnapshot::generation).min().orElse(0));
    }

    @Test
    void shouldGiveBackAllMemoryButASparePageWhenTheLastNumberLeavesQuarantine() throws VerbsException
    {
        final int count = 200_000;
        replace(newQueuePairs(FIRST, 0xFFFFFE, count, QUARANTINE_NS));
        final long directBefore = directMemoryBytes();
        queuePairs.create(QpType.RC, count, false);
        assertEquals(49, queuePairs.figures().table().pages(), "numbers 17 to 200,016, 4,096 a page");
        assertEquals(49 * (4096 * 256 + 64L), queuePairs.figures().table().bytesCommitted());

        for (int i = 0; i < count; i++)
        {
            queuePairs.resolver().resolve(FIRST + i);
            queuePairs.destroy(FIRST + i);
        }
        assertEquals(0, queuePairs.figures().cache().resident());
        assertEquals(count, queuePairs.figures().table().quarantined());
        assertTrue(queuePairs.figures().table().bytesCommitted() > 0);

        clock.advance(QUARANTINE_NS);
        queuePairs.onTick();
        assertEquals(0, queuePairs.figures().table().pages());
        assertEquals(1, queuePairs.figures().table().sparePages());
        assertEquals(4096 * 256 + 64, queuePairs.figures().table().bytesCommitted());
        assertTrue(
            directMemoryBytes() <= directBefore + 4096 * 256 + 64, "returned, and not left to the garbage collector");
        assertEquals(figures(0, -1, count, count), queuePairs.figures().quarantine());
    }

    @Test
    void shouldShowTheFiguresOfEachPart() throws VerbsException
    {
        queuePairs.create(QpType.RC, 3, false);
        queuePairs.destroy(FIRST);
        clock.advance(10);
        queuePairs.destroy(FIRST + 1);
        final TableFigures table = queuePairs.figures().table();
        final long bytesBound = table.bytesBound();
        assertTrue(
            bytesBound >= 64 * (4096 * 256 + 64) && bytesBound <= Runtime.getRuntime().maxMemory(),
            () -> "bound: " + bytesBound);
        assertEquals(
            new TableFigures(
                "two-level", 2, 1, 0, 4096, 256, 4096 * 256 + 64, bytesBound, 1, 2, 12, FIRST, LAST),
            table);
        assertEquals(
            figures(2, QUARANTINE_NS - 10, 2, 0), queuePairs.figures().quarantine());

        queuePairs.resolver().resolve(FIRST + 2);
        queuePairs.resolver().resolve(FIRST + 2);
        queuePairs.resolver().resolve(FIRST);
        assertEquals(new CacheFigures("fifo", 4, 2, 1, 1, 2, 0, 0, "none", 0, 0, null), queuePairs.figures().cache());
    }

    @Test
    void shouldHaveAllZeroCacheFiguresWhenItIsOff() throws VerbsException
    {
        replace(new QueuePairs(
            new QueuePairsConfig(
                FIRST,
                LAST,
                12,
                QueuePairsFixture.policies("none"),
                QpTableKind.TWO_LEVEL,
                QpCacheConfig.OFF,
                SamplePorts.IPV4),
            clock,
            new SplittableRandom(1)));
        queuePairs.create(QpType.RC, 1, false);
        queuePairs.resolver().resolve(FIRST);
        assertEquals(new CacheFigures("off", 0, 0, 0, 0, 0, 0, 0, "none", 0, 0, null), queuePairs.figures().cache());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 9, 1, 1, 1, firstQpn", "2, 1, 1, 1, 1, lastQpn", "2, 0xFFFFFF, 1, 1, 1, lastQpn",
        "2, 9, 0, 1, 1, maxQps", "2, 9, 1, 3, 1, cacheSets",
        "2, 9, 1, -1, 1, cacheSets", "2, 9, 1, 4, 3, cacheWays", "2, 9, 1, 4, 0, cacheWays",
        "2, 9, 1, 0x1000000, 2, cacheWays"})
    void shouldNameTheKnobThatIsOutOfRange(
        final String first, final String last, final int maxQps, final String sets, final int ways, final String knob)
    {
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () ->
            new QueuePairsConfig(Integer.decode(first), Integer.decode(last), maxQps,
                QueuePairsFixture.policies("none"), QpTableKind.TWO_LEVEL,
                new QpCacheConfig(Integer.decode(sets), ways), SamplePorts.IPV4));
        assertTrue(refused.getMessage().startsWith(knob + " is "), refused.getMessage());
    }

    @Test
    void shouldTellWhatIsMissingAndForbiddenAndChangeNothing() throws VerbsException
    {
        queuePairs.create(QpType.RC, 1, false);
        refuse(
            VerbsErrorCode.ILLEGAL_ATTRIBUTES,
            Map.of("missing", List.of("port_num", "qp_access_flags"), "forbidden", List.of("rq_psn")),
            () -> queuePairs.modify(FIRST, new QpModification(
                QpState.INIT,
                null,
                new QpAttributes().put(QpAttribute.PKEY_INDEX, 0).put(QpAttribute.RQ_PSN, 5))));
        assertEquals(QpState.RESET, queuePairs.query(FIRST).state());
        assertFalse(queuePairs.query(FIRST).attributes().has(QpAttribute.PKEY_INDEX));
    }

    private VerbsException refuse(
        final VerbsErrorCode code, final Map<String, Object> fields, final Executable command)
    {
        final VerbsException refused = assertThrows(VerbsException.class, command);
        assertEquals(code, refused.code(), refused.getMessage());
        fields.forEach((field, value) -> assertEquals(value, refused.fields().get(field), field));
        return refused;
    }

    private static QuarantineFigures figures(
        final int held, final long nextInNs, final long entered, final long released)
    {
        return new QuarantineFigures(
            QueuePairsFixture.policies(QUARANTINE_NS + "ns"), held, nextInNs, entered, released, 0, 0, 0, 0);
    }

    private static long directMemoryBytes()
    {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    }

    private void replace(final QueuePairs other)
    {
        queuePairs.close();
        queuePairs = other;
    }

    private QueuePairs newQueuePairs(final int first, final int last, final int maxQps, final long quarantineNs)
    {
        return newQueuePairs(first, last, maxQps, QueuePairsFixture.policies(quarantineNs + "ns"));
    }

    private QueuePairs newQueuePairs(final int first, final int last, final int maxQps, final QpnPolicies policies)
    {
        return new QueuePairs(
            new QueuePairsConfig(
                first, last, maxQps, policies, QpTableKind.TWO_LEVEL, QueuePairsFixture.cache(4, 2), SamplePorts.IPV4),
            clock,
            new SplittableRandom(1));
    }

    private static QueuePairsConfig config(
        final int first, final int last, final int maxQps, final long quarantineNs)
    {
        return new QueuePairsConfig(
            first, last, maxQps, QueuePairsFixture.policies(quarantineNs + "ns"),
            QpTableKind.TWO_LEVEL, QueuePairsFixture.cache(4, 2), SamplePorts.IPV4);
    }

    private static QpModification toInit()
    {
        return new QpModification(
            QpState.INIT, null, SampleAttributes.of(QpType.RC, QpState.RESET, QpState.INIT));
    }

    private static List<Integer> qpns(final List<QpSnapshot> snapshots)
    {
        return Arrays.asList(snapshots.stream().map(QpSnapshot::qpn).toArray(Integer[]::new));
    }
}
