package io.roce.tools.node;

import io.roce.nic.link.LinkKind;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Numbers;
import io.roce.wire.Qpn;
import io.roce.wire.icrc.IcrcMode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of a node's options that are no plain numbers: how they are written, and what else is refused with. */
final class NodeValues
{
    private NodeValues()
    {
    }

    /** A pool of queue pair numbers, both ends included. */
    record Pool(int first, int last)
    {
        @Override
        public String toString()
        {
            return Qpn.format(first) + '-' + Qpn.format(last);
        }
    }

    /** The QP cache: sets times ways; no sets when it is off. */
    record Cache(int sets, int ways)
    {
        @Override
        public String toString()
        {
            return sets == 0 ? "off" : sets + "x" + ways;
        }
    }

    static final class PoolConverter implements ITypeConverter<Pool>
    {
        @Override
        public Pool convert(final String text)
        {
            final int dash = text.indexOf('-');
            if (dash < 0)
            {
                throw new TypeConversionException("'" + text + "' is not FIRST-LAST, such as 0x11-0xfffffe");
            }
            final int first = (int)Numbers.parse(text.substring(0, dash), Qpn.MIN_USER, Qpn.MAX_USER);
            final int last = (int)Numbers.parse(text.substring(dash + 1), Qpn.MIN_USER, Qpn.MAX_USER);
            if (first > last)
            {
                throw new TypeConversionException("the first number of " + text + " is above its last");
            }
            return new Pool(first, last);
        }
    }

    static final class CacheConverter implements ITypeConverter<Cache>
    {
        private static final Pattern SIZE = Pattern.compile("(\\d{1,9})x(\\d{1,9})");

        @Override
        public Cache convert(final String text)
        {
            if ("off".equals(text))
            {
                return new Cache(0, 0);
            }
            final Matcher matcher = SIZE.matcher(text);
            if (!matcher.matches() || !isPowerOfTwo(matcher.group(1)) || !isPowerOfTwo(matcher.group(2)))
            {
                throw new TypeConversionException(
                    "'" + text + "' is neither off nor SETSxWAYS with powers of two, such as 256x4");
            }
            return new Cache(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        }

        private static boolean isPowerOfTwo(final String text)
        {
            return Integer.bitCount(Integer.parseInt(text)) == 1;
        }
    }

    static final class QuarantineConverter implements ITypeConverter<Duration>
    {
        @Override
        public Duration convert(final String text)
        {
            if ("none".equals(text))
            {
                return Duration.ZERO;
            }
            if (text.contains("auto") || text.contains("count") || text.contains("+"))
            {
                throw new TypeConversionException(
                    "'" + text + "' is not available: only none or a duration such as 500ms");
            }
            return Durations.parse(text);
        }
    }

    static final class IcrcConverter extends Labels<IcrcMode>
    {
        IcrcConverter()
        {
            super(IcrcMode.values(), IcrcMode::label);
        }
    }

    static final class LinkConverter extends Labels<LinkKind>
    {
        LinkConverter()
        {
            super(LinkKind.values(), LinkKind::label);
        }
    }

    static final class AllocationConverter extends Labels<String>
    {
        AllocationConverter()
        {
            super(new String[]{"cyclic"}, Function.identity());
        }
    }

    static final class TableConverter extends Labels<String>
    {
        TableConverter()
        {
            super(new String[]{"two-level"}, Function.identity());
        }
    }

    /** One of a closed list, written as its label; picocli takes the labels for help from the iteration. */
    private abstract static class Labels<T> extends ArrayList<String> implements ITypeConverter<T>
    {
        private final transient List<T> values;

        Labels(final T[] values, final Function<T, String> label)
        {
            super(Arrays.stream(values).map(label).collect(Collectors.toList()));
            this.values = List.of(values);
        }

        @Override
        public final T convert(final String text)
        {
            final int index = indexOf(text);
            if (index < 0)
            {
                throw new TypeConversionException("'" + text + "' is not available: " + String.join(", ", this));
            }
            return values.get(index);
        }
    }
}
