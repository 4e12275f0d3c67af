package io.roce.tools.bench;

import java.util.Locale;

/** What a median is to come to, of the ratio or, where nothing is beside it, of the figure itself. */
record Goal(boolean isAtMost, double bound)
{
    static Goal atMost(final double bound)
    {
        return new Goal(true, bound);
    }

    static Goal atLeast(final double bound)
    {
        return new Goal(false, bound);
    }

    boolean isReached(final double median)
    {
        return isAtMost ? median <= bound : median >= bound;
    }

    @Override
    public String toString()
    {
        return (isAtMost ? "at most " : "at least ") + String.format(Locale.ROOT, "%.2f", bound).replace(".00", "");
    }
}
