package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Port;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.qp.ExpectedTransitions;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpRecords;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.SampleAttributes;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * For each seed a pool of numbers and policies, and the same random history of commands, packets and time over queue
 * pairs without a cache and with caches of 1, 2 and 4096 entries: all of them must do as the model does, whenever each
 * of them happens to tick.
 */
@Tag("long")
class QueuePairsModelTest
{
    private static final int OPERATIONS = 100_000;
    private static final int SEEDS = 24;

    /** After those, with memory for a part of the pool: each kind of quarantine with each order and pressure. */
    private static final int SHORT_OF_MEMORY_SEEDS = 36;
    private static final int SHORT_OF_MEMORY_OPERATIONS = 30_000;
    private static final int OPERATIONS_PER_AUDIT = 1_000;
    private static final int RECORDS_PER_PAGE_BITS = 3;
    private static final int HISTORY_CHECKED_IN = 16;
    private static final int SAVED = 64;
    private static final long NS_PER_MS = 1_000_000;

    /** Sets and ways; all of them go through the same history. */
    private static final int[][] CACHES = {{0, 0}, {1, 1}, {1, 2}, {2, 1}, {1024, 4}};

    private static final GidEntry[] GIDS = SamplePorts.THREE.gids().toArray(GidEntry[]::new);
    private static final InetAddress IPV6_PEER = SampleAttributes.address("2001:db8::9");

    private final CachedNanoClock clock = new CachedNanoClock();
    private String step;
    private QueuePairsConfig config;
    private int maxPages;
    private QueuePairsModel model;
    private Subject[] subjects;
    private Random random;

    /** What outlives a call: a number with its generation and epoch. */
    private final long[][] saved = new long[SAVED][];

    /** First and last number, queue pairs that may live, time and count of the quarantine. */
    private static final Object[][] POOLS = {
        {0x11, 0x40, 30, "400ms", "count:20"},
        {0x7FE, 0x803, 6, "100ms", "count:3"},
        {0x11, 0x12, 9, "30ms", "count:1"},
        {0x2, 0x81, 128, "5s", "count:150"},
        {0xFFFFD0, 0xFFFFFE, 40, "1s", "count:7"},
        {0x100, 0x10F, 12, "2s", "count:1000000"}};

    /** Time and count are of the pool. */
    private static final String[] QUARANTINES = {"none", "%2$s", "%1$s", "auto", "%1$s+%2$s", "auto+%2$s"};

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldDoAsTheModelDoesWithAndWithoutCache(final long seed)
    {
        random = new Random(seed);
        clock.update(Long.MAX_VALUE - 100_000 * NS_PER_MS);
        config = config((int)seed);
        maxPages = maxPages((int)seed);
        model = new QueuePairsModel(config, RECORDS_PER_PAGE_BITS, maxPages, new Random(seed));
        subjects = Stream.of(CACHES)
            .map(cache -> new Subject(cache, new Random(seed)))
            .toArray(Subject[]::new);
        final int operations = seed < SEEDS ? OPERATIONS : SHORT_OF_MEMORY_OPERATIONS;
        for (int i = 0; i < operations; i++)
        {
            step = "seed " + seed + ", step " + i;
            operate();
            if (i % OPERATIONS_PER_AUDIT == 0)
            {
                audit();
            }
        }
        audit();
        if (seed < SEEDS)
        {
            assertEquals(Set.of(1, 2, 3), model.portsInUse);
        }
        assertTrue(clock.nanoTime() < 0, "the clock has overflowed on the way");
        for (final Subject subject : subjects)
        {
            subject.queuePairs.close();
            assertEquals(0, subject.table.bytesCommitted());
        }
    }

    static LongStream seeds()
    {
        return LongStream.range(0, SEEDS + SHORT_OF_MEMORY_SEEDS);
    }

    /** Each kind of quarantine with either pressure, and with each order and reset hold. */
    private static QueuePairsConfig config(final int seed)
    {
        final int kind = seed % QUARANTINES.length;
        final int round = seed / QUARANTINES.length;
        final Object[] pool = POOLS[(5 * kind + round) % POOLS.length];
        return new QueuePairsConfig(
            (int)pool[0],
            (int)pool[1],
            (int)pool[2],
            new QpnPolicies(
                AllocationOrder.values()[(kind + round) % 3],
                QuarantinePolicy.parse(QUARANTINES[kind].formatted(pool[3], pool[4])),
                QuarantinePressure.values()[round % 2],
                ResetHold.values()[(kind / 2 + round) % 3],
                20_000 * NS_PER_MS,
                200 * NS_PER_MS),
            QpTableKind.TWO_LEVEL,
            QpCacheConfig.OFF,
            SamplePorts.THREE);
    }

    /** Half of the pages of the pool, one less or one more; or all. */
    private int maxPages(final int seed)
    {
        return seed < SEEDS ? pages() : Math.max(1, pages() / 2 + seed % 5 % 3 - 1);
    }

    private int pages()
    {
        return (config.lastQpn() >> RECORDS_PER_PAGE_BITS) - (config.firstQpn() >> RECORDS_PER_PAGE_BITS) + 1;
    }

    private void operate()
    {
        for (final Subject subject : subjects)
        {
            if (random.nextInt(20) == 0)
            {
                subject.queuePairs.onTick();
            }
        }
        switch (random.nextInt(20))
        {
            case 0 -> create();
            case 1 -> createWithQpn();
            case 2, 3, 4 -> modify();
            case 5 -> modifyOrDestroyMany();
            case 6, 7 -> destroy();
            case 8 -> clock.advance(random.nextInt(100) == 0 ? 10_000 * NS_PER_MS : random.nextLong(60 * NS_PER_MS));
            case 9 -> comeBack();
            default -> packet();
        }
    }

    private void create()
    {
        final QpType type = anyType();
        final int count = random.nextInt(4) == 0 ? random.nextInt(10) - 1 : 1;
        final boolean contiguous = random.nextBoolean();
        final Object expected = model.create(type, count, contiguous, clock.nanoTime());
        // No page is larger, and only those at the ends of the pool are smaller.
        final boolean isModest =
            count <= Math.max(1, (maxPages - 2 << RECORDS_PER_PAGE_BITS) + 2) && count <= config.maxQps();
        assertFalse(expected == VerbsErrorCode.TABLE_FULL && model.live.isEmpty() && isModest, step);
        forAll(expected, queuePairs -> queuePairs.create(type, count, contiguous));
    }

    private void createWithQpn()
    {
        final QpType type = anyType();
        final int qpn = anyQpn();
        final Object expected = model.createWithQpn(type, qpn, clock.nanoTime());
        forAll(expected, queuePairs -> List.of(queuePairs.createWithQpn(type, qpn)));
    }

    private void modify()
    {
        final int qpn = anyQpn();
        final QpModification modification = anyModification(model.live.get(qpn));
        final byte[][] before = new byte[subjects.length][];
        for (int i = 0; i < subjects.length && model.live.containsKey(qpn); i++)
        {
            before[i] = QpRecords.bytes(subjects[i].table, qpn);
        }

        final Object expected = model.modify(qpn, modification, clock.nanoTime());
        forAll(expected, queuePairs -> List.of(queuePairs.modify(qpn, modification)));
        for (int i = 0; i < subjects.length && before[i] != null && !(expected instanceof List); i++)
        {
            assertArrayEquals(before[i], QpRecords.bytes(subjects[i].table, qpn), step);
        }
    }

    private void destroy()
    {
        final int qpn = anyQpn();
        final QueuePairsModel.Qp qp = model.live.get(qpn);
        final Object expected = model.destroy(qpn, clock.nanoTime());
        for (final Subject subject : subjects)
        {
            try
            {
                final QpDestroyed destroyed = subject.queuePairs.destroy(qpn);
                assertEquals(expected, List.of(destroyed.qpn()), step);
                assertEquals(qp.generation, destroyed.generation(), step);
                assertEquals(model.reusableInNs, destroyed.reusableInNs(), step);
                if (random.nextInt(HISTORY_CHECKED_IN) == 0)
                {
                    assertEquals(qp.generation, subject.queuePairs.history().of(qpn).get(0).generation(), step);
                }
            }
            catch (final VerbsException ex)
            {
                assertEquals(expected, ex.code(), step);
            }
        }
    }

    /** Where memory is short, few queue pairs may live, but many numbers be held back. */
    private void modifyOrDestroyMany()
    {
        if (maxPages == pages())
        {
            modify();
            return;
        }
        for (int i = random.nextInt(40); i > 0; i--)
        {
            destroy();
        }
    }

    private void packet()
    {
        final int qpn = anyQpn();
        final QueuePairsModel.Qp qp = model.live.get(qpn);
        final int kind = random.nextInt(3);
        final GidEntry arrivedAt = any(GIDS);
        for (final Subject subject : subjects)
        {
            final QpContext context = subject.resolve(qpn);
            assertEquals(model.status(qpn, clock.nanoTime()), subject.queuePairs.resolver().status(qpn), step);
            assertEquals(qp == null, context == null, step);
            if (qp != null)
            {
                assertEquals(qpn, context.qpn(), step);
                assertEquals(qp.generation, context.generation(), step);
                assertEquals(qp.epoch, context.epoch(), step);
                assertEquals(qp.state, context.state(), step);
                assertEquals(qp.type, context.type(), step);
                assertEquals(qp.pKey(), context.pKey(), step);
                assertEquals(qp.isAt(arrivedAt.portNum(), arrivedAt.gidIndex()), context.isAt(arrivedAt), step);
                switch (kind)
                {
                    case 0 -> context.onRequest();
                    case 1 -> context.onResponse();
                    default -> context.onRefused();
                }
            }
        }
        if (qp != null)
        {
            qp.requests += kind == 0 ? 1 : 0;
            qp.responses += kind == 1 ? 1 : 0;
            qp.refused += kind == 2 ? 1 : 0;
            saved[random.nextInt(SAVED)] = new long[]{qpn, qp.generation, qp.epoch};
        }
    }

    private void comeBack()
    {
        final long[] identity = saved[random.nextInt(SAVED)];
        if (identity == null)
        {
            return;
        }

        final QueuePairsModel.Qp qp = model.live.get((int)identity[0]);
        final boolean isSame = qp != null && qp.generation == identity[1] && qp.epoch == identity[2];
        for (final Subject subject : subjects)
        {
            subject.resolves++;
            final QpContext context =
                subject.queuePairs.resolver().resolve((int)identity[0], identity[1], (int)identity[2]);
            assertEquals(isSame, context != null, step);
        }
    }

    /** Everything that can be seen, at once. */
    private void audit()
    {
        final List<Integer> held = model.held(clock.nanoTime());
        final Set<Integer> pages = new HashSet<>();
        model.live.keySet().forEach(qpn -> pages.add(qpn >> RECORDS_PER_PAGE_BITS));
        held.forEach(qpn -> pages.add(qpn >> RECORDS_PER_PAGE_BITS));
        for (final Subject subject : subjects)
        {
            final List<QpSnapshot> snapshots = subject.queuePairs.list(config.firstQpn() - 1, model.live.size(), null);
            requireSame(model.live.keySet().stream().toList(), snapshots);
            final Set<Long> addresses = new HashSet<>();
            snapshots.forEach(
                snapshot -> assertTrue(addresses.add(QpRecords.address(subject.table, snapshot.qpn())), step));

            final TableFigures table = subject.queuePairs.figures().table();
            assertEquals(model.live.size(), table.live(), step);
            assertEquals(held.size(), table.quarantined(), step);
            assertEquals(figures(held.size()), subject.queuePairs.figures().quarantine(), step);
            assertEquals(pages.size(), table.pages(), step);
            assertTrue(table.sparePages() <= 1, step);
            assertEquals(
                (pages.size() + table.sparePages()) * ((256L << RECORDS_PER_PAGE_BITS) + 64),
                table.bytesCommitted(),
                step);
            for (final int qpn : held)
            {
                assertEquals(
                    model.remainingNs(qpn, clock.nanoTime()), subject.queuePairs.quarantineRemainingNs(qpn), step);
            }
            subject.auditCache(step);
        }
    }

    private QuarantineFigures figures(final int held)
    {
        return new QuarantineFigures(
            config.qpns(),
            held,
            model.nextInNs(clock.nanoTime()),
            model.entered,
            model.entered - held - model.releasedEarly - model.stolen,
            model.releasedEarly,
            model.stolen,
            model.earlyInits,
            model.refusedInits);
    }

    private void forAll(final Object expected, final Verb verb)
    {
        for (final Subject subject : subjects)
        {
            try
            {
                final List<QpSnapshot> snapshots = verb.on(subject.queuePairs);
                assertTrue(expected instanceof List, () -> step + ": expected " + expected);
                requireSame((List<?>)expected, snapshots);
            }
            catch (final VerbsException ex)
            {
                assertEquals(expected, ex.code(), step);
                if (expected == VerbsErrorCode.QPNS_QUARANTINED)
                {
                    final long retryInMs = (model.retryInNs() + NS_PER_MS - 1) / NS_PER_MS;
                    assertEquals(retryInMs, ex.fields().get("retry_in_ms"), step);
                }
            }
        }
    }

    private void requireSame(final List<?> qpns, final List<QpSnapshot> snapshots)
    {
        assertEquals(qpns.size(), snapshots.size(), step);
        for (int i = 0; i < qpns.size(); i++)
        {
            final QpSnapshot snapshot = snapshots.get(i);
            assertEquals(qpns.get(i), snapshot.qpn(), step);
            assertTrue(model.live.get(snapshot.qpn()).isSame(snapshot), () -> step + ": " + snapshot);
        }
    }

    private QpModification anyModification(final QueuePairsModel.Qp qp)
    {
        final QpState[] states = QpState.values();
        final QpState next = random.nextInt(8) == 0 ? null : states[random.nextInt(states.length)];
        final QpState current = random.nextInt(10) == 0 ? states[random.nextInt(states.length)] : null;
        int mask = 0;
        if (qp != null)
        {
            final ExpectedTransitions.Row row =
                ExpectedTransitions.find(qp.type, qp.state, next == null ? qp.state : next);
            mask = row == null ? 0 : row.required() | row.optional() & random.nextInt();
        }
        if (random.nextInt(8) == 0)
        {
            mask ^= QpAttribute.values()[random.nextInt(QpAttribute.values().length)].bit();
        }
        final QpAttributes attributes = SampleAttributes.of(mask);
        putAnyPort(attributes, qp);
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (attributes.has(attribute) && attribute != QpAttribute.DGID && random.nextInt(40) == 0)
            {
                attributes.put(attribute, random.nextLong() >> random.nextInt(64));
            }
        }
        if (config.qpns().quarantine().isAuto() && attributes.has(QpAttribute.TIMEOUT))
        {
            attributes.put(QpAttribute.TIMEOUT, random.nextInt(18)).put(QpAttribute.RETRY_CNT, random.nextInt(8));
        }
        final PeerTimers peerTimers =
            random.nextInt(8) > 0 ? null : new PeerTimers(random.nextInt(18), random.nextInt(10) - 1);
        return new QpModification(next, current, attributes, peerTimers);
    }

    /** Mostly what fits the port that the queue pair would be at. */
    private void putAnyPort(final QpAttributes attributes, final QueuePairsModel.Qp qp)
    {
        if (attributes.has(QpAttribute.PORT_NUM))
        {
            attributes.put(QpAttribute.PORT_NUM, 1 + anyIndex(config.ports().count()));
        }
        final long portNum = attributes.has(QpAttribute.PORT_NUM) || qp == null ?
            attributes.value(QpAttribute.PORT_NUM) :
            qp.values.getOrDefault(QpAttribute.PORT_NUM, 1L);
        final Port port = config.ports().get((int)Math.max(1, Math.min(portNum, config.ports().count())));
        if (attributes.has(QpAttribute.PKEY_INDEX))
        {
            attributes.put(QpAttribute.PKEY_INDEX, anyIndex(port.pKeys().size()));
        }
        if (attributes.has(QpAttribute.SGID_INDEX))
        {
            attributes.put(QpAttribute.SGID_INDEX, anyIndex(port.gids().size()));
        }
        if (attributes.has(QpAttribute.PATH_MTU))
        {
            attributes.put(QpAttribute.PATH_MTU, 256L << anyIndex(Integer.numberOfTrailingZeros(port.activeMtu()) - 7));
        }
        if (attributes.has(QpAttribute.DGID))
        {
            final int sgidIndex = (int)Math.min(attributes.value(QpAttribute.SGID_INDEX), port.gids().size() - 1);
            final boolean isIpv6 = port.gids().get(sgidIndex).udp().getAddress() instanceof Inet6Address;
            attributes.dgid(isIpv6 != (random.nextInt(20) == 0) ? IPV6_PEER : SampleAttributes.PEER);
        }
    }

    /** Below the count, or now and then the count itself. */
    private int anyIndex(final int count)
    {
        return random.nextInt(20) == 0 ? count : random.nextInt(count);
    }

    private QpType anyType()
    {
        return any(QpType.values());
    }

    private <T> T any(final T[] values)
    {
        return values[random.nextInt(values.length)];
    }

    /** Of the pool, or a little outside. */
    private int anyQpn()
    {
        return Math.min(
            0xFFFFFF, config.firstQpn() - 1 + random.nextInt(config.lastQpn() - config.firstQpn() + 3));
    }

    private interface Verb
    {
        List<QpSnapshot> on(QueuePairs queuePairs) throws VerbsException;
    }

    private final class Subject
    {
        private final QpTable table = QpRecords.newTable(RECORDS_PER_PAGE_BITS, maxPages);
        private final QueuePairs queuePairs;
        private final int capacity;
        private long resolves;

        Subject(final int[] cache, final Random random)
        {
            capacity = cache[0] * cache[1];
            queuePairs = new QueuePairs(
                new QueuePairsConfig(
                    config.firstQpn(),
                    config.lastQpn(),
                    config.maxQps(),
                    config.qpns(),
                    QpTableKind.TWO_LEVEL,
                    QueuePairsFixture.cache(cache[0], cache[1]),
                    config.ports()),
                clock,
                random,
                table);
        }

        QpContext resolve(final int qpn)
        {
            resolves++;
            return queuePairs.resolver().resolve(qpn);
        }

        void auditCache(final String step)
        {
            final CacheFigures figures = queuePairs.figures().cache();
            assertEquals(capacity == 0 ? 0 : resolves, figures.hits() + figures.misses(), step);
            assertTrue(figures.resident() <= Math.min(capacity, model.live.size()), step);
            assertTrue(figures.resident() + figures.evictions() + figures.invalidations() <= figures.misses(), step);
        }
    }
}
