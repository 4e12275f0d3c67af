package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.qp.ExpectedTransitions;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import static io.roce.nic.qp.QpAttribute.PKEY_INDEX;
import static io.roce.nic.qp.QpAttribute.PORT_NUM;
import static io.roce.nic.qp.QpAttribute.SGID_INDEX;

/**
 * What queue pairs and their numbers do, written down in the simplest way: maps, no table, no cache, no pages. A verb
 * answers a list of the numbers it was about, or the code of its refusal.
 */
final class QueuePairsModel
{
    /** Of each port of {@code SamplePorts.THREE}: IP versions of its GIDs, its P_Keys, its MTU. */
    private static final int[][] GIDS = {{4, 4}, {4}, {6, 4, 4}};
    private static final int[][] P_KEYS = {{0xFFFF, 0x8001}, {0x0001}, {0x8001, 0x7FFF, 0xFFFF}};
    private static final int[] MTUS = {4096, 1024, 512};

    /** Where queue pairs have come to RTR. */
    final Set<Integer> portsInUse = new TreeSet<>();

    final TreeMap<Integer, Qp> live = new TreeMap<>();

    /** Of the last destroy that was done. */
    long reusableInNs;

    long entered;
    long releasedEarly;
    long stolen;
    long earlyInits;
    long refusedInits;

    private final Map<Integer, QpnModel.Held> quarantine = new TreeMap<>();
    private final QueuePairsConfig config;
    private final QpnPolicies policies;
    private final QpnModel numbers;
    private long created;
    private long allocations;

    /**
     * @param pageBits a number less its so many low bits is that of its page.
     * @param maxPages pages that there is memory for.
     */
    QueuePairsModel(final QueuePairsConfig config, final int pageBits, final int maxPages, final Random random)
    {
        this.config = config;
        numbers = new QpnModel(config, pageBits, maxPages, random);
        policies = config.qpns();
    }

    static final class Qp
    {
        final Map<QpAttribute, Long> values = new EnumMap<>(QpAttribute.class);
        final int qpn;
        final long generation;
        final QpType type;
        QpState state = QpState.RESET;
        PeerTimers peerTimers;
        int peerIpVersion;
        Long resetHoldUntilNs;
        int epoch;
        long earlyInits;
        long requests;
        long responses;
        long refused;

        Qp(final int qpn, final long generation, final QpType type)
        {
            this.qpn = qpn;
            this.generation = generation;
            this.type = type;
        }

        boolean isConnected()
        {
            return values.containsKey(QpAttribute.DEST_QP_NUM);
        }

        int pKey()
        {
            return values.isEmpty() ? 0 : P_KEYS[number(PORT_NUM) - 1][number(PKEY_INDEX)];
        }

        boolean isAt(final int portNum, final int gidIndex)
        {
            return number(PORT_NUM) == portNum && (type == QpType.UD || number(SGID_INDEX) == gidIndex);
        }

        private int number(final QpAttribute attribute)
        {
            return values.getOrDefault(attribute, 0L).intValue();
        }

        long resetHoldNs(final long nowNs)
        {
            return resetHoldUntilNs == null ? 0 : Math.max(0, resetHoldUntilNs - nowNs);
        }

        boolean isSame(final QpSnapshot snapshot)
        {
            return snapshot.qpn() == qpn &&
                snapshot.generation() == generation &&
                snapshot.epoch() == epoch &&
                snapshot.type() == type &&
                snapshot.state() == state &&
                snapshot.requests() == requests &&
                snapshot.responses() == responses &&
                snapshot.refused() == refused &&
                snapshot.earlyInits() == earlyInits &&
                Objects.equals(snapshot.peerTimers(), peerTimers) &&
                values.equals(values(snapshot.attributes()));
        }
    }

    /** Of the last create that was refused because of the quarantine. */
    long retryInNs()
    {
        return numbers.retryInNs;
    }

    QpnStatus status(final int qpn, final long nowNs)
    {
        if (live.containsKey(qpn))
        {
            return QpnStatus.LIVE;
        }
        return isHeld(qpn, nowNs) ? QpnStatus.QUARANTINED : QpnStatus.UNALLOCATED;
    }

    /** -1 while a count holds it back. */
    long remainingNs(final int qpn, final long nowNs)
    {
        if (!isHeld(qpn, nowNs))
        {
            return 0;
        }
        final QpnModel.Held held = quarantine.get(qpn);
        return held.untilCount() > allocations ? -1 : held.timeLeftNs(nowNs);
    }

    List<Integer> held(final long nowNs)
    {
        return quarantine.keySet().stream().filter(qpn -> isHeld(qpn, nowNs)).toList();
    }

    long nextInNs(final long nowNs)
    {
        return held(nowNs).stream().mapToLong(qpn -> remainingNs(qpn, nowNs)).filter(ns -> ns >= 0).min().orElse(-1);
    }

    Object create(final QpType type, final int count, final boolean contiguous, final long nowNs)
    {
        if (count < 1)
        {
            return VerbsErrorCode.OUT_OF_RANGE;
        }
        if (live.size() + count > config.maxQps())
        {
            return VerbsErrorCode.TABLE_FULL;
        }

        final TreeSet<Integer> free = free(nowNs);
        final List<QpnModel.Held> order = held(nowNs).stream()
            .map(quarantine::get)
            .sorted(Comparator
                .comparingLong((QpnModel.Held held) -> held.timeLeftNs(nowNs))
                .thenComparing(QpnModel.Held::arrival))
            .toList();
        final List<Integer> qpns = new ArrayList<>();
        final List<QpnModel.Held> letGo = new ArrayList<>();
        final VerbsErrorCode refused = numbers.grant(count, contiguous, free, order, nowNs, qpns, letGo);
        if (refused != null)
        {
            return refused;
        }

        for (final QpnModel.Held held : letGo)
        {
            releasedEarly += held.timeLeftNs(nowNs) == 0 ? 1 : 0;
            stolen += held.timeLeftNs(nowNs) > 0 ? 1 : 0;
            quarantine.remove(held.qpn());
        }
        for (final int qpn : qpns)
        {
            quarantine.remove(qpn);
            live.put(qpn, new Qp(qpn, ++created, type));
        }
        allocations += count;
        return contiguous ? qpns.stream().sorted().toList() : qpns;
    }

    Object createWithQpn(final QpType type, final int qpn, final long nowNs)
    {
        if (qpn < config.firstQpn() || qpn > config.lastQpn())
        {
            return VerbsErrorCode.OUT_OF_RANGE;
        }
        if (live.size() == config.maxQps())
        {
            return VerbsErrorCode.TABLE_FULL;
        }
        if (!isFree(qpn, nowNs))
        {
            return VerbsErrorCode.QPN_NOT_FREE;
        }
        if (!numbers.hasMemory(free(nowNs), List.of(qpn)))
        {
            return VerbsErrorCode.NO_MEMORY;
        }
        allocations++;
        live.put(qpn, new Qp(qpn, ++created, type));
        return List.of(qpn);
    }

    Object modify(final int qpn, final QpModification modification, final long nowNs)
    {
        final Qp qp = live.get(qpn);
        if (qp == null)
        {
            return notLive(qpn, nowNs);
        }

        final long resetHoldNs =
            qp.state == QpState.RESET && modification.next() == QpState.INIT ? qp.resetHoldNs(nowNs) : 0;
        if (resetHoldNs > 0 && policies.resetHold() == ResetHold.REFUSE)
        {
            refusedInits++;
            return VerbsErrorCode.RESET_HOLD;
        }
        final QpState target = modification.next() == null ? qp.state : modification.next();
        final ExpectedTransitions.Row row = ExpectedTransitions.find(qp.type, qp.state, target);
        if (row == null)
        {
            return VerbsErrorCode.ILLEGAL_TRANSITION;
        }
        final int mask = modification.attributes().mask();
        if (row.missing(mask) != 0 ||
            (mask & ~(row.required() | row.optional())) != 0 ||
            modification.current() != null && !row.isCurrentAllowed() ||
            modification.peerTimers() != null && !mayHavePeerTimers(qp.type, target))
        {
            return VerbsErrorCode.ILLEGAL_ATTRIBUTES;
        }
        if (modification.current() != null && modification.current() != qp.state)
        {
            return VerbsErrorCode.ILLEGAL_TRANSITION;
        }
        final Map<QpAttribute, Long> asked = values(modification.attributes());
        if (!asked.entrySet().stream().allMatch(entry -> isInRange(entry.getKey(), entry.getValue())) ||
            modification.peerTimers() != null && !isInRange(modification.peerTimers()))
        {
            return VerbsErrorCode.OUT_OF_RANGE;
        }

        if (asked.containsKey(QpAttribute.DGID))
        {
            asked.putIfAbsent(SGID_INDEX, 0L);
        }
        final InetAddress dgid = modification.attributes().dgid();
        final int peerIpVersion = dgid == null ? qp.peerIpVersion : dgid instanceof Inet6Address ? 6 : 4;
        final Map<QpAttribute, Long> after = new EnumMap<>(QpAttribute.class);
        after.putAll(qp.values);
        after.putAll(asked);
        if (target != QpState.RESET && !fitsPort(after, peerIpVersion))
        {
            return VerbsErrorCode.OUT_OF_RANGE;
        }

        final long endsInNs = qp.isConnected() ? holdNs(qp) : 0;
        qp.state = target;
        if (target == QpState.RTR)
        {
            portsInUse.add(after.get(PORT_NUM).intValue());
        }
        qp.values.putAll(asked);
        qp.peerIpVersion = peerIpVersion;
        qp.peerTimers = modification.peerTimers() == null ? qp.peerTimers : modification.peerTimers();
        if (resetHoldNs > 0 && policies.resetHold() == ResetHold.WARN)
        {
            earlyInits++;
            qp.earlyInits++;
        }
        if (modification.next() == QpState.RESET)
        {
            if (endsInNs > qp.resetHoldNs(nowNs))
            {
                qp.resetHoldUntilNs = nowNs + endsInNs;
            }
            qp.peerTimers = null;
            qp.values.clear();
            qp.peerIpVersion = 0;
            qp.epoch++;
        }
        return List.of(qpn);
    }

    Object destroy(final int qpn, final long nowNs)
    {
        if (!live.containsKey(qpn))
        {
            return notLive(qpn, nowNs);
        }
        final Qp qp = live.remove(qpn);
        final long holdNs = Math.max(holdNs(qp), qp.resetHoldNs(nowNs));
        final long count = policies.quarantine().count();
        reusableInNs = count > 0 ? -1 : holdNs;
        quarantine.put(qpn, new QpnModel.Held(qpn, nowNs + holdNs, allocations + count, entered++));
        return List.of(qpn);
    }

    private long holdNs(final Qp qp)
    {
        if (!policies.quarantine().isAuto())
        {
            return policies.quarantine().timeNs();
        }
        if (qp.type != QpType.RC || !qp.isConnected())
        {
            return policies.packetLifetimeNs();
        }
        final long timeout = qp.peerTimers != null ?
            qp.peerTimers.timeout() : qp.values.getOrDefault(QpAttribute.TIMEOUT, 0L);
        final long retries = qp.peerTimers != null ?
            qp.peerTimers.retryCnt() : qp.values.getOrDefault(QpAttribute.RETRY_CNT, 0L);
        if (timeout == 0 || retries < 0)
        {
            return policies.quarantineCapNs();
        }
        // Four times 4.096 us is 16,384 ns.
        return (retries + 1) * 16_384 * (long)Math.pow(2, timeout) + policies.packetLifetimeNs();
    }

    Object query(final int qpn, final long nowNs)
    {
        return live.containsKey(qpn) ? List.of(qpn) : notLive(qpn, nowNs);
    }

    private VerbsErrorCode notLive(final int qpn, final long nowNs)
    {
        return isHeld(qpn, nowNs) ? VerbsErrorCode.QUARANTINED : VerbsErrorCode.UNALLOCATED;
    }

    private boolean isHeld(final int qpn, final long nowNs)
    {
        final QpnModel.Held held = quarantine.get(qpn);
        return !live.containsKey(qpn) && held != null &&
            (held.timeLeftNs(nowNs) > 0 || held.untilCount() > allocations);
    }

    private boolean isFree(final int qpn, final long nowNs)
    {
        return !live.containsKey(qpn) && !isHeld(qpn, nowNs);
    }

    private TreeSet<Integer> free(final long nowNs)
    {
        final TreeSet<Integer> free = new TreeSet<>();
        for (int qpn = config.firstQpn(); qpn <= config.lastQpn(); qpn++)
        {
            if (isFree(qpn, nowNs))
            {
                free.add(qpn);
            }
        }
        return free;
    }

    /** Addresses count by hash; 0 for none. */
    private static Map<QpAttribute, Long> values(final QpAttributes attributes)
    {
        final Map<QpAttribute, Long> values = new EnumMap<>(QpAttribute.class);
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (attributes.has(attribute))
            {
                values.put(attribute, attribute == QpAttribute.DGID ?
                    attributes.dgid().hashCode() : attributes.value(attribute));
            }
        }
        return values;
    }

    private static boolean fitsPort(final Map<QpAttribute, Long> values, final int peerIpVersion)
    {
        final long portNum = values.get(PORT_NUM);
        if (!isIndex(portNum - 1, GIDS.length))
        {
            return false;
        }
        final int port = (int)portNum - 1;
        final long sgidIndex = values.getOrDefault(SGID_INDEX, 0L);
        return isIndex(values.get(PKEY_INDEX), P_KEYS[port].length) &&
            isIndex(sgidIndex, GIDS[port].length) &&
            (peerIpVersion == 0 || peerIpVersion == GIDS[port][(int)sgidIndex]) &&
            values.getOrDefault(QpAttribute.PATH_MTU, 0L) <= MTUS[port];
    }

    private static boolean isIndex(final long index, final int length)
    {
        return index >= 0 && index < length;
    }

    private static boolean mayHavePeerTimers(final QpType type, final QpState next)
    {
        return type == QpType.RC && (next == QpState.RTR || next == QpState.RTS || next == QpState.SQD);
    }

    private static boolean isInRange(final PeerTimers timers)
    {
        return timers.timeout() >= 0 && timers.timeout() <= 31 && timers.retryCnt() >= -1 && timers.retryCnt() <= 7;
    }

    private static boolean isInRange(final QpAttribute attribute, final long value)
    {
        return switch (attribute)
        {
            case PKEY_INDEX, PORT_NUM, SGID_INDEX -> true;      // see fitsPort
            case QP_ACCESS_FLAGS -> value >= 0 && value <= 15;
            case QKEY -> value >= 0 && value <= 4_294_967_295L;
            case DGID -> true;
            case PATH_MTU -> List.of(256L, 512L, 1024L, 2048L, 4096L).contains(value);
            case DEST_QP_NUM -> value >= 2 && value <= 16_777_214;
            case RQ_PSN, SQ_PSN -> value >= 0 && value <= 16_777_215;
            case MAX_DEST_RD_ATOMIC, MAX_RD_ATOMIC -> value >= 0 && value <= 255;
            case MIN_RNR_TIMER, TIMEOUT -> value >= 0 && value <= 31;
            case RETRY_CNT, RNR_RETRY -> value >= 0 && value <= 7;
        };
    }
}
