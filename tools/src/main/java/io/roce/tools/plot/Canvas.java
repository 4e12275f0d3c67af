package io.roce.tools.plot;

import java.util.Locale;

/** The frame of a plot: its place in the picture, title, axes, and room for the legend at the right. */
final class Canvas
{
    static final int WIDTH = 900;
    static final int HEIGHT = 420;
    static final int LEFT = 78;
    static final int RIGHT = 610;
    static final int TOP = 40;
    static final int BOTTOM = 350;
    static final int COLOURS = 7;

    private static final int LEGEND = 630;
    private static final int LEGEND_LINE = 22;
    private static final int TICK = 5;

    /** Okabe and Ito's, which colour-blind people tell apart; in the dark two of them are lighter. */
    private static final String STYLE =
        ".plot{font:13px system-ui,-apple-system,'Segoe UI',sans-serif}.plot text{fill:#222}" +
        ".plot .title{font-weight:600;font-size:15px}.plot .frame{fill:none;stroke:#555}" +
        ".plot .grid{stroke:#ddd}.plot .back{fill:#fff}.plot .line{fill:none;stroke-width:1.8}" +
        ".plot .dash{stroke-dasharray:6 4}.plot .bar{stroke-width:1.4}" +
        ".plot .c0{stroke:#0072b2;fill:#0072b2}.plot .c1{stroke:#d55e00;fill:#d55e00}" +
        ".plot .c2{stroke:#009e73;fill:#009e73}.plot .c3{stroke:#cc79a7;fill:#cc79a7}" +
        ".plot .c4{stroke:#b8860b;fill:#b8860b}.plot .c5{stroke:#56b4e9;fill:#56b4e9}" +
        ".plot .c6{stroke:#555;fill:#555}.plot .line{fill:none}" +
        "@media(prefers-color-scheme:dark){.plot text{fill:#ddd}.plot .frame{stroke:#999}.plot .grid{stroke:#3a3a3a}" +
        ".plot .back{fill:#161616}.plot .c0{stroke:#4aa8e0;fill:#4aa8e0}.plot .c6{stroke:#bbb;fill:#bbb}" +
        ".plot .c4{stroke:#f0e442;fill:#f0e442}.plot .line{fill:none}}";

    private final Markup svg = new Markup();
    private int legendLines;

    /**
     * Begins a picture.
     *
     * @param description what it shows, for those who do not see it.
     */
    Canvas(final String title, final String description)
    {
        svg.open("svg", "xmlns", "http://www.w3.org/2000/svg", "class", "plot", "viewBox",
            "0 0 " + WIDTH + " " + HEIGHT, "width", WIDTH, "height", HEIGHT, "role", "img");
        svg.element("title", title);
        svg.element("desc", description);
        svg.element("style", STYLE);
        svg.leaf("rect", "class", "back", "width", WIDTH, "height", HEIGHT);
        svg.element("text", title, "class", "title", "x", LEFT, "y", 24);
    }

    Markup svg()
    {
        return svg;
    }

    /** Lines, numbers and the label of the axis below. */
    void xAxis(final Axis axis)
    {
        for (final double tick : axis.ticks())
        {
            final String x = number(x(axis, tick));
            svg.leaf("line", "class", "grid", "x1", x, "x2", x, "y1", TOP, "y2", BOTTOM);
            svg.element("text", Axis.number(tick), "x", x, "y", BOTTOM + 18, "text-anchor", "middle");
        }
        xLabel(axis.label());
    }

    private void xLabel(final String label)
    {
        xLabel(label, LEFT);
    }

    /** @param from where what it is about begins. */
    void xLabel(final String label, final int from)
    {
        svg.element("text", label, "x", (from + RIGHT) / 2, "y", BOTTOM + 48, "text-anchor", "middle");
    }

    /** The same for the axis at the left. */
    void yAxis(final Axis axis)
    {
        for (final double tick : axis.ticks())
        {
            final String y = number(y(axis, tick));
            svg.leaf("line", "class", "grid", "x1", LEFT, "x2", RIGHT, "y1", y, "y2", y);
            svg.element("text", Axis.number(tick), "x", LEFT - TICK - 2, "y", number(y(axis, tick) + 4),
                "text-anchor", "end");
        }
        svg.element("text", axis.label(), "transform",
            "translate(18 " + (TOP + BOTTOM) / 2 + ") rotate(-90)", "text-anchor", "middle");
    }

    void frame()
    {
        svg.leaf("rect", "class", "frame", "x", LEFT, "y", TOP, "width", RIGHT - LEFT, "height", BOTTOM - TOP);
    }

    /** The place for the next line of the legend, behind whose mark the text stands. */
    int legend(final String text)
    {
        final int y = TOP + 10 + LEGEND_LINE * legendLines++;
        svg.element("text", text, "x", LEGEND + 32, "y", y + 4);
        return y;
    }

    /** Where marks of the legend begin. */
    static int legendX()
    {
        return LEGEND;
    }

    static double x(final Axis axis, final double value)
    {
        return LEFT + clamped(axis.place(value)) * (RIGHT - LEFT);
    }

    static double y(final Axis axis, final double value)
    {
        return BOTTOM - clamped(axis.place(value)) * (BOTTOM - TOP);
    }

    /** A coordinate, to a hundredth. */
    static String number(final double coordinate)
    {
        return String.format(Locale.ROOT, "%.2f", coordinate);
    }

    static String colour(final int index)
    {
        return "c" + index % COLOURS;
    }

    Markup close()
    {
        return svg.close();
    }

    private static double clamped(final double place)
    {
        return Math.max(0, Math.min(1, place));
    }
}
