package io.roce.tools.misses;

/**
 * One cell of the study.
 *
 * @param active   queue pairs that packets are for.
 * @param exponent of Zipf's law.
 */
record CacheCell(CacheShape shape, Workload workload, int active, double exponent)
{
}
