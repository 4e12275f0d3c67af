package io.roce.tools.rewrite;

import io.roce.tools.cli.Numbers;

import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Frames by their numbers, as {@code 3-10,17,20-}. */
record FrameRanges(List<Range> ranges)
{
    boolean has(final long number)
    {
        return ranges.stream().anyMatch(range -> range.first <= number && number <= range.last);
    }

    /** Both included. */
    record Range(long first, long last)
    {
    }

    static final class Converter implements ITypeConverter<FrameRanges>
    {
        @Override
        public FrameRanges convert(final String text)
        {
            final List<Range> ranges = new ArrayList<>();
            for (final String part : text.split(",", -1))
            {
                final int dash = part.indexOf('-', 1);
                final long first = Numbers.parse(dash < 0 ? part : part.substring(0, dash), 1, Long.MAX_VALUE);
                final String last = dash < 0 ? part : part.substring(dash + 1);
                ranges.add(new Range(
                    first, last.isEmpty() ? Long.MAX_VALUE : Numbers.parse(last, 1, Long.MAX_VALUE)));
                if (ranges.get(ranges.size() - 1).last < first)
                {
                    throw new TypeConversionException("'" + part + "' ends before it begins");
                }
            }
            return new FrameRanges(List.copyOf(ranges));
        }
    }
}
