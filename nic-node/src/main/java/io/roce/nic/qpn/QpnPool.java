package io.roce.nic.qpn;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * The numbers of one table: those that are free, those that are handed out and those in quarantine. Says which are
 * given next, and what is to be waited for when there are too few.
 */
public final class QpnPool
{
    /** Answered when no time brings about what is asked for. */
    public static final long NEVER = -1;

    /** Answered when there is less memory than there seemed to be. */
    public static final long NO_MEMORY = -2;

    private static final int GONE = -1;
    private static final int FIRST_REACH = 64;
    private static final int REACH_FACTOR = 4;

    private final QuarantinePressure pressure;
    private final QpnAllocator allocator;
    private final QpnQuarantine quarantine;
    private final QpnListener listener;

    /**
     * All numbers from the first to the last, all free.
     *
     * @param pageBits a number less its so many low bits is that of its page, which comes with its first number in use
     *                 and goes with its last.
     * @param random   where {@link AllocationOrder#RANDOM} numbers come from.
     * @param count    numbers that must be handed out before one leaves the quarantine; 0 for none.
     * @param listener is told of a number when it is free already.
     * @throws IllegalArgumentException when an end is no number of a user, or they are the wrong way round.
     */
    public QpnPool(
        final int firstQpn,
        final int lastQpn,
        final int pageBits,
        final AllocationOrder order,
        final RandomGenerator random,
        final long count,
        final QuarantinePressure pressure,
        final QpnListener listener)
    {
        this.pressure = pressure;
        this.listener = listener;
        allocator = new QpnAllocator(firstQpn, lastQpn, pageBits, order, random);
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

    /** Numbers that are neither handed out nor in quarantine. */
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

    /** Numbers that can be given now, all together: those that are free, as far as there is memory for them. */
    public int available(final int pagesLeft)
    {
        return allocator.pages().available(allocator.pages().inUse() + pagesLeft);
    }

    /**
     * Fills the array with numbers that have memory or can get it, or takes none. When those are too few, the numbers
     * are let out of the quarantine that it has the least reason to hold back, as many as must be: always those that
     * only a count holds back, others as the pressure says. Each makes room by itself, or its page does when it is the
     * last one in it; in a run those of the run go and, when memory is what is lacking, all that would be free by then.
     *
     * @param qpns       1 or more places.
     * @param contiguous whether the numbers must have no gap; they are in order then.
     * @param pagesLeft  pages that there is memory for beside those in which a number is live or held back.
     * @param taker      is given each number; answers false when there is no memory for it after all. Those that it has
     *                   been given are released then, as if they had been in quarantine.
     * @return 0 when done; else how many nanoseconds it takes, no more and no less, until the clock has let so many
     *     numbers go that it can be, if nothing else happens; {@link #NEVER} when no time brings that about;
     *     {@link #NO_MEMORY} when the taker has said no.
     */
    public long grant(
        final int[] qpns, final boolean contiguous, final int pagesLeft, final long nowNs, final IntPredicate taker)
    {
        final int maxPages = allocator.pages().inUse() + pagesLeft;
        return contiguous ? grantRun(qpns, maxPages, nowNs, taker) : grantAny(qpns, maxPages, nowNs, taker);
    }

    /** So many numbers are handed out for good: those in quarantine may have waited for that. */
    public void onHandedOut(final int count)
    {
        quarantine.onAllocated(count);
    }

    /** A number is free again at once. */
    public void giveBack(final int qpn)
    {
        allocator.release(qpn);
    }

    /**
     * Makes sure that one more number can be held.
     *
     * @throws OutOfMemoryError when it cannot; nothing has changed.
     */
    public void reserveHold()
    {
        quarantine.reserve();
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

    /**
     * Those that are free come first: when there is no memory for one, the quarantine is as it was. Not so when a page
     * must go before a larger one can come.
     */
    private long grantAny(final int[] qpns, final int maxPages, final long nowNs, final IntPredicate taker)
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
            return NEVER;
        }
        final long lastRemainingNs = quarantine.remainingNs(order[enough - 1], nowNs);
        if (mustWait(lastRemainingNs))
        {
            return lastRemainingNs;
        }
        final int before = enough == qpns.length - free ? free : 0;
        if (draw(qpns, 0, before, maxPages, taker) != 0)
        {
            return NO_MEMORY;
        }
        letGo(Arrays.copyOf(order, enough), 0, QpnSet.END);
        return draw(qpns, before, qpns.length, maxPages, taker);
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
                return NO_MEMORY;
            }
            if (!hasMemory(qpns, i, taker))
            {
                return NO_MEMORY;
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
                return NO_MEMORY;
            }
            if (!hasMemory(qpns, i, taker))
            {
                return NO_MEMORY;
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

    private long grantRun(final int[] qpns, final int maxPages, final long nowNs, final IntPredicate taker)
    {
        final int first = allocator.firstOfRun(qpns.length, maxPages);
        if (first != QpnAllocator.NONE)
        {
            Arrays.setAll(qpns, i -> first + i);
            allocator.goOnBehind(first + qpns.length - 1);
            return take(qpns, 0, qpns.length, taker);
        }

        final int[] all = quarantine.entries();
        return allocatorWithout(allocator, all, 0, all.length).hasRun(qpns.length, maxPages) ?
            grantHeldRun(qpns, maxPages, nowNs, taker) :
            NEVER;
    }

    /**
     * With all numbers in quarantine there is a run: it is that of the fewest, in the order in which they leave. How
     * far that order must be known is found out step by step, since it costs more than all the rest.
     */
    private long grantHeldRun(final int[] qpns, final int maxPages, final long nowNs, final IntPredicate taker)
    {
        QpnAllocator tooFew = allocator;
        int few = 0;
        int enough = Math.min(FIRST_REACH, quarantine.size());
        int[] order = quarantine.firstToYield(enough);
        QpnAllocator tried = allocatorWithout(tooFew, order, few, enough);
        while (!tried.hasRun(qpns.length, maxPages))
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
            if (tried.hasRun(qpns.length, maxPages))
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
            return lastRemainingNs;
        }
        final int first = allocatorWithout(tooFew, order, few, enough).firstOfRun(qpns.length, maxPages);
        return takeHeldRun(qpns, first, Arrays.copyOf(order, enough), maxPages, taker);
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
            return NO_MEMORY;
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
