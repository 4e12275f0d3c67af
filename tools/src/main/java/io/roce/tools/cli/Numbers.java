package io.roce.tools.cli;

import io.roce.wire.Qpn;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers as the command line writes them: decimal or 0x hex. A number outside its range is refused, never cut. */
public final class Numbers
{
    private static final Pattern NUMBER = Pattern.compile("-?(\\d+|0[xX][0-9a-fA-F]+)");
    private static final Pattern SIZE = Pattern.compile("(?i)(-?\\w+?)\\s*(?:([kmg])(?:ib|b)?)?");

    private Numbers()
    {
    }

    /** A number from {@code min} to {@code max}, both included. */
    public static long parse(final String text, final long min, final long max)
    {
        return requireRange(text, number(text), min, max);
    }

    /** A number from 0 to 2^64 - 1, as the 64 bits of a long. */
    public static long parseUnsigned64(final String text)
    {
        final BigInteger value = number(text);
        if (value.signum() < 0 || value.bitLength() > Long.SIZE)
        {
            throw new TypeConversionException(text + " is out of range: 0 to 0xffffffffffffffff, 64 bits");
        }
        return value.longValue();
    }

    /**
     * Bytes, with an optional unit: {@code 4194304}, {@code 64k}, {@code 4MiB}. Units are powers of 1,024.
     *
     * @param min smallest, in bytes, as {@code max} is.
     */
    public static int parseSize(final String text, final int min, final int max)
    {
        final Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches())
        {
            throw new TypeConversionException("'" + text + "' is not a size such as 65536, 64k or 4MiB");
        }
        final String unit = matcher.group(2);
        final int shift = unit == null ? 0 : 10 * ("kmg".indexOf(Character.toLowerCase(unit.charAt(0))) + 1);
        return (int)requireRange(text, number(matcher.group(1)).shiftLeft(shift), min, max);
    }

    /** A count for people: {@code 16,777,216}. */
    public static String count(final long count)
    {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Counts by name for people: {@code 32 REQUEST_EXECUTED, 3 UC_MESSAGE_DROPPED}; nothing where there are none. */
    public static String counts(final Map<String, Long> byName)
    {
        return byName.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", "));
    }

    /** A bound of a range up to {@code max} as it is written: in hex where the numbers are. */
    public static String bound(final long bound, final long max)
    {
        return max == Qpn.MASK || max == Qpn.MAX_USER || max == 0xFFFF_FFFFL ?
            String.format(bound < 0 ? "-0x%x" : "0x%x", Math.abs(bound)) :
            Long.toString(bound);
    }

    private static long requireRange(final String text, final BigInteger value, final long min, final long max)
    {
        if (value.compareTo(BigInteger.valueOf(min)) < 0 || value.compareTo(BigInteger.valueOf(max)) > 0)
        {
            throw new TypeConversionException(text + " is out of range: " + bound(min, max) + " to " + bound(max, max) +
                (max == Qpn.MASK ? ", 24 bits" : ""));
        }
        return value.longValueExact();
    }

    private static BigInteger number(final String text)
    {
        if (!NUMBER.matcher(text).matches())
        {
            throw new TypeConversionException("'" + text + "' is not a number in decimal or 0x hex");
        }
        final boolean isHex = text.indexOf('x') >= 0 || text.indexOf('X') >= 0;
        return isHex ? new BigInteger(text.replaceFirst("0[xX]", ""), 16) : new BigInteger(text);
    }

    /** A QPN or a PSN: 24 bits. */
    public static final class Uint24 implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)parse(text, 0, Qpn.MASK);
        }
    }

    /** A number that a queue pair can have. */
    public static final class UserQpn implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)parse(text, Qpn.MIN_USER, Qpn.MAX_USER);
        }
    }

    /** Where draws come from: 64 bits, unsigned, as they are printed too. */
    public static final class Seed implements ITypeConverter<Long>
    {
        @Override
        public Long convert(final String text)
        {
            return parseUnsigned64(text);
        }
    }

    /** How many: at least one. */
    public static final class Count implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)parse(text, 1, Integer.MAX_VALUE);
        }
    }
}
