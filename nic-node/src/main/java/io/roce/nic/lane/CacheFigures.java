package io.roce.nic.lane;

/**
 * The QP cache at one moment; all zeros when it is off.
 *
 * @param resident      handles in the cache.
 * @param invalidations handles taken out because their queue pair was destroyed or has gone back to RESET.
 */
public record CacheFigures(
    int sets, int ways, int resident, long hits, long misses, long evictions, long invalidations)
{
}
