package io.roce.nic.lane;

/**
 * The QP cache at one moment; all zeros when it is off.
 *
 * @param kind           {@code fifo}, {@code lru}, {@code random} or {@code off}.
 * @param resident       handles in the cache.
 * @param invalidations  handles taken out because their queue pair was destroyed or has gone back to RESET.
 * @param missCost       {@code none}, {@code accounted} or {@code spent}.
 * @param missCostNs     of one miss.
 * @param modelledMissNs what all misses so far would have cost, or have cost, by the node's model of a miss.
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
    long modelledMissNs)
{
}
