package io.roce.nic.qp;

import org.agrona.collections.Int2ObjectCache;

/**
 * A set-associative cache on Agrona's {@link Int2ObjectCache}: within a set the handle that came first goes first,
 * however often it has been hit since. All handles are made beforehand, one more than there are places, and used over
 * and over.
 * <p>
 * Agrona's eviction consumer is told of every handle that leaves, without saying why. Here they leave in two ways: to
 * make room, or by {@link #invalidate}, which counts for itself. Nothing is ever replaced under its own number.
 */
final class AgronaQpCache implements QpCache
{
    private final Int2ObjectCache<QpContext> cache;
    private final MissCost missCost;
    private final int sets;
    private final int ways;
    private final QpContext[] unused;
    private int unusedCount;
    private long left;
    private long invalidations;

    /**
     * @param sets a power of two; 1 is legal.
     * @param ways handles in one set, a power of two; 1 is legal.
     * @throws IllegalArgumentException when one is not.
     */
    AgronaQpCache(final int sets, final int ways, final MissCost missCost)
    {
        cache = new Int2ObjectCache<>(sets, ways, this::onLeft);
        this.missCost = missCost;
        this.sets = sets;
        this.ways = ways;
        unused = new QpContext[cache.capacity() + 1];
        while (unusedCount < unused.length)
        {
            unused[unusedCount++] = new QpContext();
        }
    }

    @Override
    public QpContext get(final int qpn)
    {
        final QpContext context = cache.get(qpn);
        if (context == null)
        {
            missCost.onMiss();
            return null;
        }

        assert context.isCurrent() : "nobody has invalidated " + qpn;
        return context;
    }

    @Override
    public QpContext spare()
    {
        return unused[unusedCount - 1];
    }

    @Override
    public void put(final QpContext spare)
    {
        if (spare != spare())
        {
            throw new IllegalArgumentException("not the spare handle");
        }

        unusedCount--;
        cache.put(spare.qpn(), spare);
    }

    @Override
    public void invalidate(final int qpn)
    {
        if (cache.remove(qpn) != null)
        {
            invalidations++;
        }
    }

    @Override
    public void close()
    {
        invalidations += cache.size();
        cache.clear();
    }

    @Override
    public QpCacheKind kind()
    {
        return QpCacheKind.FIFO;
    }

    @Override
    public MissCost missCost()
    {
        return missCost;
    }

    @Override
    public int sets()
    {
        return sets;
    }

    @Override
    public int ways()
    {
        return ways;
    }

    @Override
    public int resident()
    {
        return cache.size();
    }

    @Override
    public long hits()
    {
        return cache.cacheHits();
    }

    @Override
    public long misses()
    {
        return cache.cacheMisses();
    }

    @Override
    public long evictions()
    {
        return left - invalidations;
    }

    @Override
    public long invalidations()
    {
        return invalidations;
    }

    private void onLeft(final QpContext context)
    {
        left++;
        unused[unusedCount++] = context;
    }
}
