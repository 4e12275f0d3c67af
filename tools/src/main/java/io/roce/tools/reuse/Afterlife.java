package io.roce.tools.reuse;

/**
 * What is true of a number at times after its connection has ended: how likely it has another one, and how likely it is
 * held back since another one has ended already. At points that are {@link #step} apart, from 0 on.
 */
record Afterlife(double step, double[] live, double[] heldAgain)
{
    /** The mean of {@link #live} over delays. */
    double meanLive(final Delay delay)
    {
        return mean(live, delay);
    }

    double meanHeldAgain(final Delay delay)
    {
        return mean(heldAgain, delay);
    }

    private double mean(final double[] at, final Delay delay)
    {
        double mean = 0;
        double below = delay.cdf(0);
        for (int i = 1; i < at.length; i++)
        {
            final double upTo = delay.cdf(i * step);
            mean += (upTo - below) * (at[i - 1] + at[i]) / 2;
            below = upTo;
        }
        return mean;
    }

    /** So long and with so many points that the delays are all within. */
    static double step(final Delay delay, final int points)
    {
        return delay.max() / (points - 1);
    }
}
