package io.roce.nic.qpn;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The numbers of one table: those that are free, those that are handed out and those in quarantine. Says which are
 * given next, and what is to be waited for when there are too few.
 */
public final class QpnPool
{
    private static final int FIRST_REACH = 64;
    private static final int REACH_FACTOR = 4;

    private final QuarantinePressure pressure;
    private final QpnAllocator allocator;
    private final QpnQuarantine quarantine;

    /**
     * All numbers from the first to the last, all free.
     *
     * @param random   where {@link AllocationOrder#RANDOM} numbers come from.
     * @param count    numbers that must be handed out before one leaves the quarantine; 0 for none.
     * @param listener is told of a number when it is free already.
     * @throws IllegalArgumentException when an end is no number of a user, or they are the wrong way round.
     */
    public QpnPool(
        final int firstQpn,
        final int lastQpn,
        final AllocationOrder order,
        final RandomGenerator random,
        final long count,
        final QuarantinePressure pressure,
        final QpnListener listener)
    {
        this.pressure = pressure;
        allocator = new QpnAllocator(firstQpn, lastQpn, order, random);
        quarantine = new QpnQuarantine(count, new QpnListener()
        {
            @Override
            public void onReleased(final int qpn)
            {
                allocator.release(qpn);
                listener.onReleased(qpn);
            }

            @Override
            public void onTimeBound(final int qpn, final long untilNs)
            {
                listener.onTimeBound(qpn, untilNs);
            }
        });
    }

    /** Whether the number is one of the pool, free or not. */
    public boolean isInPool(final int qpn)
    {
        return allocator.isInPool(qpn);
    }

    /** Numbers that can be given now. */
    public int free()
    {
        return allocator.free();
    }

    /** Numbers in quarantine. */
    public int held()
    {
        return quarantine.size();
    }

    /** Takes one number asked for by value; false when it is not free. */
    public boolean take(final int qpn)
    {
        return allocator.allocate(qpn);
    }

    /**
     * Fills the array with numbers, or takes none. When the free ones are too few, it is filled up with those that the
     * quarantine has the least reason to hold back: always with those that only a count holds back, with others as the
     * pressure says.
     *
     * @param qpns       1 or more places.
     * @param contiguous whether the numbers, when sorted, must have no gap.
     */
    public QpnGrant grant(final int[] qpns, final boolean contiguous, final long nowNs)
    {
        return contiguous ? grantRun(qpns, nowNs) : grantAny(qpns, nowNs);
    }

    /** So many numbers are handed out for good: those in quarantine may have waited for that. */
    public void onHandedOut(final int count)
    {
        quarantine.onAllocated(count);
    }

    /** A number that was granted from the quarantine leaves it, and stays taken. */
    public void giveUp(final int entry)
    {
        quarantine.giveUp(entry);
    }

    /** A number is free again at once. */
    public void giveBack(final int qpn)
    {
        allocator.release(qpn);
    }

    /** A number that was handed out goes into quarantine, at least until a time. */
    public void hold(final int qpn, final long untilNs, final long nowNs)
    {
        quarantine.add(qpn, untilNs, nowNs);
    }

    /** Frees every number whose time has come. */
    public void onTime(final long nowNs)
    {
        quarantine.onTime(nowNs);
    }

    /** Nanoseconds until the clock frees the next number; -1 when it will free none. */
    public long nextInNs(final long nowNs)
    {
        return quarantine.nextInNs(nowNs);
    }

    /** Numbers that have gone into quarantine so far. */
    public long entered()
    {
        return quarantine.entered();
    }

    /** Numbers that have left the quarantine so far because their time and count were over. */
    public long released()
    {
        return quarantine.released();
    }

    /** Numbers that have left the quarantine so far for want of others, held back by nothing but a count. */
    public long releasedEarly()
    {
        return quarantine.releasedEarly();
    }

    /** Numbers that have left the quarantine so far for want of others, before their time. */
    public long stolen()
    {
        return quarantine.stolen();
    }

    private QpnGrant grantAny(final int[] qpns, final long nowNs)
    {
        final int lacking = Math.max(0, qpns.length - allocator.free());
        if (lacking > quarantine.size())
        {
            return QpnGrant.refused(QpnGrant.NEVER);
        }

        final int[] yielding = quarantine.firstToYield(lacking);
        if (lacking > 0 && mustWait(quarantine.remainingNs(yielding[lacking - 1], nowNs)))
        {
            return QpnGrant.refused(quarantine.remainingNs(yielding[lacking - 1], nowNs));
        }

        for (int i = 0; i < qpns.length - lacking; i++)
        {
            qpns[i] = allocator.allocate();
        }
        fill(qpns, qpns.length - lacking, yielding);
        return QpnGrant.granted(yielding);
    }

    private QpnGrant grantRun(final int[] qpns, final long nowNs)
    {
        final int first = allocator.allocateContiguous(qpns.length);
        if (first != QpnAllocator.NONE)
        {
            Arrays.setAll(qpns, i -> first + i);
            return QpnGrant.granted();
        }

        final int[] all = quarantine.entries();
        return allocatorWithout(allocator, all, 0, all.length).hasRun(qpns.length) ?
            grantHeldRun(qpns, nowNs) :
            QpnGrant.refused(QpnGrant.NEVER);
    }

    /**
     * With all numbers in quarantine there is a run: it is that of the fewest, in the order in which they leave. How
     * far that order must be known is found out step by step, since it costs more than all the rest.
     */
    private QpnGrant grantHeldRun(final int[] qpns, final long nowNs)
    {
        QpnAllocator tooFew = allocator;
        int few = 0;
        int enough = Math.min(FIRST_REACH, quarantine.size());
        int[] order = quarantine.firstToYield(enough);
        QpnAllocator tried = allocatorWithout(tooFew, order, few, enough);
        while (!tried.hasRun(qpns.length))
        {
            tooFew = tried;
            few = enough;
            enough = Math.min(REACH_FACTOR * enough, quarantine.size());
            order = quarantine.firstToYield(enough);
            tried = allocatorWithout(tooFew, order, few, enough);
        }
        while (enough - few > 1)
        {
            final int middle = (few + enough) >>> 1;
            tried = allocatorWithout(tooFew, order, few, middle);
            if (tried.hasRun(qpns.length))
            {
                enough = middle;
            }
            else
            {
                few = middle;
                tooFew = tried;
            }
        }

        final long lastRemainingNs = quarantine.remainingNs(order[few], nowNs);
        if (mustWait(lastRemainingNs))
        {
            return QpnGrant.refused(lastRemainingNs);
        }
        final int first = allocatorWithout(tooFew, order, few, enough).allocateContiguous(qpns.length);
        final int[] yielding = Arrays.stream(order, 0, enough)
            .filter(entry -> quarantine.qpn(entry) >= first && quarantine.qpn(entry) < first + qpns.length)
            .toArray();
        int free = 0;
        for (int qpn = first; qpn < first + qpns.length; qpn++)
        {
            if (allocator.isFree(qpn))
            {
                qpns[free++] = qpn;
            }
        }
        allocator.takeRun(first, qpns.length);
        fill(qpns, free, yielding);
        return QpnGrant.granted(yielding);
    }

    private void fill(final int[] qpns, final int from, final int[] yielding)
    {
        for (int i = 0; i < yielding.length; i++)
        {
            qpns[from + i] = quarantine.qpn(yielding[i]);
        }
    }

    private boolean mustWait(final long lastRemainingNs)
    {
        return lastRemainingNs > 0 && pressure == QuarantinePressure.STRICT;
    }

    /** A copy in which some numbers of the quarantine are free. */
    private QpnAllocator allocatorWithout(
        final QpnAllocator other, final int[] entries, final int from, final int to)
    {
        final QpnAllocator later = other.copy();
        for (int i = from; i < to; i++)
        {
            later.release(quarantine.qpn(entries[i]));
        }
        return later;
    }
}
