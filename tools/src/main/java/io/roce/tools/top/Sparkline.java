package io.roce.tools.top;

/** Values over time as a row of characters, the newest at the right. */
final class Sparkline
{
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String ASCII = "_.-:=+*#";
    private static final char NOTHING = ' ';

    private Sparkline()
    {
    }

    /** The last values that have room; the largest of them is as high as can be, 0 is blank. */
    static String draw(final double[] values, final int width, final boolean isUnicode)
    {
        final String steps = isUnicode ? BLOCKS : ASCII;
        final int from = Math.max(0, values.length - width);
        final double max = max(values, width);
        final StringBuilder drawn = new StringBuilder(" ".repeat(Math.max(0, width - values.length)));
        for (int i = from; i < values.length; i++)
        {
            final int step = (int)Math.ceil(values[i] / max * steps.length());
            drawn.append(values[i] > 0 ? steps.charAt(Math.max(1, step) - 1) : NOTHING);
        }
        return drawn.toString();
    }

    /** The largest of the last values that have room. */
    static double max(final double[] values, final int width)
    {
        double max = 0;
        for (int i = Math.max(0, values.length - width); i < values.length; i++)
        {
            max = Math.max(max, values[i]);
        }
        return max;
    }
}
