package io.roce.tools.send;

import io.roce.tools.cli.Numbers;
import io.roce.wire.packet.PacketField;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** One option for each field of each header of a packet, made from {@link PacketField}. */
final class PacketFieldOptions implements IModelTransformer
{
    /** Adds the options to a command. */
    @Override
    public CommandSpec transform(final CommandSpec spec)
    {
        for (final String option : PacketField.options())
        {
            final List<PacketField> fields = PacketField.withOption(option);
            final PacketField field = fields.get(0);
            final ITypeConverter<SweptValues> converter = text -> parse(field, text);
            final OptionSpec.Builder builder = OptionSpec.builder("--" + option)
                .type(SweptValues.class)
                .converters(converter)
                .paramLabel(field.isFlag() ? "0|1" : "N[..M]")
                .description(description(fields));
            if (field.isFlag())
            {
                builder.arity("0..1").fallbackValue("1");
            }
            spec.addOption(builder.build());
        }
        return spec;
    }

    /** What was given, in the order of the fields. */
    static List<Dimension> given(final CommandSpec spec)
    {
        final List<Dimension> given = new ArrayList<>();
        for (final String option : PacketField.options())
        {
            final SweptValues values = spec.findOption("--" + option).getValue();
            if (values != null)
            {
                given.add(new Dimension(option, values));
            }
        }
        return given;
    }

    private static SweptValues parse(final PacketField field, final String text)
    {
        return SweptValues.parse(text, (number, min) -> number(field, number, min), field.maxValue());
    }

    private static long number(final PacketField field, final String text, final long min)
    {
        if (field.width() < Long.SIZE)
        {
            return Numbers.parse(text, min, field.maxValue());
        }
        final long value = Numbers.parseUnsigned64(text);
        if (Long.compareUnsigned(value, min) < 0)
        {
            throw new TypeConversionException(text + " is out of range: " + min + " to 0xffffffffffffffff, 64 bits");
        }
        return value;
    }

    private static String description(final List<PacketField> fields)
    {
        final PacketField field = fields.get(0);
        return field.label() + " of " +
            fields.stream().map(one -> one.header().name()).distinct().collect(Collectors.joining(" and ")) + ", " +
            field.width() + (field.width() == 1 ? " bit." : " bits.");
    }
}
