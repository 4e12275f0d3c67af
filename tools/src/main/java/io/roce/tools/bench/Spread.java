package io.roce.tools.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;

/** A figure over several rounds. */
record Spread(double median, double lowest, double highest)
{
    private static final MathContext DIGITS = new MathContext(5);

    /** @param values of the rounds, one at least; between the two in the middle lies the median of an even number. */
    static Spread of(final List<Double> values)
    {
        if (values.isEmpty())
        {
            throw new IllegalArgumentException("a figure without a round");
        }
        final double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        final int half = sorted.length / 2;
        final double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** What each value of one side is of that of the other side in the same round. */
    static Spread ofRatios(final List<Double> ours, final List<Double> others)
    {
        if (ours.size() != others.size())
        {
            throw new IllegalArgumentException(ours.size() + " rounds beside " + others.size());
        }
        final Double[] ratios = new Double[ours.size()];
        Arrays.setAll(ratios, i -> ours.get(i) / others.get(i));
        return of(List.of(ratios));
    }

    ObjectNode json()
    {
        return Json.object()
            .put("median", rounded(median))
            .put("lowest", rounded(lowest))
            .put("highest", rounded(highest));
    }

    /** To as many digits as mean something; null for what is no number: JSON has none. */
    static BigDecimal rounded(final double value)
    {
        if (!Double.isFinite(value))
        {
            return null;
        }
        final BigDecimal rounded = BigDecimal.valueOf(value).round(DIGITS);
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
