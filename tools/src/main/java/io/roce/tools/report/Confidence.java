package io.roce.tools.report;

/** How sure an interval is: bounds that hold in all but a part of cases. */
public final class Confidence
{
    private final double z;

    /** @param error the part of cases in which the bounds may not hold, both sides together. */
    public Confidence(final double error)
    {
        z = normalQuantile(error / 2);
    }

    /** So many of these hold together in all but a part of cases: Bonferroni. */
    public static Confidence ofAll(final double error, final int count)
    {
        return new Confidence(error / Math.max(1, count));
    }

    /** Wilson's score interval of a part: also right for none and for all. */
    public Interval wilson(final double hits, final long trials)
    {
        if (trials == 0)
        {
            return new Interval(0, 1);
        }
        final double part = hits / trials;
        final double scale = 1 + z * z / trials;
        final double middle = (part + z * z / (2 * trials)) / scale;
        final double half = z / scale * Math.sqrt(part * (1 - part) / trials + z * z / (4.0 * trials * trials));
        return new Interval(
            hits == 0 ? 0 : Math.max(0, middle - half), hits == trials ? 1 : Math.min(1, middle + half));
    }

    /**
     * Student's interval of a ratio of sums, from how the batches differ that they are sums of: right also where what
     * follows each other is alike, as long as batches are not.
     */
    public Interval batches(final double[] sums, final long[] trials)
    {
        double sum = 0;
        double count = 0;
        for (int i = 0; i < sums.length; i++)
        {
            sum += sums[i];
            count += trials[i];
        }
        final double ratio = sum / count;
        double squares = 0;
        for (int i = 0; i < sums.length; i++)
        {
            final double residual = sums[i] - ratio * trials[i];
            squares += residual * residual;
        }
        final double n = sums.length;
        final double half = studentQuantile(n - 1) * Math.sqrt(n / (n - 1) * squares) / count;
        return new Interval(ratio - half, ratio + half);
    }

    /** Of Student's law, by Cornish and Fisher's series: for 9 degrees of freedom and more. */
    double studentQuantile(final double freedom)
    {
        final double z2 = z * z;
        return z +
            z * (z2 + 1) / (4 * freedom) +
            z * ((5 * z2 + 16) * z2 + 3) / (96 * freedom * freedom) +
            z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * Math.pow(freedom, 3)) +
            z * ((((79 * z2 + 776) * z2 + 1_482) * z2 - 1_920) * z2 - 945) / (92_160 * Math.pow(freedom, 4));
    }

    /** What a normal figure is above in that part of cases, less than half of them; by bisection. */
    static double normalQuantile(final double part)
    {
        double low = 0;
        double high = 40;
        for (int i = 0; i < 100; i++)
        {
            final double middle = (low + high) / 2;
            if (upperTail(middle) > part)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /** How likely a normal figure is larger: a series up to 3, a continued fraction beyond. */
    private static double upperTail(final double x)
    {
        final double density = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        if (x < 3)
        {
            double term = x;
            double sum = x;
            for (int i = 1; i < 100; i++)
            {
                term *= x * x / (2 * i + 1);
                sum += term;
            }
            return 0.5 - density * sum;
        }
        double fraction = x;
        for (int i = 100; i > 0; i--)
        {
            fraction = x + i / fraction;
        }
        return density / fraction;
    }
}
