package io.roce.tools.send;

import io.roce.nic.stats.Fate;
import io.roce.tools.cli.NearNames;
import io.roce.tools.cli.Numbers;
import io.roce.wire.opcode.Opcode;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What a packet is crafted from, as the command line writes it. */
public final class PacketArguments
{
    private PacketArguments()
    {
    }

    /** Names of the opcode table and numbers from 0 to 255; {@code all} is every name. */
    static final class Opcodes implements ITypeConverter<SweptValues>
    {
        private static final int MAX = 0xFF;

        @Override
        public SweptValues convert(final String text)
        {
            return "all".equals(text.strip()) ?
                SweptValues.of(Arrays.stream(Opcode.values()).mapToLong(Opcode::code).toArray()) :
                SweptValues.parse(text, Opcodes::number, MAX);
        }

        private static long number(final String text, final long min)
        {
            if (!text.isEmpty() && Character.isDigit(text.charAt(0)))
            {
                return Numbers.parse(text, min, MAX);
            }
            final String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
            return Arrays.stream(Opcode.values())
                .filter(opcode -> opcode.name().equals(name))
                .findFirst()
                .map(Opcode::code)
                .orElseThrow(() -> new TypeConversionException("'" + text +
                    "' is no opcode: neither a number from 0 to 255 nor a name such as " + String.join(", ",
                        NearNames.of(name, Arrays.stream(Opcode.values()).map(Opcode::name).toList(),
                            Integer.MAX_VALUE))));
        }
    }

    /** A fate's name. */
    static final class FateName implements ITypeConverter<Fate>
    {
        @Override
        public Fate convert(final String text)
        {
            final String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
            return Arrays.stream(Fate.values())
                .filter(fate -> fate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text +
                    "' is no fate: it has no name such as " + String.join(", ",
                        NearNames.of(name, Arrays.stream(Fate.values()).map(Fate::name).toList(),
                            Integer.MAX_VALUE))));
        }
    }

    /** Bytes of a UDP datagram. */
    static final class Length implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 0, 0xFFFF);
        }
    }

    /** Bytes; an option of the type of an array would take them one by one. */
    record Bytes(byte[] bytes)
    {
    }

    /** Bytes in hex; blanks, colons and 0x in front do not matter. */
    static final class Hex implements ITypeConverter<Bytes>
    {
        private static final int MAX_SHOWN = 40;

        @Override
        public Bytes convert(final String text)
        {
            final String digits = text.replaceFirst("^0[xX]", "").replaceAll("[\\s:]", "");
            try
            {
                return new Bytes(HexFormat.of().parseHex(digits));
            }
            catch (final IllegalArgumentException e)
            {
                throw new TypeConversionException("'" + (text.length() <= MAX_SHOWN ? text :
                    text.substring(0, MAX_SHOWN) + "...") + "' is not an even number of hex digits");
            }
        }
    }

    /** {@code 1000/s} to the nanoseconds between two packets. */
    public static final class IntervalNs implements ITypeConverter<Double>
    {
        private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)(?:/s)?");
        private static final double NANOS_PER_SECOND = 1e9;

        @Override
        public Double convert(final String text)
        {
            final Matcher matcher = RATE.matcher(text);
            if (!matcher.matches() || Double.parseDouble(matcher.group(1)) == 0)
            {
                throw new TypeConversionException("'" + text + "' is not a rate above 0, such as 1000/s");
            }
            return NANOS_PER_SECOND / Double.parseDouble(matcher.group(1));
        }
    }
}
