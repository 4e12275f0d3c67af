package io.roce.nic.fault;

import io.roce.nic.qpn.DurationText;
import io.roce.wire.header.BthFlyweight;

import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands behind the equals sign of a fault rule's action, as one number. */
public enum FaultArgument
{
    NONE("no value", false)
    {
        @Override
        String check(final long value)
        {
            return value == ABSENT ? null : "takes " + form();
        }

        @Override
        String format(final long value)
        {
            return "";
        }

        @Override
        long parse(final String text)
        {
            return 0;
        }
    },
    /** How many. */
    PACKETS("a number of packets, 1 to 1000", true)
    {
        @Override
        String check(final long value)
        {
            return value >= 1 && value <= MAX_PACKETS ? null : "needs " + form();
        }

        @Override
        String format(final long value)
        {
            return Long.toString(value);
        }

        @Override
        long parse(final String text)
        {
            return PACKET_COUNT.matcher(text).matches() ? Long.parseLong(text) : ABSENT;
        }
    },
    /** Nanoseconds. */
    DURATION("a time such as 2ms, 1ns to 1h", true)
    {
        @Override
        String check(final long value)
        {
            return value >= 1 && value <= MAX_DURATION_NS ? null : "needs " + form();
        }

        @Override
        String format(final long value)
        {
            return DurationText.format(value);
        }

        @Override
        long parse(final String text)
        {
            return DurationText.parse(text);
        }
    },
    /** Eight times the byte, counted from the start of the BTH, plus the bit, the least significant one being 0. */
    BIT("a byte of the packet and its bit, such as 20.3, 0.0 to 65535.7 without byte 4, which no ICRC covers", false)
    {
        @Override
        String check(final long value)
        {
            final boolean isBit = value >= 0 && value < MAX_BITS &&
                value / Byte.SIZE != BthFlyweight.CONGESTION_OFFSET;
            return value == ABSENT || isBit ? null : "needs " + form();
        }

        @Override
        String format(final long value)
        {
            return value / Byte.SIZE + "." + value % Byte.SIZE;
        }

        @Override
        long parse(final String text)
        {
            final Matcher matcher = BYTE_AND_BIT.matcher(text);
            return matcher.matches() ?
                Long.parseLong(matcher.group(1)) * Byte.SIZE + Long.parseLong(matcher.group(2)) :
                Long.MAX_VALUE;
        }
    };

    /** Where an action has no value. */
    public static final long ABSENT = -1;

    private static final long MAX_PACKETS = 1_000;
    private static final long MAX_DURATION_NS = TimeUnit.HOURS.toNanos(1);
    private static final long MAX_BITS = 65_536L * Byte.SIZE;
    private static final Pattern PACKET_COUNT = Pattern.compile("\\d{1,9}");
    private static final Pattern BYTE_AND_BIT = Pattern.compile("(\\d{1,5})\\.([0-7])");

    private final String form;
    private final boolean isNeeded;

    FaultArgument(final String form, final boolean isNeeded)
    {
        this.form = form;
        this.isNeeded = isNeeded;
    }

    /** What it is, in words, with its bounds. */
    public String form()
    {
        return form;
    }

    /** Whether an action that has one cannot be without. */
    public boolean isNeeded()
    {
        return isNeeded;
    }

    /** What is wrong with a value, or null. */
    abstract String check(long value);

    /** As {@link #parse} reads it; not of {@link #ABSENT}. */
    abstract String format(long value);

    /** A number for {@link #check}, which says whether it will do. */
    abstract long parse(String text);
}
