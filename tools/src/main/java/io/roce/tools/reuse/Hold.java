package io.roce.tools.reuse;

/**
 * How long a number is held back: a time, so many others that are handed out at random times, or both.
 *
 * @param seconds for which it is held at least.
 * @param count   others that must be handed out.
 * @param rate    at which they are, in a second.
 */
record Hold(double seconds, int count, double rate)
{
    static Hold of(final Scenario scenario)
    {
        final double lost =
            ErlangLoss.lost(scenario.pool(), scenario.churn() * (scenario.lifetime() + scenario.hold()));
        return new Hold(
            scenario.hold(), (int)scenario.quarantine().count(), scenario.churn() * (1 - lost));
    }

    /** How likely it is over so long after the end: at a time that is exactly as long it is. */
    double over(final double at)
    {
        return at < seconds ? 0 : Poisson.atLeast(rate * at, count);
    }

    /** Seconds, in the mean. */
    double mean()
    {
        if (count == 0)
        {
            return seconds;
        }
        // What is left of the count when the time is over.
        double left = 0;
        for (int i = 0; i < count; i++)
        {
            left += 1 - Poisson.atLeast(rate * seconds, i + 1);
        }
        return seconds + left / rate;
    }

    /** How likely it is over when a packet arrives. */
    double over(final Delay delay)
    {
        final int points = 1 << 14;
        final double step = Afterlife.step(delay, points);
        double mean = 0;
        double below = 0;
        for (int i = 0; i < points; i++)
        {
            final double upTo = delay.cdf(i * step);
            // Where a time ends within a step, all before it and all behind it are told apart.
            final double edge = i * step >= seconds && (i - 1) * step < seconds ? justBelow(delay) : below;
            mean += (edge - below) * over((i - 1) * step) +
                (upTo - edge) * (over(i * step) + over(edgeOf(i, step))) / 2;
            below = upTo;
        }
        return mean;
    }

    private double edgeOf(final int i, final double step)
    {
        final double before = Math.max(0, (i - 1) * step);
        return i * step >= seconds && before < seconds ? seconds : before;
    }

    private double justBelow(final Delay delay)
    {
        return delay.cdf(Math.nextDown(seconds));
    }
}
