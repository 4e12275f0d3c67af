package io.roce.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

/** Against tables of the normal law and Student's, and examples of Wilson's interval that were reckoned by hand. */
class ConfidenceTest
{
    @Test
    void shouldKnowTheNormalLaw()
    {
        assertEquals(1.959964, Confidence.normalQuantile(0.025), 1e-6);
        assertEquals(3.290527, Confidence.normalQuantile(0.0005), 1e-6);
        assertEquals(4.753424, Confidence.normalQuantile(1e-6), 1e-6);
    }

    @Test
    void shouldKnowStudentsLaw()
    {
        assertEquals(2.262157, new Confidence(0.05).studentQuantile(9), 1e-4);
        assertEquals(4.780913, new Confidence(0.001).studentQuantile(9), 0.01);
        assertEquals(2.009575, new Confidence(0.05).studentQuantile(49), 1e-5);
        assertEquals(3.500443, new Confidence(0.001).studentQuantile(49), 1e-4);
    }

    @Test
    void shouldBoundAPartAsWilsonDoes()
    {
        final Confidence confidence = new Confidence(0.05);
        final Interval some = confidence.wilson(10, 100);
        assertEquals(0.0552, some.low(), 5e-5);
        assertEquals(0.1744, some.high(), 5e-5);
        // z^2 / (n + z^2) with z = 1.96.
        assertEquals(new Interval(0, 3.841459 / 103.841459).high(), confidence.wilson(0, 100).high(), 1e-7);
        assertEquals(0, confidence.wilson(0, 100).low());
        assertEquals(1, confidence.wilson(100, 100).high());
    }

    @Test
    void shouldBoundAMeanByHowBatchesDiffer()
    {
        // Ten batches of ten trials, half of them with a mean of 1 and half of 3: 2, and a deviation of 1.0541.
        final double[] sums = {10, 30, 10, 30, 10, 30, 10, 30, 10, 30};
        final long[] trials = new long[10];
        Arrays.fill(trials, 10);

        final Interval interval = new Confidence(0.05).batches(sums, trials);

        final double half = 2.262157 * 1.0540926 / Math.sqrt(10);
        assertEquals(2 - half, interval.low(), 1e-4);
        assertEquals(2 + half, interval.high(), 1e-4);
    }

    @Test
    void shouldWidenWhereManyAreToHoldAtOnce()
    {
        final Interval one = new Confidence(0.01).wilson(10, 100);
        final Interval many = Confidence.ofAll(0.01, 1_000).wilson(10, 100);
        assertTrue(many.low() < one.low() && many.high() > one.high());
    }
}
