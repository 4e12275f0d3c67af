package io.roce.tools.send;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongBiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.TypeConversionException;

/**
 * The values that an option stands for, in the order in which they are written: {@code 5}, {@code 0x10..0xff},
 * {@code 0..0xffffff step 4096}, the same as {@code 0..0xffffff:4096}, {@code 1,5,10..20}, and {@code all}. All of them
 * unsigned.
 */
record SweptValues(List<Span> spans)
{
    private static final String ALL = "all";
    private static final Pattern SPAN =
        Pattern.compile("\\s*([^.\\s]+?)\\s*\\.\\.\\s*([^.\\s:]+?)\\s*(?:(?::|\\bstep\\b)\\s*(\\S+)\\s*)?");

    /** From the first to at most the last, in steps of at least 1. */
    record Span(long first, long last, long step)
    {
        /** {@link Long#MAX_VALUE} for more than that. */
        long count()
        {
            final long steps = Long.divideUnsigned(last - first, step);
            return steps < 0 || steps == Long.MAX_VALUE ? Long.MAX_VALUE : steps + 1;
        }
    }

    /**
     * Reads them.
     *
     * @param number reads one number that is at least the other argument.
     * @param max    the largest number there is, unsigned.
     * @throws TypeConversionException when that is not what the text says.
     */
    static SweptValues parse(final String text, final ToLongBiFunction<String, Long> number, final long max)
    {
        if (ALL.equals(text.strip()))
        {
            return new SweptValues(List.of(new Span(0, max, 1)));
        }
        final List<Span> spans = new ArrayList<>();
        for (final String part : text.split(",", -1))
        {
            spans.add(span(part, number));
        }
        return new SweptValues(List.copyOf(spans));
    }

    static SweptValues of(final long... values)
    {
        final List<Span> spans = new ArrayList<>();
        for (final long value : values)
        {
            spans.add(new Span(value, value, 1));
        }
        return new SweptValues(List.copyOf(spans));
    }

    /** How many; {@link Long#MAX_VALUE} for more than that. */
    long count()
    {
        long count = 0;
        for (final Span span : spans)
        {
            count = count > Long.MAX_VALUE - span.count() ? Long.MAX_VALUE : count + span.count();
        }
        return count;
    }

    /** @param index from 0 on, below {@link #count()}. */
    long at(final long index)
    {
        long left = index;
        for (final Span span : spans)
        {
            if (left < span.count())
            {
                return span.first + left * span.step;
            }
            left -= span.count();
        }
        throw new IndexOutOfBoundsException("value " + index + " of " + count());
    }

    /** Those of an index and of all up to another: {@code 0x10}, or {@code 0x10..0x1f}. */
    String format(final long from, final long to, final LongFunction<String> format)
    {
        final String first = format.apply(at(from));
        return from == to ? first : first + ".." + format.apply(at(to));
    }

    private static Span span(final String part, final ToLongBiFunction<String, Long> number)
    {
        final Matcher matcher = SPAN.matcher(part);
        if (!matcher.matches())
        {
            final long value = number.applyAsLong(part.strip(), 0L);
            return new Span(value, value, 1);
        }
        final long first = number.applyAsLong(matcher.group(1), 0L);
        final long last = number.applyAsLong(matcher.group(2), 0L);
        if (Long.compareUnsigned(first, last) > 0)
        {
            throw new TypeConversionException("'" + part.strip() + "' goes down: the first is larger than the last");
        }
        return new Span(first, last, matcher.group(3) == null ? 1 : number.applyAsLong(matcher.group(3), 1L));
    }
}
