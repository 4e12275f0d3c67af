package io.roce.nic.lane;

import io.roce.nic.qp.ExpectedTransitions;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.qp.VerbsErrorCode;
import io.roce.nic.qpn.QuarantinePressure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What queue pairs and their numbers do, written down in the simplest way: maps, no table, no cache; a page is
 * what numbers have in common. A verb
 * answers a list of the numbers it was about, or the code of its refusal.
 */
final class QueuePairsModel
{
    final TreeMap<Integer, Qp> live = new TreeMap<>();

    /** Of the last create that was refused because of the quarantine. */
    long retryInNs;

    /** Of the last destroy that was done. */
    long reusableInNs;

    long entered;
    long releasedEarly;
    long stolen;
    long earlyInits;
    long refusedInits;

    private final Map<Integer, Held> quarantine = new TreeMap<>();
    private final QueuePairsConfig config;
    private final QpnPolicies policies;
    private final Random random;
    private final int pageBits;
    private final int maxPages;
    private int next;
    private long created;
    private long allocations;

    /**
     * @param pageBits a number less its so many low bits is that of its page.
     * @param maxPages pages that there is memory for.
     */
    QueuePairsModel(final QueuePairsConfig config, final int pageBits, final int maxPages, final Random random)
    {
        this.config = config;
        this.pageBits = pageBits;
        this.maxPages = maxPages;
        this.random = random;
        policies = config.qpns();
        next = config.firstQpn();
    }

    private record Held(int qpn, long untilNs, long untilCount, long arrival)
    {
        long timeLeftNs(final long nowNs)
        {
            return Math.max(0, untilNs - nowNs);
        }
    }

    static final class Qp
    {
        final Map<QpAttribute, Long> values = new EnumMap<>(QpAttribute.class);
        final int qpn;
        final long generation;
        final QpType type;
        QpState state = QpState.RESET;
        PeerTimers peerTimers;
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
        final Held held = quarantine.get(qpn);
        return held.untilCount > allocations ? -1 : held.timeLeftNs(nowNs);
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
        final List<Held> order = held(nowNs).stream()
            .map(quarantine::get)
            .sorted(Comparator
                .comparingLong((Held held) -> held.timeLeftNs(nowNs))
                .thenComparing(Held::arrival))
            .toList();
        final List<Integer> qpns = new ArrayList<>();
        final List<Held> letGo = new ArrayList<>();
        final VerbsErrorCode refused = contiguous ?
            grantRun(count, free, order, nowNs, qpns, letGo) :
            grantAny(count, free, order, nowNs, qpns, letGo);
        if (refused != null)
        {
            return refused;
        }

        for (final Held held : letGo)
        {
            releasedEarly += held.timeLeftNs(nowNs) == 0 ? 1 : 0;
            stolen += held.timeLeftNs(nowNs) > 0 ? 1 : 0;
            quarantine.remove(held.qpn);
        }
        for (final int qpn : qpns)
        {
            quarantine.remove(qpn);
            live.put(qpn, new Qp(qpn, ++created, type));
        }
        allocations += count;
        return contiguous ? qpns.stream().sorted().toList() : qpns;
    }

    private VerbsErrorCode grantAny(
        final int count,
        final TreeSet<Integer> free,
        final List<Held> order,
        final long nowNs,
        final List<Integer> qpns,
        final List<Held> letGo)
    {
        final int there = Math.min(count, room(free));
        final TreeSet<Integer> later = new TreeSet<>(free);
        while (room(later) < count)
        {
            if (letGo.size() == order.size())
            {
                return VerbsErrorCode.TABLE_FULL;
            }
            letGo.add(order.get(letGo.size()));
            later.add(letGo.get(letGo.size() - 1).qpn);
        }
        if (!letGo.isEmpty() && mustWait(letGo.get(letGo.size() - 1), nowNs))
        {
            return VerbsErrorCode.QPNS_QUARANTINED;
        }
        draw(letGo.size() == count - there ? there : 0, free, qpns);
        letGo.forEach(held -> free.add(held.qpn));
        draw(count, free, qpns);
        return null;
    }

    /** Until there are so many. */
    private void draw(final int count, final TreeSet<Integer> free, final List<Integer> qpns)
    {
        while (qpns.size() < count)
        {
            final int needed = count - qpns.size();
            final TreeSet<Integer> choices = new TreeSet<>(free);
            choices.removeIf(qpn -> room(free, qpn) < needed);
            final Integer ahead = switch (policies.allocation())
            {
                case CYCLIC -> choices.ceiling(next);
                case LOWEST -> choices.first();
                case RANDOM -> choices.stream().skip(random.nextInt(choices.size())).findFirst().orElseThrow();
            };
            final int qpn = ahead == null ? choices.first() : ahead;
            free.remove(qpn);
            qpns.add(qpn);
            next = after(qpn);
        }
    }

    private VerbsErrorCode grantRun(
        final int count,
        final TreeSet<Integer> free,
        final List<Held> order,
        final long nowNs,
        final List<Integer> qpns,
        final List<Held> letGo)
    {
        Integer first = run(count, free, runStart());
        final TreeSet<Integer> reach = new TreeSet<>(free);
        int given = 0;
        while (first == null)
        {
            if (given == order.size())
            {
                return VerbsErrorCode.TABLE_FULL;
            }
            reach.add(order.get(given++).qpn);
            if (run(count, reach, config.firstQpn()) != null)
            {
                if (mustWait(order.get(given - 1), nowNs))
                {
                    return VerbsErrorCode.QPNS_QUARANTINED;
                }
                first = run(count, reach, runStart());
            }
        }
        final List<Integer> run = IntStream.range(first, first + count).boxed().toList();
        letGo.addAll(order.subList(0, given));
        if (pagesNeeded(free, run) <= maxPages)
        {
            letGo.removeIf(held -> !run.contains(held.qpn));
            run.stream().filter(free::contains).forEach(qpns::add);
        }
        run.stream().filter(qpn -> !qpns.contains(qpn)).forEach(qpns::add);
        next = after(first + count - 1);
        return null;
    }

    /** How many of the free numbers can be had together: those of pages in use, and of the largest others. */
    private int room(final Set<Integer> free)
    {
        return room(free, -1);
    }

    /** As many, one of a page that is given memory first, unless it is -1. */
    private int room(final Set<Integer> free, final int qpn)
    {
        final Map<Integer, Integer> freeOfPages = new TreeMap<>();
        free.forEach(number -> freeOfPages.merge(number >> pageBits, 1, Integer::sum));
        final Set<Integer> pages = pagesInUse(free);
        if (qpn >= 0)
        {
            pages.add(qpn >> pageBits);
        }
        if (pages.size() > maxPages)
        {
            return -1;
        }
        return Stream.concat(
            freeOfPages.entrySet().stream().filter(page -> pages.contains(page.getKey())).map(Map.Entry::getValue),
            freeOfPages.entrySet().stream().filter(page -> !pages.contains(page.getKey())).map(Map.Entry::getValue)
                .sorted(Comparator.reverseOrder())
                .limit(maxPages - pages.size()))
            .mapToInt(Integer::intValue)
            .sum();
    }

    private Set<Integer> pagesInUse(final Set<Integer> free)
    {
        final Set<Integer> pages = new TreeSet<>();
        for (int qpn = config.firstQpn(); qpn <= config.lastQpn(); qpn++)
        {
            if (!free.contains(qpn))
            {
                pages.add(qpn >> pageBits);
            }
        }
        return pages;
    }

    private int pagesNeeded(final Set<Integer> free, final Collection<Integer> qpns)
    {
        final Set<Integer> pages = pagesInUse(free);
        qpns.forEach(qpn -> pages.add(qpn >> pageBits));
        return pages.size();
    }

    private boolean mustWait(final Held last, final long nowNs)
    {
        retryInNs = last.timeLeftNs(nowNs);
        return retryInNs > 0 && policies.pressure() == QuarantinePressure.STRICT;
    }

    private int runStart()
    {
        return switch (policies.allocation())
        {
            case CYCLIC -> next;
            case LOWEST -> config.firstQpn();
            case RANDOM -> random.nextInt(config.firstQpn(), config.lastQpn() + 1);
        };
    }

    private Integer run(final int count, final Set<Integer> free, final int start)
    {
        for (final int from : new int[]{start, config.firstQpn()})
        {
            int length = 0;
            for (int qpn = from; qpn <= config.lastQpn(); qpn++)
            {
                length = free.contains(qpn) ? length + 1 : 0;
                final List<Integer> run = IntStream.rangeClosed(qpn - count + 1, qpn).boxed().toList();
                if (length >= count && pagesNeeded(free, run) <= maxPages)
                {
                    return qpn - count + 1;
                }
            }
        }
        return null;
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
        if (pagesNeeded(free(nowNs), List.of(qpn)) > maxPages)
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
        if ((row.required() & ~mask) != 0 ||
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

        final long endsInNs = qp.isConnected() ? holdNs(qp) : 0;
        qp.state = target;
        qp.values.putAll(asked);
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
        quarantine.put(qpn, new Held(qpn, nowNs + holdNs, allocations + count, entered++));
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
        final Held held = quarantine.get(qpn);
        return !live.containsKey(qpn) && held != null &&
            (held.timeLeftNs(nowNs) > 0 || held.untilCount > allocations);
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

    private int after(final int qpn)
    {
        return qpn == config.lastQpn() ? config.firstQpn() : qpn + 1;
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
