package io.roce.nic.qp;

import org.agrona.collections.Hashing;

/**
 * Sets of a few handles each, where the hash of a number chooses the set and all of the set is searched. Which handle
 * makes room for another is what kinds differ in.
 * <pre>
 *                 set 0             set 1             set 2
 *             +-----+-----+-----+ +-----+-----+-----+ +-----+---
 *   qpns      | 17  | 40  |     | |     |     |     | | 23  |
 *   handles   |  *  |  *  |     | |     |     |     | |  *  |
 *             +-----+-----+-----+ +-----+-----+-----+ +-----+---
 *   sizes       2                 0                   1
 * </pre>
 * A set is filled from its start on and has no holes. All handles are made beforehand, one more than there are places,
 * and used over and over.
 */
abstract class SetAssociativeQpCache implements QpCache
{
    private final QpCacheKind kind;
    private final MissCost missCost;
    private final int sets;
    private final int ways;
    private final int[] qpns;
    private final QpContext[] handles;
    private final int[] sizes;
    private final QpContext[] unused;
    private int unusedCount;
    private int resident;
    private long hits;
    private long misses;
    private long evictions;
    private long invalidations;

    /**
     * @param sets a power of two; 1 is legal.
     * @param ways handles in one set, at least 1.
     * @throws IllegalArgumentException when one is not.
     */
    SetAssociativeQpCache(final QpCacheKind kind, final int sets, final int ways, final MissCost missCost)
    {
        if (Integer.bitCount(sets) != 1 || sets < 1)
        {
            throw new IllegalArgumentException("sets is " + sets + ", not a power of two");
        }
        if (ways < 1 || ways > Integer.MAX_VALUE / 2 / sets)
        {
            throw new IllegalArgumentException(
                "ways is " + ways + ", outside 1 to " + Integer.MAX_VALUE / 2 / sets + " for " + sets + " sets");
        }

        this.kind = kind;
        this.missCost = missCost;
        this.sets = sets;
        this.ways = ways;
        qpns = new int[sets * ways];
        handles = new QpContext[sets * ways];
        sizes = new int[sets];
        unused = new QpContext[sets * ways + 1];
        while (unusedCount < unused.length)
        {
            unused[unusedCount++] = new QpContext();
        }
    }

    /**
     * A handle of a set has been hit.
     *
     * @param start index of the set's first handle.
     * @param index of the handle that was hit.
     * @param end   one past the index of the set's last handle.
     */
    abstract void onHit(int start, int index, int end);

    /** The index of the handle of a full set that has to make room. */
    abstract int victim(int start, int end);

    @Override
    public final QpContext get(final int qpn)
    {
        final int set = Hashing.hash(qpn, sets - 1);
        final int index = indexOf(set, qpn);
        if (index < 0)
        {
            misses++;
            missCost.onMiss();
            return null;
        }

        hits++;
        final QpContext context = handles[index];
        assert context.isCurrent() : "nobody has invalidated " + qpn;
        onHit(set * ways, index, set * ways + sizes[set]);
        return context;
    }

    @Override
    public final QpContext spare()
    {
        return unused[unusedCount - 1];
    }

    @Override
    public final void put(final QpContext spare)
    {
        if (spare != spare())
        {
            throw new IllegalArgumentException("not the spare handle");
        }

        unusedCount--;
        final int set = Hashing.hash(spare.qpn(), sets - 1);
        if (sizes[set] == ways)
        {
            takeOut(set, victim(set * ways, set * ways + ways));
            evictions++;
        }

        final int index = set * ways + sizes[set]++;
        qpns[index] = spare.qpn();
        handles[index] = spare;
        resident++;
    }

    @Override
    public final void invalidate(final int qpn)
    {
        final int set = Hashing.hash(qpn, sets - 1);
        final int index = indexOf(set, qpn);
        if (index >= 0)
        {
            takeOut(set, index);
            invalidations++;
        }
    }

    @Override
    public final void close()
    {
        invalidations += resident;
        for (int set = 0; set < sets; set++)
        {
            while (sizes[set] > 0)
            {
                takeOut(set, set * ways + sizes[set] - 1);
            }
        }
    }

    @Override
    public final QpCacheKind kind()
    {
        return kind;
    }

    @Override
    public final MissCost missCost()
    {
        return missCost;
    }

    @Override
    public final int sets()
    {
        return sets;
    }

    @Override
    public final int ways()
    {
        return ways;
    }

    @Override
    public final int resident()
    {
        return resident;
    }

    @Override
    public final long hits()
    {
        return hits;
    }

    @Override
    public final long misses()
    {
        return misses;
    }

    @Override
    public final long evictions()
    {
        return evictions;
    }

    @Override
    public final long invalidations()
    {
        return invalidations;
    }

    /** Moves a handle to the end of its set. */
    final void moveToEnd(final int index, final int end)
    {
        final int qpn = qpns[index];
        final QpContext handle = handles[index];
        for (int i = index + 1; i < end; i++)
        {
            qpns[i - 1] = qpns[i];
            handles[i - 1] = handles[i];
        }
        qpns[end - 1] = qpn;
        handles[end - 1] = handle;
    }

    private int indexOf(final int set, final int qpn)
    {
        final int start = set * ways;
        for (int index = start + sizes[set] - 1; index >= start; index--)
        {
            if (qpns[index] == qpn)
            {
                return index;
            }
        }
        return -1;
    }

    private void takeOut(final int set, final int index)
    {
        final int last = set * ways + --sizes[set];
        moveToEnd(index, last + 1);
        unused[unusedCount++] = handles[last];
        handles[last] = null;
        resident--;
    }
}
