package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SparklineTest
{
    @Test
    void shouldDrawTheLargestHighestAndNothingBlank()
    {
        final double[] values = {0, 1, 4, 8};
        assertEquals(" ▁▄█", Sparkline.draw(values, 4, true));
        assertEquals(" _:#", Sparkline.draw(values, 4, false));
    }

    @Test
    void shouldShowTheNewestThatHaveRoom()
    {
        assertEquals("▄█", Sparkline.draw(new double[]{800, 1, 2}, 2, true));
        assertEquals("   █", Sparkline.draw(new double[]{3}, 4, true));
        assertEquals("  ", Sparkline.draw(new double[0], 2, true));
    }

    @Test
    void shouldDrawEvenTheSmallestThatIsNotNothing()
    {
        assertEquals("▁█", Sparkline.draw(new double[]{1e-9, 1e9}, 2, true));
        assertEquals("  ", Sparkline.draw(new double[]{0, 0}, 2, true));
        assertEquals(" █", Sparkline.draw(new double[]{-3, 1}, 2, true));
    }
}
