package io.roce.tools.pace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;

import java.util.Locale;

import org.HdrHistogram.Histogram;

/** By how much what was held back left after it was due. Nothing leaves before. Not thread-safe. */
public final class Lateness
{
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Histogram histogramNs = new Histogram(DIGITS);

    public void record(final long latenessNs)
    {
        histogramNs.recordValue(Math.max(0, latenessNs));
    }

    /** Of how many. */
    public long count()
    {
        return histogramNs.getTotalCount();
    }

    /** For a person: one line. */
    public String sentence()
    {
        return String.format(
            Locale.ROOT,
            "late by p50 %.1f us, p90 %.1f us, p99 %.1f us, at most %.1f us, of %s packets",
            micros(50), micros(90), micros(99), histogramNs.getMaxValue() / NANOS_PER_MICRO, Numbers.count(count()));
    }

    /** For a program. */
    public ObjectNode json()
    {
        return Json.object()
            .put("count", count())
            .put("p50_ns", histogramNs.getValueAtPercentile(50))
            .put("p90_ns", histogramNs.getValueAtPercentile(90))
            .put("p99_ns", histogramNs.getValueAtPercentile(99))
            .put("max_ns", histogramNs.getMaxValue());
    }

    private double micros(final double percentile)
    {
        return histogramNs.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }
}
