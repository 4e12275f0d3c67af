package io.roce.tools.reuse;

/** Poisson's law: how often something that is memoryless happens. */
final class Poisson
{
    /** Deviations beyond which there is nothing to see. */
    private static final double REACH = 9;

    private Poisson()
    {
    }

    /** More than this never happens, as good as. */
    static int most(final double mean)
    {
        return (int)Math.ceil(mean + REACH * Math.sqrt(mean) + REACH * REACH);
    }

    /** The mean of what is at the index of how often it happens; the last place stands for all beyond. */
    static double mean(final double mean, final double[] at)
    {
        final int from = (int)Math.max(0, mean - REACH * Math.sqrt(mean) - 1);
        final int last = at.length - 1;
        if (from >= last)
        {
            return at[last];
        }
        final int to = most(mean);
        double chance = Math.exp(logChance(mean, from));
        double sum = 0;
        for (int i = from; i <= to; i++)
        {
            sum += chance * at[Math.min(i, last)];
            chance *= mean / (i + 1);
        }
        return sum;
    }

    /** How likely it happens so often at least. */
    static double atLeast(final double mean, final int times)
    {
        if (times == 0)
        {
            return 1;
        }
        if (mean == 0)
        {
            return 0;
        }
        final boolean isUpper = times > mean;
        double chance = Math.exp(logChance(mean, isUpper ? times : times - 1));
        double sum = 0;
        if (isUpper)
        {
            for (int i = times; chance > 0 && chance > sum * 1e-17; i++)
            {
                sum += chance;
                chance *= mean / (i + 1);
            }
            return Math.min(1, sum);
        }
        for (int i = times - 1; i >= 0; i--)
        {
            sum += chance;
            chance *= i / mean;
        }
        return Math.max(0, 1 - sum);
    }

    private static double logChance(final double mean, final int times)
    {
        if (times == 0)
        {
            return -mean;
        }
        double logFactorial = 0;
        if (times < 64)
        {
            for (int i = 2; i <= times; i++)
            {
                logFactorial += Math.log(i);
            }
        }
        else
        {
            // Stirling's series.
            final double n = times;
            logFactorial = n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n * n * n);
        }
        return times * Math.log(mean) - mean - logFactorial;
    }
}
