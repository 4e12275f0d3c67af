package io.roce.tools.reuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class DelayTest
{
    /** Draws are as their distribution says, and none is longer than the longest. */
    @Test
    void shouldDrawAsItSays()
    {
        for (final Delay delay : List.of(
            Delay.fixed("f", 0.3), Delay.exponential("e", 0.1, 0.4), Delay.pareto("p", 0.02, 1.5, 0.4),
            Delay.recorded("r", new double[]{0.1, 0.4, 0.2, 0.2})))
        {
            final SplittableRandom random = new SplittableRandom(1);
            final int draws = 20_000;
            int below = 0;
            for (int i = 0; i < draws; i++)
            {
                final long ns = delay.drawNs(random);
                assertTrue(ns > 0 && ns <= Math.round(delay.max() * 1e9), delay.label());
                below += ns <= 150_000_000 ? 1 : 0;
            }
            // Four deviations, of 0.0035 at the most.
            assertEquals(delay.cdf(0.15), (double)below / draws, 0.0142, delay.label());
        }
    }

    @Test
    void shouldBeTheLawsThatItIsNamedAfter()
    {
        assertEquals((1 - Math.exp(-1)) / (1 - Math.exp(-4)), Delay.exponential("e", 0.1, 0.4).cdf(0.1), 1e-12);
        assertEquals(
            (1 - Math.pow(0.5, 1.5)) / (1 - Math.pow(0.05, 1.5)), Delay.pareto("p", 0.02, 1.5, 0.4).cdf(0.04), 1e-12);
        assertEquals(0, Delay.pareto("p", 0.02, 1.5, 0.4).cdf(0.01));
        final Delay recorded = Delay.recorded("r", new double[]{0.1, 0.4, 0.2, 0.2});
        assertEquals(0.25, recorded.cdf(0.199));
        assertEquals(0.75, recorded.cdf(0.2));
        assertEquals(0, Delay.fixed("f", 0.3).cdf(0.2999));
        assertEquals(1, Delay.fixed("f", 0.3).cdf(0.3));
    }
}
