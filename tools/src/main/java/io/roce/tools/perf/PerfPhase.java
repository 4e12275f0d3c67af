package io.roce.tools.perf;

/**
 * A stretch of the run in which messages of one size go, over queue pairs of its own.
 *
 * @param size      of a message in bytes.
 * @param isWarmUp  whether its figures are thrown away.
 */
record PerfPhase(PerfTest test, int size, boolean isWarmUp)
{
}
