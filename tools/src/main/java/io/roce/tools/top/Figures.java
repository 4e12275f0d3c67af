package io.roce.tools.top;

import java.util.Locale;

/** Numbers of a few characters, so that columns stay where they are. */
final class Figures
{
    private static final String[] UNITS = {"", "k", "M", "G", "T", "P", "E"};
    private static final int EXACT_MAX = 100_000;
    private static final int THOUSAND = 1_000;
    private static final double FEW = 10;

    private static final long MINUTE_S = 60;
    private static final long HOUR_S = 60 * MINUTE_S;
    private static final long DAY_S = 24 * HOUR_S;

    private Figures()
    {
    }

    /** In five characters, six with a sign: {@code 99999}, {@code 100k}, {@code 12.3M}. */
    static String count(final long count)
    {
        if (Math.abs((double)count) < EXACT_MAX)
        {
            return String.valueOf(count);
        }
        double value = count;
        int unit = 0;
        // Not where it would be written as a thousand.
        while (Math.abs(value) >= THOUSAND - 0.5)
        {
            value /= THOUSAND;
            unit++;
        }
        return String.format(Locale.ROOT, Math.abs(value) < 99.95 ? "%.1f" : "%.0f", value) + UNITS[unit];
    }

    /** How often in a second; few with a decimal. */
    static String rate(final double perSecond)
    {
        return perSecond > 0 && perSecond < FEW ?
            String.format(Locale.ROOT, "%.1f", perSecond) : count(Math.round(perSecond));
    }

    /** Of hits and misses; a dash when there were none. */
    static String hitPercent(final long hits, final long misses)
    {
        final double all = (double)hits + misses;
        return all <= 0 ? "-" : String.format(Locale.ROOT, "%.0f%%", 100.0 * hits / all);
    }

    /** In at most five characters: {@code 13s}, {@code 2m13s}, {@code 12m}, {@code 3h05m}, {@code 12h}, {@code 40d}. */
    static String uptime(final long ms)
    {
        final long s = Math.max(0, ms / 1_000);
        return s < MINUTE_S ? s + "s" :
            s < HOUR_S ? two(s, MINUTE_S, "m", 1, "s") :
            s < DAY_S ? two(s, HOUR_S, "h", MINUTE_S, "m") : two(s, DAY_S, "d", HOUR_S, "h");
    }

    private static String two(
        final long s, final long large, final String largeUnit, final long small, final String smallUnit)
    {
        final long first = s / large;
        return first + largeUnit +
            (first < FEW ? String.format(Locale.ROOT, "%02d", s % large / small) + smallUnit : "");
    }
}
