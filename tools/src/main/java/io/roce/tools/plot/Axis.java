package io.roce.tools.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is drawn along one side, and from where to where.
 *
 * @param label with the unit.
 * @param isLog whether equal distances are equal ratios; values are more than 0 then.
 */
public record Axis(String label, boolean isLog, double min, double max)
{
    private static final int TICKS = 6;

    /** Decades up to which ticks stand between the powers of ten too. */
    private static final double FEW_DECADES = 2.5;
    private static final double ROUNDING = 1e-9;

    /** @throws IllegalArgumentException when the ends are the wrong way round, or cannot be drawn. */
    public Axis
    {
        if (!(min < max) || isLog && min <= 0 || Double.isInfinite(min) || Double.isInfinite(max))
        {
            throw new IllegalArgumentException("an axis from " + min + " to " + max);
        }
    }

    /** From 0 to a round number that is not below any of these. */
    public static Axis linear(final String label, final double... values)
    {
        double most = 0;
        for (final double value : values)
        {
            most = Math.max(most, Double.isFinite(value) ? value : 0);
        }
        final double step = most == 0 ? 1.0 / TICKS : step(most);
        return new Axis(label, false, 0, most == 0 ? 1 : Math.ceil(most / step - 1e-9) * step);
    }

    /** Whole powers of ten around those of these that are more than 0, or where they lie close halfway ones. */
    public static Axis log(final String label, final double... values)
    {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (final double value : values)
        {
            if (value > 0 && Double.isFinite(value))
            {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        if (most == 0)
        {
            return new Axis(label, true, 0.1, 1);
        }
        final double low = Math.pow(10, Math.floor(Math.log10(least) + 1e-9));
        final double high = Math.pow(10, Math.ceil(Math.log10(most) - 1e-9));
        return new Axis(label, true, low, low == high ? 10 * low : high);
    }

    /** 0 at the start, 1 at the end. */
    public double place(final double value)
    {
        return isLog ?
            Math.log(value / min) / Math.log(max / min) :
            (value - min) / (max - min);
    }

    /** Whether a value can be drawn. */
    boolean has(final double value)
    {
        return Double.isFinite(value) && (!isLog || value > 0);
    }

    /** Where lines are drawn and numbers stand. */
    public List<Double> ticks()
    {
        final List<Double> ticks = new ArrayList<>();
        if (!isLog)
        {
            final double step = step(max - min);
            for (int i = 0; min + i * step <= max + step * 1e-6; i++)
            {
                ticks.add(min + i * step);
            }
            return ticks;
        }
        final boolean isClose = Math.log10(max / min) < FEW_DECADES;
        for (double decade = Math.pow(10, Math.floor(Math.log10(min))); decade <= max * 1.000001; decade *= 10)
        {
            for (final int digit : isClose ? new int[]{1, 2, 5} : new int[]{1})
            {
                if (decade * digit >= min * 0.999999 && decade * digit <= max * 1.000001)
                {
                    ticks.add(decade * digit);
                }
            }
        }
        return ticks;
    }

    /** A tick's number: as short as it can be. */
    static String number(final double value)
    {
        final double size = Math.abs(value);
        if (size != 0 && (size < 1e-4 || size >= 1e6))
        {
            final int exponent = (int)Math.floor(Math.log10(size) + 1e-9);
            return trimmed(value / Math.pow(10, exponent), 3) + "e" + exponent;
        }
        final String text = trimmed(value, 6);
        return size >= 1_000 ? String.format(Locale.ROOT, "%,d", Math.round(value)) : text;
    }

    private static String trimmed(final double value, final int digits)
    {
        return String.format(Locale.ROOT, "%." + digits + "f", value)
            .replaceFirst("0+$", "").replaceFirst("\\.$", "");
    }

    private static double step(final double length)
    {
        final double rough = length / TICKS;
        final double power = Math.pow(10, Math.floor(Math.log10(rough)));
        final double digit = rough / power;
        return power * (digit <= 1 + ROUNDING ? 1 : digit <= 2 + ROUNDING ? 2 : digit <= 5 + ROUNDING ? 5 : 10);
    }
}
