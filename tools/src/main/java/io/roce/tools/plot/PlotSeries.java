package io.roce.tools.plot;

import java.util.List;

/**
 * Points of one kind.
 *
 * @param colour  series of one colour belong together; a number from 0 on.
 * @param legend  what stands in the legend; null for nothing.
 */
public record PlotSeries(String legend, int colour, Style style, List<PlotPoint> points)
{
    /** How it is drawn. */
    public enum Style
    {
        /** A mark for each point, with its bounds. */
        MARKS,
        /** A line through all. */
        LINE,
        /** A broken line through all. */
        DASHES,
        /** A line through marks. */
        LINE_AND_MARKS
    }
}
