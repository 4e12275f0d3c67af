package io.roce.tools.plot;

import java.util.List;

/**
 * Values over another value: what was measured as marks with bounds, what was predicted as lines.
 *
 * @param description what it shows, for those who do not see it.
 */
public record LinePlot(String title, String description, Axis x, Axis y, List<PlotSeries> series)
{
    private static final double MARK = 4.5;
    private static final double CAP = 4;

    /** The picture; what the axes have no place for is left out, what is beyond their ends stands at them. */
    public Markup svg()
    {
        final Canvas canvas = new Canvas(title, description);
        canvas.xAxis(x);
        canvas.yAxis(y);
        canvas.frame();
        for (final PlotSeries each : series)
        {
            if (each.style() != PlotSeries.Style.MARKS)
            {
                line(canvas.svg(), each);
            }
            if (hasMarks(each))
            {
                each.points().forEach(point -> mark(canvas.svg(), each.colour(), point));
            }
        }
        series.stream().filter(each -> each.legend() != null).forEach(each -> legend(canvas, each));
        return canvas.close();
    }

    private static boolean hasMarks(final PlotSeries series)
    {
        return series.style() == PlotSeries.Style.MARKS || series.style() == PlotSeries.Style.LINE_AND_MARKS;
    }

    private void line(final Markup svg, final PlotSeries each)
    {
        final StringBuilder points = new StringBuilder();
        for (final PlotPoint point : each.points())
        {
            if (x.has(point.x()) && y.has(point.y()))
            {
                points.append(points.isEmpty() ? "" : " ")
                    .append(Canvas.number(Canvas.x(x, point.x()))).append(',')
                    .append(Canvas.number(Canvas.y(y, point.y())));
            }
        }
        svg.leaf("polyline", "class", lineClass(each), "points", points);
    }

    private static String lineClass(final PlotSeries each)
    {
        return Canvas.colour(each.colour()) + " line" + (each.style() == PlotSeries.Style.DASHES ? " dash" : "");
    }

    private void mark(final Markup svg, final int colour, final PlotPoint point)
    {
        if (!x.has(point.x()) || !y.has(point.y()))
        {
            return;
        }
        final double atX = Canvas.x(x, point.x());
        if (Double.isFinite(point.low()))
        {
            final double low = Canvas.y(y, y.isLog() ? Math.max(point.low(), y.min()) : point.low());
            final double high = Canvas.y(y, point.high());
            bar(svg, colour, atX, atX, low, high);
            bar(svg, colour, atX - CAP, atX + CAP, low, low);
            bar(svg, colour, atX - CAP, atX + CAP, high, high);
        }
        shape(svg, colour, atX, Canvas.y(y, point.y()));
    }

    private static void bar(
        final Markup svg, final int colour, final double x1, final double x2, final double y1, final double y2)
    {
        svg.leaf("line", "class", Canvas.colour(colour) + " bar",
            "x1", Canvas.number(x1), "x2", Canvas.number(x2), "y1", Canvas.number(y1), "y2", Canvas.number(y2));
    }

    /** Another one for each colour, for those who do not tell colours apart. */
    private static void shape(final Markup svg, final int colour, final double x, final double y)
    {
        final String style = Canvas.colour(colour);
        switch (colour % 4)
        {
            case 0 -> svg.leaf("circle", "class", style,
                "cx", Canvas.number(x), "cy", Canvas.number(y), "r", Canvas.number(MARK - 0.5));
            case 1 -> svg.leaf("rect", "class", style, "x", Canvas.number(x - MARK + 0.5), "y",
                Canvas.number(y - MARK + 0.5), "width", 2 * MARK - 1, "height", 2 * MARK - 1);
            case 2 -> polygon(svg, style, x, y - MARK, x + MARK, y + MARK - 1, x - MARK, y + MARK - 1);
            default -> polygon(svg, style, x, y - MARK, x + MARK, y, x, y + MARK, x - MARK, y);
        }
    }

    private static void polygon(final Markup svg, final String style, final double... corners)
    {
        final StringBuilder points = new StringBuilder();
        for (int i = 0; i < corners.length; i += 2)
        {
            points.append(i == 0 ? "" : " ")
                .append(Canvas.number(corners[i])).append(',').append(Canvas.number(corners[i + 1]));
        }
        svg.leaf("polygon", "class", style, "points", points);
    }

    private static void legend(final Canvas canvas, final PlotSeries each)
    {
        final int y = canvas.legend(each.legend());
        final int x = Canvas.legendX();
        if (each.style() != PlotSeries.Style.MARKS)
        {
            canvas.svg().leaf("polyline", "class", lineClass(each), "points", x + "," + y + " " + (x + 24) + "," + y);
        }
        if (hasMarks(each))
        {
            shape(canvas.svg(), each.colour(), x + 12, y);
        }
    }
}
