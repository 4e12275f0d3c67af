package io.roce.tools.perf;

import org.HdrHistogram.Histogram;

/**
 * What a phase has shown where it is measured.
 *
 * @param messages     by queue pair: those that were sent, or asked for, and have completed.
 * @param elapsedNs    from the first until the last had completed.
 * @param peakPerS     messages a second in the best stretch; the whole where it is too short to have one. Bandwidth.
 * @param latencyNs    of each message, half of it where it went there and back; null for bandwidth.
 * @param unanswered   messages that no answer came to; UC and UD, latency.
 * @param verification of what came back here.
 */
record Measured(
    long[] messages,
    long elapsedNs,
    double peakPerS,
    Histogram latencyNs,
    long unanswered,
    Verification verification)
{
    static final double NS_PER_S = 1e9;

    /** All of them. */
    long count()
    {
        long sum = 0;
        for (final long one : messages)
        {
            sum += one;
        }
        return sum;
    }
}
