package io.roce.tools.perf;

import org.HdrHistogram.Histogram;

/** The percentiles of a latency that are told. */
enum Percentile
{
    P50(50, "50%", "p50"),
    P90(90, "90%", "p90"),
    P99(99, "99%", "p99"),
    P99_9(99.9, "99.9%", "p99_9"),
    P99_99(99.99, "99.99%", "p99_99");

    static final double NS_PER_US = 1e3;

    private final double value;
    private final String title;
    private final String field;

    Percentile(final double value, final String title, final String field)
    {
        this.value = value;
        this.title = title;
        this.field = field;
    }

    /** For people. */
    String title()
    {
        return title;
    }

    /** For programs. */
    String field()
    {
        return field;
    }

    /** So long or less have so many taken. */
    long of(final Histogram latencyNs)
    {
        return latencyNs.getValueAtPercentile(value);
    }
}
