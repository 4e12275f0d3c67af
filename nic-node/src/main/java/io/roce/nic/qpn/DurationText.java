package io.roce.nic.qpn;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: a number with its unit. */
public final class DurationText
{
    private static final Pattern DURATION = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(ns|us|ms|s|min|h)");
    private static final String[] FORMATTED_UNITS = {"s", "ms", "us"};

    private DurationText()
    {
    }

    /**
     * Nanoseconds, at least 0.
     *
     * @throws IllegalArgumentException when it is no number with a unit, no whole number of nanoseconds, or too long.
     */
    public static long parse(final String text)
    {
        final Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches())
        {
            throw new IllegalArgumentException(
                "'" + text + "' is not a time with a unit (ns, us, ms, s, min, h), such as 500ms or 2s");
        }

        try
        {
            return new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unitNs(matcher.group(2))))
                .longValueExact();
        }
        catch (final ArithmeticException ex)
        {
            throw new IllegalArgumentException(
                "'" + text + "' is not a whole number of nanoseconds up to " + Long.MAX_VALUE, ex);
        }
    }

    /** Exact, with the largest unit up to a second that leaves something before the point: {@code 2.147483648s}. */
    public static String format(final long ns)
    {
        for (final String unit : FORMATTED_UNITS)
        {
            if (ns >= unitNs(unit))
            {
                return BigDecimal.valueOf(ns).divide(BigDecimal.valueOf(unitNs(unit))).toPlainString() + unit;
            }
        }
        return ns + "ns";
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
