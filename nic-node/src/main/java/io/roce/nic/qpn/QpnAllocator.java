package io.roce.nic.qpn;

import io.roce.wire.Qpn;

import java.util.random.RandomGenerator;

/**
 * Hands out numbers from a pool, each to one owner at a time. Costs a few steps a number however full the pool is, and
 * memory by what is taken: some 60 KiB for an empty pool of 2^24, 2.1 MiB for a full one.
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
    private int next;
    private int free;

    /**
     * A pool with both ends included.
     *
     * @param random where {@link AllocationOrder#RANDOM} numbers come from; the others ask for none.
     * @throws IllegalArgumentException when an end is no number of a user, or they are the wrong way round.
     */
    QpnAllocator(
        final int firstQpn, final int lastQpn, final AllocationOrder order, final RandomGenerator random)
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
        next = firstQpn;
        free = lastQpn - firstQpn + 1;
    }

    private QpnAllocator(final QpnAllocator other)
    {
        firstQpn = other.firstQpn;
        lastQpn = other.lastQpn;
        order = other.order;
        random = other.random;
        taken = other.taken.copy();
        next = other.next;
        free = other.free;
    }

    /** Whether the number is one of the pool, taken or not. */
    boolean isInPool(final int qpn)
    {
        return qpn >= firstQpn && qpn <= lastQpn;
    }

    /** Numbers that can be given now. */
    int free()
    {
        return free;
    }

    /** The free number whose turn it is, or {@link #NONE}. */
    int allocate()
    {
        if (free == 0)
        {
            return NONE;
        }

        final int qpn = order == AllocationOrder.RANDOM ?
            taken.absentAt(firstQpn + random.nextInt(free)) :
            nextFree(order == AllocationOrder.CYCLIC ? next : firstQpn);
        take(qpn);
        moveBehind(qpn);
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
     * Takes a run of numbers without a gap that does not go over the end of the pool: the next one, the lowest, or the
     * next one from a random place on. Looks at every gap between taken numbers when it has to.
     *
     * @param count 1 or more.
     * @return the first number of the run, or {@link #NONE} when there is no such run.
     */
    int allocateContiguous(final int count)
    {
        final int from = switch (order)
        {
            case CYCLIC -> next;
            case LOWEST -> firstQpn;
            case RANDOM -> random.nextInt(firstQpn, lastQpn + 1);
        };
        final int ahead = firstOfRun(from, count);
        final int first = ahead == NONE ? firstOfRun(firstQpn, count) : ahead;
        if (first != NONE)
        {
            takeRun(first, count);
        }
        return first;
    }

    /** Takes what is free of a run of numbers of the pool, and goes on behind it. */
    void takeRun(final int first, final int count)
    {
        for (int qpn = first; qpn < first + count; qpn++)
        {
            if (!taken.contains(qpn))
            {
                take(qpn);
            }
        }
        moveBehind(first + count - 1);
    }

    /** Whether {@link #allocateContiguous} would find a run. */
    boolean hasRun(final int count)
    {
        return firstOfRun(firstQpn, count) != NONE;
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
        free++;
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

    private int firstOfRun(final int from, final int count)
    {
        int first = taken.nextAbsent(from);
        while ((long)first + count <= (long)lastQpn + 1)
        {
            final int end = taken.nextPresent(first, first + count);
            if (end == first + count)
            {
                return first;
            }
            first = taken.nextAbsent(end);
        }
        return NONE;
    }

    private void take(final int qpn)
    {
        taken.add(qpn);
        free--;
    }

    private void moveBehind(final int qpn)
    {
        next = qpn == lastQpn ? firstQpn : qpn + 1;
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
