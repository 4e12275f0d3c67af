package io.roce.tools.plot;

/**
 * A value at a place.
 *
 * @param low  of an interval around it; NaN for none.
 * @param high of it.
 */
public record PlotPoint(double x, double y, double low, double high)
{
    public PlotPoint(final double x, final double y)
    {
        this(x, y, Double.NaN, Double.NaN);
    }
}
