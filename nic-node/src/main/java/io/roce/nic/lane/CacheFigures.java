package io.roce.nic.lane;

import io.roce.nic.qp.QpCacheProfile;

/**
 * The QP cache at one moment; all zeros when it is off.
 *
 * @param kind           {@code fifo}, {@code lru}, {@code random} or {@code off}.
 * @param resident       handles in the cache.
 * @param invalidations  handles taken out because their queue pair was destroyed or has gone back to RESET.
 * @param missCost       {@code none}, {@code accounted} or {@code spent}.
 * @param missCostNs     of one miss.
 * @param modelledMissNs what all misses so far would have cost, or have cost, by the node's model of a miss.
 * @param profile        what size, order and cost of a miss are those of; null for none.
 */
public record CacheFigures(
    String kind,
    int sets,
    int ways,
    int resident,
    long hits,
    long misses,
    long evictions,
    long invalidations,
    String missCost,
    long missCostNs,
    long modelledMissNs,
    QpCacheProfile profile)
{
    /** The same with the cache of another lane. */
    CacheFigures plus(final CacheFigures other)
    {
        return new CacheFigures(
            kind,
            sets + other.sets,
            ways,
            resident + other.resident,
            hits + other.hits,
            misses + other.misses,
            evictions + other.evictions,
            invalidations + other.invalidations,
            missCost,
            missCostNs,
            modelledMissNs + other.modelledMissNs,
            profile);
    }
}
