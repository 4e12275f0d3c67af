package io.roce.tools.misses;

import io.roce.tools.report.Confidence;
import io.roce.tools.report.Interval;

import java.util.Arrays;

/**
 * What was measured of a cell, beside its closed form.
 *
 * @param hits    for each seed.
 * @param packets for each seed.
 */
record CacheFigure(CacheCell cell, double[] hits, int packets, HitRate form)
{
    double hitRate()
    {
        return Arrays.stream(hits).sum() / trials();
    }

    long trials()
    {
        return (long)packets * hits.length;
    }

    /** The wider of Wilson's interval and Student's over the seeds. */
    Interval interval(final Confidence confidence)
    {
        final long[] trials = new long[hits.length];
        Arrays.fill(trials, packets);
        return confidence.batches(hits, trials).with(confidence.wilson(Arrays.stream(hits).sum(), trials()));
    }

    boolean agrees(final Confidence confidence)
    {
        return interval(confidence).widenedBy(form.margin() + 1e-12).has(form.value());
    }
}
