package io.roce.tools.replay;

/**
 * How fast packets are sent: so many times as fast as recorded, or one in so long.
 *
 * @param speed      0 when the interval counts.
 * @param intervalNs between two packets; 0 when the speed counts.
 */
public record Pace(double speed, double intervalNs)
{
    /** Nothing is held back. */
    public static final Pace AS_FAST_AS_POSSIBLE = recorded(Double.POSITIVE_INFINITY);

    public static Pace recorded(final double speed)
    {
        return new Pace(speed, 0);
    }

    public static Pace every(final double intervalNs)
    {
        return new Pace(0, intervalNs);
    }

    /** Whether anything waits. */
    boolean isHeldBack()
    {
        return !Double.isInfinite(speed);
    }
}
