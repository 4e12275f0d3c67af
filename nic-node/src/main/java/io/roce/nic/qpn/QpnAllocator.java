package io.roce.nic.qpn;

import io.roce.wire.Qpn;

/**
 * Hands out numbers from a pool, each to one owner at a time. The order is cyclic: the next free number after the last
 * one given, and from the end of the pool back to its start, so that a freed number comes back late. Costs a few steps
 * a number however full the pool is, and memory by what is taken: some 60 KiB for an empty pool of 2^24, 2.1 MiB for a
 * full one.
 * <p>
 * A number asked for by value does not move the place where the search goes on.
 */
public final class QpnAllocator
{
    /** Answered when there is no number to give. */
    public static final int NONE = -1;

    private final int firstQpn;
    private final int lastQpn;
    private final QpnSet taken = new QpnSet();
    private int next;
    private int free;

    /**
     * A pool with both ends included.
     *
     * @throws IllegalArgumentException when an end is no number of a user, or they are the wrong way round.
     */
    public QpnAllocator(final int firstQpn, final int lastQpn)
    {
        if (firstQpn < Qpn.MIN_USER || lastQpn > Qpn.MAX_USER || firstQpn > lastQpn)
        {
            throw new IllegalArgumentException("pool of numbers is " + firstQpn + " to " + lastQpn +
                ", outside " + Qpn.MIN_USER + " to " + Qpn.MAX_USER + " or empty");
        }

        this.firstQpn = firstQpn;
        this.lastQpn = lastQpn;
        next = firstQpn;
        free = lastQpn - firstQpn + 1;
    }

    public int firstQpn()
    {
        return firstQpn;
    }

    public int lastQpn()
    {
        return lastQpn;
    }

    /** Whether the number is one of the pool, taken or not. */
    public boolean isInPool(final int qpn)
    {
        return qpn >= firstQpn && qpn <= lastQpn;
    }

    /** Numbers that can be given now. */
    public int free()
    {
        return free;
    }

    /** The next free number, or {@link #NONE}. */
    public int allocate()
    {
        if (free == 0)
        {
            return NONE;
        }

        final int ahead = taken.nextAbsent(next);
        final int qpn = ahead <= lastQpn ? ahead : taken.nextAbsent(firstQpn);
        take(qpn);
        moveBehind(qpn);
        return qpn;
    }

    /** Takes a number of the pool asked for by value; false when it is taken. */
    public boolean allocate(final int qpn)
    {
        requireInPool(qpn);
        if (taken.contains(qpn))
        {
            return false;
        }

        take(qpn);
        return true;
    }

    /** Fills the array with numbers, in no particular places; false when there are too few, and none is taken then. */
    public boolean allocate(final int[] qpns)
    {
        if (qpns.length > free)
        {
            return false;
        }

        for (int i = 0; i < qpns.length; i++)
        {
            qpns[i] = allocate();
        }
        return true;
    }

    /**
     * Takes a run of numbers without a gap: the next one, and it does not go over the end of the pool. Looks at every
     * gap between taken numbers when it has to.
     *
     * @param count 1 or more.
     * @return the first number of the run, or {@link #NONE} when there is no such run.
     */
    public int allocateContiguous(final int count)
    {
        final int ahead = firstOfRun(next, count);
        final int first = ahead == NONE ? firstOfRun(firstQpn, count) : ahead;
        if (first != NONE)
        {
            for (int i = 0; i < count; i++)
            {
                take(first + i);
            }
            moveBehind(first + count - 1);
        }
        return first;
    }

    /** Whether {@link #allocateContiguous} would find a run. */
    public boolean hasRun(final int count)
    {
        return firstOfRun(firstQpn, count) != NONE;
    }

    /** Gives a taken number back. */
    public void release(final int qpn)
    {
        requireInPool(qpn);
        if (!taken.contains(qpn))
        {
            throw new IllegalStateException(Qpn.format(qpn) + " is free already");
        }

        taken.remove(qpn);
        free++;
    }

    /** Another allocator of the same pool with the same numbers taken. */
    public QpnAllocator copy()
    {
        final QpnAllocator copy = new QpnAllocator(firstQpn, lastQpn);
        int qpn = taken.nextPresent(firstQpn, QpnSet.END);
        while (qpn < QpnSet.END)
        {
            copy.take(qpn);
            qpn = taken.nextPresent(qpn + 1, QpnSet.END);
        }
        copy.next = next;
        return copy;
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
