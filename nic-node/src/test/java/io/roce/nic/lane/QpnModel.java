package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.qpn.QuarantinePressure;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which numbers a create gets, written down in the simplest way: a page is what numbers have in common. */
final class QpnModel
{
    /** Of the last create that was refused because of the quarantine. */
    long retryInNs;

    private final QueuePairsConfig config;
    private final QpnPolicies policies;
    private final Random random;
    private final int pageBits;
    private final int maxPages;
    private int next;

    QpnModel(final QueuePairsConfig config, final int pageBits, final int maxPages, final Random random)
    {
        this.config = config;
        this.random = random;
        this.pageBits = pageBits;
        this.maxPages = maxPages;
        policies = config.qpns();
        next = config.firstQpn();
    }

    record Held(int qpn, long untilNs, long untilCount, long arrival)
    {
        long timeLeftNs(final long nowNs)
        {
            return Math.max(0, untilNs - nowNs);
        }
    }

    /**
     * @param free  loses and gains numbers.
     * @param order those held back, in the order in which they leave when there is need.
     * @param qpns  gets the numbers.
     * @param letGo gets those that leave the quarantine for them.
     * @return null when done.
     */
    VerbsErrorCode grant(
        final int count,
        final boolean contiguous,
        final TreeSet<Integer> free,
        final List<Held> order,
        final long nowNs,
        final List<Integer> qpns,
        final List<Held> letGo)
    {
        return contiguous ?
            grantRun(count, free, order, nowNs, qpns, letGo) :
            grantAny(count, free, order, nowNs, qpns, letGo);
    }

    /** Whether so many pages can be in use as are with these numbers. */
    boolean hasMemory(final Set<Integer> free, final Collection<Integer> qpns)
    {
        final Set<Integer> pages = pagesInUse(free);
        qpns.forEach(qpn -> pages.add(qpn >> pageBits));
        return pages.size() <= maxPages;
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
        if (hasMemory(free, run))
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
                if (length >= count && hasMemory(free, run))
                {
                    return qpn - count + 1;
                }
            }
        }
        return null;
    }

    private int after(final int qpn)
    {
        return qpn == config.lastQpn() ? config.firstQpn() : qpn + 1;
    }
}
