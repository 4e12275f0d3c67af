package io.roce.nic.qpn;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * How long the number of a destroyed queue pair is held back: for a time, until so many other numbers have been handed
 * out, or until both are over.
 *
 * @param isAuto whether the time follows, for each queue pair, from how long its peer may still transmit.
 * @param timeNs the time for all, in nanoseconds; 0 for none, and where {@code isAuto}.
 * @param count  numbers handed out in the meantime; 0 for none.
 */
public record QuarantinePolicy(boolean isAuto, long timeNs, long count)
{
    /** Nothing is held back. */
    public static final QuarantinePolicy NONE = new QuarantinePolicy(false, 0, 0);

    /** Ten years: no peer transmits as long, and differences of times are far from overflowing. */
    public static final long MAX_TIME_NS = TimeUnit.DAYS.toNanos(3_650);

    /** More than there are numbers. */
    public static final long MAX_COUNT = 1L << 31;

    private static final String NONE_TEXT = "none";
    private static final String AUTO_TEXT = "auto";
    private static final String COUNT_PREFIX = "count:";
    private static final Pattern COUNT = Pattern.compile("-?\\d{1,18}");
    private static final String FORM =
        "none, auto, a time such as 500ms, count:1000, or a time and a count joined by +";

    /** @throws IllegalArgumentException when a value is out of range, or there are two times. */
    public QuarantinePolicy
    {
        require("time", timeNs, MAX_TIME_NS, "ns");
        require("count", count, MAX_COUNT, "");
        if (isAuto && timeNs != 0)
        {
            throw new IllegalArgumentException("quarantine is auto and " + DurationText.format(timeNs) + ": two times");
        }
    }

    /** One time for all. */
    public static QuarantinePolicy ofTime(final long timeNs)
    {
        return new QuarantinePolicy(false, timeNs, 0);
    }

    /**
     * Reads {@code none}, {@code auto}, {@code 500ms}, {@code count:1000}, {@code 500ms+count:1000},
     * {@code auto+count:64}.
     *
     * @throws IllegalArgumentException saying what is wrong with the text.
     */
    public static QuarantinePolicy parse(final String text)
    {
        if (NONE_TEXT.equals(text))
        {
            return NONE;
        }

        boolean isAuto = false;
        boolean hasTime = false;
        long timeNs = 0;
        long count = 0;
        for (final String part : text.split("\\+", -1))
        {
            refuseCapitals(part, text);
            if (part.startsWith(COUNT_PREFIX))
            {
                refuse(count != 0, text, "has two counts");
                count = count(part.substring(COUNT_PREFIX.length()), text);
                continue;
            }

            refuse(NONE_TEXT.equals(part), text, "has none beside something else: what is held back is not none");
            refuse(!AUTO_TEXT.equals(part) && !startsWithDigit(part), text, "is not " + FORM);
            refuse(hasTime, text, "has two times");
            hasTime = true;
            isAuto = AUTO_TEXT.equals(part);
            timeNs = isAuto ? 0 : DurationText.parse(part);
            refuse(timeNs > MAX_TIME_NS, text, "has a time above " + DurationText.format(MAX_TIME_NS));
        }
        return new QuarantinePolicy(isAuto, timeNs, count);
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString()
    {
        final String time = isAuto ? AUTO_TEXT : timeNs > 0 ? DurationText.format(timeNs) : "";
        final String counted = count > 0 ? "count:" + count : "";
        final String joined = time + (time.isEmpty() || counted.isEmpty() ? "" : "+") + counted;
        return joined.isEmpty() ? NONE_TEXT : joined;
    }

    private static long count(final String written, final String text)
    {
        refuse(!COUNT.matcher(written).matches(), text, "has a count that is no number of up to 18 digits");
        final long count = Long.parseLong(written);
        refuse(count < 1 || count > MAX_COUNT, text, "has a count of " + count + ", outside 1 to " + MAX_COUNT);
        return count;
    }

    /** Of the words; units of a time tell themselves what they are. */
    private static void refuseCapitals(final String part, final String text)
    {
        final String small = part.toLowerCase(Locale.ROOT);
        final boolean isWord = small.equals(NONE_TEXT) || small.equals(AUTO_TEXT) || small.startsWith(COUNT_PREFIX);
        refuse(isWord && !small.equals(part), text, "has capital letters: write " + small);
    }

    private static boolean startsWithDigit(final String part)
    {
        return !part.isEmpty() && part.charAt(0) >= '0' && part.charAt(0) <= '9';
    }

    private static void refuse(final boolean isWrong, final String text, final String what)
    {
        if (isWrong)
        {
            throw new IllegalArgumentException("'" + text + "' " + what);
        }
    }

    private static void require(final String what, final long value, final long max, final String unit)
    {
        if (value < 0 || value > max)
        {
            throw new IllegalArgumentException(
                "quarantine has a " + what + " of " + value + unit + ", outside 0 to " + max + unit);
        }
    }
}
