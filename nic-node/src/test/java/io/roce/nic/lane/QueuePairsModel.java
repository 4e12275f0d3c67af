package io.roce.nic.lane;

import io.roce.nic.qp.ExpectedTransitions;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.qp.VerbsErrorCode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What queue pairs and their numbers do, written down in the simplest way: maps, no table, no cache, no pages. A verb
 * answers a list of the numbers it was about, or the code of its refusal.
 */
final class QueuePairsModel
{
    final TreeMap<Integer, Qp> live = new TreeMap<>();
    private final Map<Integer, Long> untilNs = new TreeMap<>();
    private final QueuePairsConfig config;
    private int next;
    private long created;

    QueuePairsModel(final QueuePairsConfig config)
    {
        this.config = config;
        next = config.firstQpn();
    }

    static final class Qp
    {
        final Map<QpAttribute, Long> values = new EnumMap<>(QpAttribute.class);
        final int qpn;
        final long generation;
        final QpType type;
        QpState state = QpState.RESET;
        int epoch;
        long requests;
        long responses;
        long refused;

        Qp(final int qpn, final long generation, final QpType type)
        {
            this.qpn = qpn;
            this.generation = generation;
            this.type = type;
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
                values.equals(values(snapshot.attributes()));
        }
    }

    QpnStatus status(final int qpn, final long nowNs)
    {
        if (live.containsKey(qpn))
        {
            return QpnStatus.LIVE;
        }
        return isHeld(qpn, nowNs) ? QpnStatus.QUARANTINED : QpnStatus.UNALLOCATED;
    }

    long remainingNs(final int qpn, final long nowNs)
    {
        return isHeld(qpn, nowNs) ? untilNs.get(qpn) - nowNs : 0;
    }

    List<Integer> held(final long nowNs)
    {
        return untilNs.keySet().stream().filter(qpn -> isHeld(qpn, nowNs)).toList();
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

        final List<Integer> qpns = contiguous ? run(count, nowNs) : firstFree(count, nowNs);
        if (qpns == null)
        {
            return hasRoomAfterQuarantine(count, contiguous) ?
                VerbsErrorCode.QPNS_QUARANTINED :
                VerbsErrorCode.TABLE_FULL;
        }
        for (final int qpn : qpns)
        {
            live.put(qpn, new Qp(qpn, ++created, type));
        }
        next = after(qpns.get(count - 1));
        return qpns;
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

        final QpState target = modification.next() == null ? qp.state : modification.next();
        final ExpectedTransitions.Row row = ExpectedTransitions.find(qp.type, qp.state, target);
        if (row == null)
        {
            return VerbsErrorCode.ILLEGAL_TRANSITION;
        }
        final int mask = modification.attributes().mask();
        if ((row.required() & ~mask) != 0 ||
            (mask & ~(row.required() | row.optional())) != 0 ||
            modification.current() != null && !row.isCurrentAllowed())
        {
            return VerbsErrorCode.ILLEGAL_ATTRIBUTES;
        }
        if (modification.current() != null && modification.current() != qp.state)
        {
            return VerbsErrorCode.ILLEGAL_TRANSITION;
        }
        final Map<QpAttribute, Long> asked = values(modification.attributes());
        if (!asked.entrySet().stream().allMatch(entry -> isInRange(entry.getKey(), entry.getValue())))
        {
            return VerbsErrorCode.OUT_OF_RANGE;
        }

        qp.state = target;
        qp.values.putAll(asked);
        if (modification.next() == QpState.RESET)
        {
            qp.values.clear();
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
        live.remove(qpn);
        untilNs.put(qpn, nowNs + config.quarantineNs());
        return List.of(qpn);
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
        return !live.containsKey(qpn) && untilNs.containsKey(qpn) && untilNs.get(qpn) - nowNs > 0;
    }

    private boolean isFree(final int qpn, final long nowNs)
    {
        return !live.containsKey(qpn) && !isHeld(qpn, nowNs);
    }

    private int after(final int qpn)
    {
        return qpn == config.lastQpn() ? config.firstQpn() : qpn + 1;
    }

    private List<Integer> firstFree(final int count, final long nowNs)
    {
        final List<Integer> qpns = new ArrayList<>();
        int qpn = next;
        do
        {
            if (isFree(qpn, nowNs))
            {
                qpns.add(qpn);
            }
            qpn = after(qpn);
        }
        while (qpns.size() < count && qpn != next);
        return qpns.size() == count ? qpns : null;
    }

    private List<Integer> run(final int count, final long nowNs)
    {
        for (final int from : new int[]{next, config.firstQpn()})
        {
            List<Integer> run = new ArrayList<>();
            for (int qpn = from; qpn <= config.lastQpn(); qpn++)
            {
                run = isFree(qpn, nowNs) ? run : new ArrayList<>();
                if (isFree(qpn, nowNs))
                {
                    run.add(qpn);
                }
                if (run.size() == count)
                {
                    return run;
                }
            }
        }
        return null;
    }

    private boolean hasRoomAfterQuarantine(final int count, final boolean contiguous)
    {
        int free = 0;
        for (int qpn = config.firstQpn(); qpn <= config.lastQpn(); qpn++)
        {
            free = live.containsKey(qpn) ? contiguous ? 0 : free : free + 1;
            if (free == count)
            {
                return true;
            }
        }
        return false;
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

    private static boolean isInRange(final QpAttribute attribute, final long value)
    {
        return switch (attribute)
        {
            case PKEY_INDEX -> value == 0;
            case PORT_NUM -> value == 1;
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
