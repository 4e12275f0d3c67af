package io.roce.nic.admin;

import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;

/** Nanoseconds as the API writes them. */
final class Durations
{
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    private Durations()
    {
    }

    /** Milliseconds, rounded up: who waits that long has waited long enough. */
    static long ceilMs(final long ns)
    {
        final long nsPerMs = TimeUnit.MILLISECONDS.toNanos(1);
        return ns / nsPerMs + (ns % nsPerMs > 0 ? 1 : 0);
    }

    /** With the largest unit that leaves a whole number in front of the point, exact: {@code 2.147483648s}. */
    static String format(final long ns)
    {
        int unit = 0;
        BigDecimal value = BigDecimal.valueOf(ns);
        while (unit < UNITS.length - 1 && value.compareTo(BigDecimal.valueOf(1_000)) >= 0)
        {
            value = value.movePointLeft(3);
            unit++;
        }
        return value.stripTrailingZeros().toPlainString() + UNITS[unit];
    }
}
