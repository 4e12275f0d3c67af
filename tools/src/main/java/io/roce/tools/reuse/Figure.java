package io.roce.tools.reuse;

import io.roce.tools.report.Confidence;
import io.roce.tools.report.Interval;

import java.util.List;

/**
 * What was measured of a cell, beside what its closed form says.
 *
 * @param trials what it is a part, or the mean, of.
 * @param value  NaN without any.
 */
record Figure(Measure measure, long trials, double value, double[] sums, long[] counts, Prediction prediction)
{
    private static final int BURST = 10;
    private static final int FEW = 10;

    /** Sums up what the batches of all seeds have counted. */
    static Figure of(final Measure measure, final List<Batch> batches, final Prediction prediction)
    {
        final double[] sums = batches.stream().mapToDouble(measure::sum).toArray();
        final long[] counts = batches.stream().mapToLong(measure::trials).toArray();
        long trials = 0;
        double sum = 0;
        for (int i = 0; i < sums.length; i++)
        {
            trials += counts[i];
            sum += sums[i];
        }
        return new Figure(measure, trials, trials == 0 ? Double.NaN : sum / trials, sums, counts, prediction);
    }

    /**
     * Where it may lie: for a part the wider of Wilson's interval, which holds where trials have nothing to do with
     * each
     * other, and that of the batches, which holds where neighbours have; for a mean the latter. Refusals come in
     * bursts,
     * so for Wilson's they are taken for a tenth as many.
     */
    Interval interval(final Confidence confidence)
    {
        final Interval batches = confidence.batches(sums, counts);
        final long independent = measure == Measure.REFUSED ? trials / BURST : trials;
        return measure == Measure.WAIT ?
            batches : batches.with(confidence.wilson(value * independent, independent));
    }

    /** Whether there is anything to compare, and enough of it for its bounds to be right. */
    boolean isComparable()
    {
        return trials > (measure == Measure.WAIT ? FEW * counts.length : 0) && prediction.form() != Form.NONE;
    }

    boolean agrees(final Confidence confidence)
    {
        final Interval interval = interval(confidence).widenedBy(prediction.margin() + 1e-12);
        return prediction.form() == Form.BOUND ?
            interval.low() <= prediction.value() : interval.has(prediction.value());
    }

    /** Measured less predicted. */
    double difference()
    {
        return value - prediction.value();
    }
}
