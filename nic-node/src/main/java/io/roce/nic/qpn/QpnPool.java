package io.roce.nic.qpn;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/** The numbers of one table: those that are free, those that are handed out and those in quarantine. */
public final class QpnPool
{
    /** Answered when no time brings about what is asked for. */
    public static final long NEVER = -1;

    /** Answered when there is less memory than there seemed to be. */
    public static final long NO_MEMORY = -2;

    private final QpnAllocator allocator;
    private final QpnQuarantine quarantine;
    private final QpnGranter granter;

    /**
     * All numbers from the first to the last, all free.
     *
     * @param pageBits low bits of a number that are its place in a page; those above are the page, which comes with its
     *                 first number in use and goes with its last.
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
        granter = new QpnGranter(allocator, quarantine, pressure, listener);
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

    /** Whether so many numbers without a gap can be given now. */
    public boolean hasRun(final int count, final int pagesLeft)
    {
        return allocator.hasRun(count, allocator.pages().inUse() + pagesLeft);
    }

    /**
     * Of the numbers that leave the quarantine first when there is need, in that order, the nanoseconds until the time
     * of each is over; 0 for one that waits for its count alone.
     *
     * @param limit how many at the most.
     */
    public long[] waitsNs(final int limit, final long nowNs)
    {
        return Arrays.stream(quarantine.firstToYield(Math.min(limit, quarantine.size())))
            .mapToLong(entry -> quarantine.remainingNs(entry, nowNs))
            .toArray();
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
        return contiguous ?
            granter.grantRun(qpns, maxPages, nowNs, taker) :
            granter.grantAny(qpns, maxPages, nowNs, taker);
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

    /** Up to {@code limit} numbers that the quarantine lets out next if nobody is in need of them, in that order. */
    public List<QuarantinedQpn> nextOut(final int limit, final long nowNs)
    {
        return quarantine.next(limit, nowNs);
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
}
