package io.roce.tools.report;

/** From where to where what was measured may lie. */
public record Interval(double low, double high)
{
    public boolean has(final double value)
    {
        return low <= value && value <= high;
    }

    /** Both of them. */
    public Interval with(final Interval other)
    {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    public Interval widenedBy(final double margin)
    {
        return new Interval(low - margin, high + margin);
    }
}
