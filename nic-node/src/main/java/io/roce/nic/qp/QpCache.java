package io.roce.nic.qp;

/**
 * The adapter's on-chip store of contexts in front of the table: bounded, and never with a handle of a queue pair that
 * is no more. Whoever ends a queue pair, or takes it back to RESET, invalidates its number here. Lane thread only.
 */
public interface QpCache extends AutoCloseable
{
    /** The handle of a live queue pair, or null. Counts a hit or a miss. */
    QpContext get(int qpn);

    /** A handle that nobody uses, to be pointed at a record and given to {@link #put}. The same one until then. */
    QpContext spare();

    /** Takes in the spare handle, and puts another out for it when there is no room. */
    void put(QpContext spare);

    /** Takes out the handle of a number, if it is there. */
    void invalidate(int qpn);

    /** Takes out every handle: to be done before the table closes. */
    @Override
    void close();

    QpCacheKind kind();

    MissCost missCost();

    int sets();

    int ways();

    /** Handles in the cache. */
    int resident();

    long hits();

    long misses();

    /** What all misses so far would have cost, or have cost, by {@link #missCost}. */
    default long modelledMissNs()
    {
        return misses() * missCost().ns();
    }

    /** Handles that had to make room for another. */
    long evictions();

    /** Handles taken out because their queue pair had ended or gone back to RESET. */
    long invalidations();
}
