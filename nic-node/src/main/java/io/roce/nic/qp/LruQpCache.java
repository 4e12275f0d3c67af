package io.roce.nic.qp;

/** Within a set, the handle that has not been asked for the longest goes first. */
final class LruQpCache extends SetAssociativeQpCache
{
    LruQpCache(final int sets, final int ways, final MissCost missCost)
    {
        super(QpCacheKind.LRU, sets, ways, missCost);
    }

    /** A set is in the order of last use, and {@link #put} adds at the end. */
    @Override
    void onHit(final int start, final int index, final int end)
    {
        moveToEnd(index, end);
    }

    @Override
    int victim(final int start, final int end)
    {
        return start;
    }
}
