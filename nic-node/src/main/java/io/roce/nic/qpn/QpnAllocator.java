package io.roce.nic.qpn;

import io.roce.wire.Qpn;

import java.util.random.RandomGenerator;

/**
 * Hands out numbers from a pool, each to one owner at a time. Costs a few steps a number however full the pool is, and
 * memory by what is taken: some 60 KiB for an empty pool of 2^24, 2.1 MiB for a full one, besides 4 bytes for a page.
 * <p>
 * A number needs memory for its page. Where that may not suffice for all that are asked for, only those are drawn that
 * leave room for the others, and each of them is as likely, or as soon, as the order says of free ones. To find them
 * costs a look at every page of the pool.
 * <p>
 * In {@link AllocationOrder#CYCLIC} order a number asked for by value does not move the place where the search goes on.
 */
final class QpnAllocator
{
    /** Answered when there is no number to give. */
    static final int NONE = -1;

    private final int firstQpn;
    private final int lastQpn;
    private final AllocationOrder order;
    private final RandomGenerator random;
    private final QpnSet taken;
    private final QpnPages pages;
    private int next;

    /**
     * A pool with both ends included.
     *
     * @param random where {@link AllocationOrder#RANDOM} numbers come from; the others ask for none.
     * @param pageBits low bits of a number that are its place in a page; those above are the page.
     * @throws IllegalArgumentException when an end is no number of a user, or they are the wrong way round.
     */
    QpnAllocator(
        final int firstQpn,
        final int lastQpn,
        final int pageBits,
        final AllocationOrder order,
        final RandomGenerator random)
    {
        if (firstQpn < Qpn.MIN_USER || lastQpn > Qpn.MAX_USER || firstQpn > lastQpn)
        {
            throw new IllegalArgumentException("pool of numbers is " + firstQpn + " to " + lastQpn +
                ", outside " + Qpn.MIN_USER + " to " + Qpn.MAX_USER + " or empty");
        }

        this.firstQpn = firstQpn;
        this.lastQpn = lastQpn;
        this.order = order;
        this.random = random;
        taken = new QpnSet();
        pages = new QpnPages(firstQpn, lastQpn, pageBits);
        next = firstQpn;
    }

    private QpnAllocator(final QpnAllocator other)
    {
        firstQpn = other.firstQpn;
        lastQpn = other.lastQpn;
        order = other.order;
        random = other.random;
        taken = other.taken.copy();
        pages = other.pages.copy();
        next = other.next;
    }

    /** Whether the number is one of the pool, taken or not. */
    boolean isInPool(final int qpn)
    {
        return qpn >= firstQpn && qpn <= lastQpn;
    }

    /** Numbers that are free, with memory or without. */
    int free()
    {
        return pages.free();
    }

    /** The pages of the numbers that are taken or free. */
    QpnPages pages()
    {
        return pages;
    }

    /**
     * The free number whose turn it is, or {@link #NONE} when those that are needed are more than are available.
     *
     * @param needed   numbers that are asked for, this one and those that follow; 1 or more.
     * @param maxPages pages that may be in use.
     */
    int allocate(final int needed, final int maxPages)
    {
        if (needed > pages.available(maxPages))
        {
            return NONE;
        }

        final boolean isAny = pages.isAnyAvailable(needed, maxPages);
        final int from = order == AllocationOrder.CYCLIC ? next : firstQpn;
        final int qpn;
        if (order == AllocationOrder.RANDOM)
        {
            final int rank = isAny ?
                random.nextInt(free()) :
                pages.rank(random.nextInt(pages.choices(needed, maxPages)), needed, maxPages);
            qpn = taken.absentAt(firstQpn + rank);
        }
        else
        {
            qpn = isAny ? nextFree(from) : nextAvailable(from, needed, maxPages);
        }
        take(qpn);
        goOnBehind(qpn);
        return qpn;
    }

    /** Takes a number of the pool asked for by value; false when it is taken. */
    boolean allocate(final int qpn)
    {
        requireInPool(qpn);
        if (taken.contains(qpn))
        {
            return false;
        }

        take(qpn);
        return true;
    }

    /**
     * Finds a run of free numbers without a gap that does not go over the end of the pool: the next one, the lowest, or
     * the next one from a random place on. Looks at every gap between taken numbers when it has to.
     *
     * @param count    1 or more.
     * @param maxPages pages that may be in use.
     * @return the first number of the run, or {@link #NONE} when there is no such run.
     */
    int firstOfRun(final int count, final int maxPages)
    {
        final int from = switch (order)
        {
            case CYCLIC -> next;
            case LOWEST -> firstQpn;
            case RANDOM -> random.nextInt(firstQpn, lastQpn + 1);
        };
        final int ahead = firstOfRun(from, count, maxPages);
        return ahead == NONE ? firstOfRun(firstQpn, count, maxPages) : ahead;
    }

    /** In {@link AllocationOrder#CYCLIC} order the search goes on behind a number of the pool. */
    void goOnBehind(final int qpn)
    {
        next = qpn == lastQpn ? firstQpn : qpn + 1;
    }

    /** Whether {@link #firstOfRun} would find a run. */
    boolean hasRun(final int count, final int maxPages)
    {
        return firstOfRun(firstQpn, count, maxPages) != NONE;
    }

    boolean isFree(final int qpn)
    {
        return !taken.contains(qpn);
    }

    /** Gives a taken number back. */
    void release(final int qpn)
    {
        requireInPool(qpn);
        if (!taken.contains(qpn))
        {
            throw new IllegalStateException(Qpn.format(qpn) + " is free already");
        }

        taken.remove(qpn);
        pages.onReleased(qpn);
    }

    /** Another allocator of the same pool with the same numbers taken, and the same source of random ones. */
    QpnAllocator copy()
    {
        return new QpnAllocator(this);
    }

    private int nextFree(final int from)
    {
        final int ahead = taken.nextAbsent(from);
        return ahead <= lastQpn ? ahead : taken.nextAbsent(firstQpn);
    }

    private int nextAvailable(final int from, final int needed, final int maxPages)
    {
        final int ahead = nextAvailableAhead(from, needed, maxPages);
        return ahead <= lastQpn ? ahead : nextAvailableAhead(firstQpn, needed, maxPages);
    }

    private int nextAvailableAhead(final int from, final int needed, final int maxPages)
    {
        int free = taken.nextAbsent(from);
        int available = pages.nextAvailable(free, needed, maxPages);
        while (free < available && available <= lastQpn)
        {
            free = taken.nextAbsent(available);
            available = pages.nextAvailable(free, needed, maxPages);
        }
        return available;
    }

    private int firstOfRun(final int from, final int count, final int maxPages)
    {
        int first = taken.nextAbsent(from);
        while ((long)first + count <= (long)lastQpn + 1)
        {
            final int end = taken.nextPresent(first, first + count);
            final boolean isFree = end == first + count;
            if (isFree && pages.isRunAvailable(first, count, maxPages))
            {
                return first;
            }
            // One that starts later in the same page needs no fewer pages.
            first = taken.nextAbsent(isFree ? pages.nextAvailable(pages.end(first), 1, maxPages) : end);
        }
        return NONE;
    }

    private void take(final int qpn)
    {
        taken.add(qpn);
        pages.onTaken(qpn);
    }

    private void requireInPool(final int qpn)
    {
        if (!isInPool(qpn))
        {
            throw new IllegalArgumentException(
                Qpn.format(qpn) + " is outside " + Qpn.format(firstQpn) + " to " + Qpn.format(lastQpn));
        }
    }
}
