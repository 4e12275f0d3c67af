package io.roce.tools.plot;

import java.util.List;

/**
 * Parts of wholes, side by side.
 *
 * @param description what it shows, for those who do not see it.
 * @param parts       what there is, from the start of each bar on.
 */
public record StackedBars(
    String title, String description, String xLabel, List<Part> parts, List<Bar> bars)
{
    private static final int LABEL_WIDTH = 232;
    private static final double GAP = 0.25;

    /**
     * What bars have in common.
     *
     * @param colour as of a {@link PlotSeries}.
     */
    public record Part(String label, int colour)
    {
    }

    /**
     * One bar.
     *
     * @param values as many as there are parts; 1 is the whole width.
     */
    public record Bar(String label, List<Double> values)
    {
    }

    public Markup svg()
    {
        final Canvas canvas = new Canvas(title, description);
        final Markup svg = canvas.svg();
        final double width = Canvas.RIGHT - Canvas.LEFT - LABEL_WIDTH;
        final double height = (double)(Canvas.BOTTOM - Canvas.TOP) / bars.size();
        for (int tick = 0; tick <= 4; tick++)
        {
            final String x = Canvas.number(left(tick / 4.0, width));
            svg.leaf("line", "class", "grid", "x1", x, "x2", x, "y1", Canvas.TOP, "y2", Canvas.BOTTOM);
            svg.element("text", Axis.number(tick / 4.0), "x", x, "y", Canvas.BOTTOM + 18, "text-anchor", "middle");
        }
        canvas.xLabel(xLabel, Canvas.LEFT + LABEL_WIDTH);
        for (int i = 0; i < bars.size(); i++)
        {
            final double y = Canvas.TOP + (i + GAP / 2) * height;
            svg.element("text", bars.get(i).label(), "x", Canvas.number(left(0, width) - 8),
                "y", Canvas.number(y + height * (1 - GAP) / 2 + 4), "text-anchor", "end");
            double from = 0;
            for (int part = 0; part < parts.size(); part++)
            {
                final double value = bars.get(i).values().get(part);
                if (value > 0)
                {
                    svg.open("rect", "class", Canvas.colour(parts.get(part).colour()), "x",
                        Canvas.number(left(from, width)), "y", Canvas.number(y), "width",
                        Canvas.number(value * width), "height",
                        Canvas.number(height * (1 - GAP)));
                    svg.element("title",
                        bars.get(i).label() + ": " + parts.get(part).label() + " " + Axis.number(value));
                    svg.close();
                }
                from += value;
            }
        }
        for (int part = 0; part < parts.size(); part++)
        {
            final int y = canvas.legend(parts.get(part).label());
            svg.leaf("rect", "class", Canvas.colour(parts.get(part).colour()), "x", Canvas.legendX() + 4, "y", y - 7,
                "width", 16, "height", 14);
        }
        return canvas.close();
    }

    private static double left(final double value, final double width)
    {
        return Canvas.LEFT + LABEL_WIDTH + value * width;
    }
}
