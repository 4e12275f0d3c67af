package io.roce.tools.top;

import java.util.Arrays;

/** The rates of the last snapshots of a node, the oldest first. */
record RateHistory(double[] received, double[] delivered, double[] dropped)
{
    static final RateHistory EMPTY = new RateHistory(new double[0], new double[0], new double[0]);

    /** As many as any terminal is wide. */
    private static final int LENGTH_MAX = 300;

    RateHistory with(final Rates rates)
    {
        return new RateHistory(
            append(received, rates.received()),
            append(delivered, rates.ended(FateGroup.DELIVERED)),
            append(dropped, rates.ended(FateGroup.DROPPED)));
    }

    private static double[] append(final double[] values, final double value)
    {
        final int from = Math.max(0, values.length + 1 - LENGTH_MAX);
        final double[] longer = Arrays.copyOfRange(values, from, values.length + 1);
        longer[longer.length - 1] = value;
        return longer;
    }
}
