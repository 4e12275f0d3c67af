package io.roce.tools.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.TypeConversionException;

/** Durations as the command line writes them: a number and a unit, and 0 without one. */
public final class Durations
{
    private static final Pattern DURATION = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)\\s?(ns|us|ms|s|min|h)");

    private Durations()
    {
    }

    public static Duration parse(final String text)
    {
        if ("0".equals(text))
        {
            return Duration.ZERO;
        }
        final Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches())
        {
            throw new TypeConversionException(
                "'" + text + "' is not a duration with a unit (ns, us, ms, s, min, h), such as 500ms or 2s");
        }
        final BigDecimal ns = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitNs(matcher.group(2))));
        if (ns.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0)
        {
            throw new TypeConversionException(text + " is out of range: 0 to " + Long.MAX_VALUE + "ns");
        }
        return Duration.ofNanos(ns.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    /** Exactly, in the largest unit that leaves something before the point: {@code 2.5s}. */
    public static String format(final long ns)
    {
        for (final String unit : new String[]{"s", "ms", "us"})
        {
            if (ns >= unitNs(unit))
            {
                return BigDecimal.valueOf(ns).divide(BigDecimal.valueOf(unitNs(unit))).toPlainString() + unit;
            }
        }
        return ns == 0 ? "0" : ns + "ns";
    }

    private static long unitNs(final String unit)
    {
        return switch (unit)
        {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "min" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalStateException("no such unit: " + unit);
        };
    }
}
