package io.roce.tools.reuse;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How long after the end of its connection a stale packet arrives: a distribution on 0 to {@link #max}, in seconds.
 * What a law has beyond that is cut off: what is drawn is drawn again, so to say.
 */
abstract class Delay
{
    private final String label;
    private final double max;

    private Delay(final String label, final double max)
    {
        this.label = label;
        this.max = max;
    }

    static Delay fixed(final String label, final double seconds)
    {
        return recorded(label, new double[]{seconds});
    }

    /** @param mean of the law as it is before it is cut off. */
    static Delay exponential(final String label, final double mean, final double max)
    {
        return new Delay(label, max)
        {
            @Override
            double law(final double seconds)
            {
                return -Math.expm1(-seconds / mean);
            }

            @Override
            double inverse(final double part)
            {
                return -mean * Math.log1p(-part);
            }
        };
    }

    /** Pareto's: beyond {@code min} the part of those that take longer than t is (min / t) to the power of alpha. */
    static Delay pareto(final String label, final double min, final double alpha, final double max)
    {
        return new Delay(label, max)
        {
            @Override
            double law(final double seconds)
            {
                return seconds <= min ? 0 : 1 - Math.pow(min / seconds, alpha);
            }

            @Override
            double inverse(final double part)
            {
                return min * Math.pow(1 - part, -1 / alpha);
            }
        };
    }

    /** Each of these, as likely as the others. */
    static Delay recorded(final String label, final double[] seconds)
    {
        final double[] sorted = seconds.clone();
        Arrays.sort(sorted);
        return new Delay(label, sorted[sorted.length - 1])
        {
            @Override
            double law(final double at)
            {
                int count = Arrays.binarySearch(sorted, at);
                if (count < 0)
                {
                    return (double)(-count - 1) / sorted.length;
                }
                while (count < sorted.length && sorted[count] == at)
                {
                    count++;
                }
                return (double)count / sorted.length;
            }

            @Override
            double inverse(final double part)
            {
                return sorted[(int)(part * sorted.length)];
            }
        };
    }

    /** As on the command line and in CSV. */
    String label()
    {
        return label;
    }

    /** The longest there is. */
    double max()
    {
        return max;
    }

    /** The part of delays that are no longer. */
    double cdf(final double seconds)
    {
        return seconds < 0 ? 0 : seconds >= max ? 1 : law(seconds) / law(max);
    }

    /** Whole nanoseconds, {@link #max} at the most. */
    long drawNs(final SplittableRandom random)
    {
        return Math.round(Math.min(max, inverse(random.nextDouble() * law(max) * (1 - 1e-15))) * 1e9);
    }

    abstract double law(double seconds);

    /** @param part from 0 up to less than 1. */
    abstract double inverse(double part);

    @Override
    public String toString()
    {
        return label;
    }
}
