package io.roce.nic.qpn;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Gives numbers of a pool to those who ask: free ones and, when those are too few, ones that the quarantine has the
 * least reason to hold back, as far as the pressure allows.
 */
final class QpnGranter
{
    private static final int GONE = -1;

    private final QpnAllocator allocator;
    private final QpnQuarantine quarantine;
    private final QuarantinePressure pressure;
    private final QpnListener listener;

    /** @param listener is told of a number that is given back after the taker had it. */
    QpnGranter(
        final QpnAllocator allocator,
        final QpnQuarantine quarantine,
        final QuarantinePressure pressure,
        final QpnListener listener)
    {
        this.allocator = allocator;
        this.quarantine = quarantine;
        this.pressure = pressure;
        this.listener = listener;
    }

    /**
     * As {@link QpnPool#grant}, of any numbers. Those that are free come first: when there is no memory for one, the
     * quarantine is as it was. Not so when a page must go before a larger one can come.
     */
    long grantAny(final int[] qpns, final int maxPages, final long nowNs, final IntPredicate taker)
    {
        final int free = Math.min(qpns.length, allocator.pages().available(maxPages));
        if (free == qpns.length)
        {
            return draw(qpns, 0, free, maxPages, taker);
        }

        final int[] order = quarantine.firstToYield(Math.min(qpns.length - free, quarantine.size()));
        final int enough = enough(order, qpns.length, maxPages);
        if (enough > order.length)
        {
            return QpnPool.NEVER;
        }
        final long lastRemainingNs = quarantine.remainingNs(order[enough - 1], nowNs);
        if (mustWait(lastRemainingNs))
        {
            return lastRemainingNs;
        }
        final int before = enough == qpns.length - free ? free : 0;
        if (draw(qpns, 0, before, maxPages, taker) != 0)
        {
            return QpnPool.NO_MEMORY;
        }
        letGo(Arrays.copyOf(order, enough), 0, QpnSet.END);
        return draw(qpns, before, qpns.length, maxPages, taker);
    }

    /** As {@link QpnPool#grant}, of numbers without a gap. */
    long grantRun(final int[] qpns, final int maxPages, final long nowNs, final IntPredicate taker)
    {
        final int first = allocator.firstOfRun(qpns.length, maxPages);
        if (first != QpnAllocator.NONE)
        {
            Arrays.setAll(qpns, i -> first + i);
            allocator.goOnBehind(first + qpns.length - 1);
            return take(qpns, 0, qpns.length, taker);
        }

        final RunAhead ahead = RunAhead.find(allocator, quarantine, qpns.length, maxPages);
        if (ahead == null)
        {
            return QpnPool.NEVER;
        }
        final int[] order = ahead.leaving();
        final long lastRemainingNs = quarantine.remainingNs(order[order.length - 1], nowNs);
        return mustWait(lastRemainingNs) ?
            lastRemainingNs :
            takeHeldRun(qpns, ahead.allocator().firstOfRun(qpns.length, maxPages), order, maxPages, taker);
    }

    /**
     * How many entries must go so that so many numbers are available; above all of them when that is not enough. Each
     * that goes makes room for one number at least.
     */
    private int enough(final int[] order, final int count, final int maxPages)
    {
        final QpnPages later = allocator.pages().copy();
        int enough = 0;
        while (later.available(maxPages) < count && enough < order.length)
        {
            later.onReleased(quarantine.qpn(order[enough++]));
        }
        return later.available(maxPages) < count ? order.length + 1 : enough;
    }

    private long draw(
        final int[] qpns, final int from, final int to, final int maxPages, final IntPredicate taker)
    {
        for (int i = from; i < to; i++)
        {
            try
            {
                qpns[i] = allocator.allocate(to - i, maxPages);
            }
            catch (final OutOfMemoryError ex)
            {
                giveBack(qpns, i);
                return QpnPool.NO_MEMORY;
            }
            if (!hasMemory(qpns, i, taker))
            {
                return QpnPool.NO_MEMORY;
            }
        }
        return 0;
    }

    /** Takes the free numbers that stand in the array already. */
    private long take(final int[] qpns, final int from, final int to, final IntPredicate taker)
    {
        for (int i = from; i < to; i++)
        {
            try
            {
                allocator.allocate(qpns[i]);
            }
            catch (final OutOfMemoryError ex)
            {
                giveBack(qpns, i);
                return QpnPool.NO_MEMORY;
            }
            if (!hasMemory(qpns, i, taker))
            {
                return QpnPool.NO_MEMORY;
            }
        }
        return 0;
    }

    /** Whether the number at a place, which is taken, can be used; if not, it is given back, and those before it. */
    private boolean hasMemory(final int[] qpns, final int place, final IntPredicate taker)
    {
        if (taker.test(qpns[place]))
        {
            return true;
        }

        allocator.release(qpns[place]);
        giveBack(qpns, place);
        return false;
    }

    /** Those before a place are released, as if they had been in quarantine. */
    private void giveBack(final int[] qpns, final int place)
    {
        for (int i = 0; i < place; i++)
        {
            allocator.release(qpns[i]);
            listener.onReleased(qpns[i]);
        }
    }

    /** Those that are free come first, as far as there is memory for them before others go. */
    private long takeHeldRun(
        final int[] qpns, final int first, final int[] order, final int maxPages, final IntPredicate taker)
    {
        if (!allocator.pages().isRunAvailable(first, qpns.length, maxPages))
        {
            letGo(order, 0, QpnSet.END);
        }
        int free = 0;
        for (int qpn = first; qpn < first + qpns.length; qpn++)
        {
            if (allocator.isFree(qpn))
            {
                qpns[free++] = qpn;
            }
        }
        int filled = free;
        for (int qpn = first; qpn < first + qpns.length; qpn++)
        {
            if (!allocator.isFree(qpn))
            {
                qpns[filled++] = qpn;
            }
        }
        if (take(qpns, 0, free, taker) != 0)
        {
            return QpnPool.NO_MEMORY;
        }
        letGo(order, first, first + qpns.length);
        final long answer = take(qpns, free, qpns.length, taker);
        Arrays.sort(qpns);
        allocator.goOnBehind(first + qpns.length - 1);
        return answer;
    }

    /** Those of the entries go that have numbers from one to below another, and have not gone yet. */
    private void letGo(final int[] entries, final int from, final int to)
    {
        for (int i = 0; i < entries.length; i++)
        {
            if (entries[i] != GONE && quarantine.qpn(entries[i]) >= from && quarantine.qpn(entries[i]) < to)
            {
                quarantine.letGo(entries[i]);
                entries[i] = GONE;
            }
        }
    }

    private boolean mustWait(final long lastRemainingNs)
    {
        return lastRemainingNs > 0 && pressure == QuarantinePressure.STRICT;
    }
}
