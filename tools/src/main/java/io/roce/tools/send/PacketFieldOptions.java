package io.roce.tools.send;

import io.roce.tools.cli.Numbers;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** One option for each field of each header of a packet, made from {@link PacketField}. */
final class PacketFieldOptions implements IModelTransformer
{
    private static final List<String> REQUIRED =
        List.of(PacketField.DEST_QP.option(), PacketField.PSN.option());

    /** Adds the options to a command. */
    @Override
    public CommandSpec transform(final CommandSpec spec)
    {
        for (final String option : PacketField.options())
        {
            final List<PacketField> fields = PacketField.withOption(option);
            final PacketField field = fields.get(0);
            final ITypeConverter<Long> converter = text -> parse(field, text);
            final OptionSpec.Builder builder = OptionSpec.builder("--" + option)
                .type(Long.class)
                .converters(converter)
                .required(REQUIRED.contains(option))
                .paramLabel(field.isFlag() ? "0|1" : "N")
                .description(description(fields));
            if (field.isFlag())
            {
                builder.arity("0..1").fallbackValue("1");
            }
            spec.addOption(builder.build());
        }
        return spec;
    }

    /** Sets in the builder what was given. */
    static void apply(final CommandSpec spec, final RocePacketBuilder builder)
    {
        for (final String option : PacketField.options())
        {
            final Long value = spec.findOption("--" + option).getValue();
            if (value != null)
            {
                builder.set(option, value);
            }
        }
    }

    private static long parse(final PacketField field, final String text)
    {
        return field.width() < Long.SIZE ? Numbers.parse(text, 0, field.maxValue()) : Numbers.parseUnsigned64(text);
    }

    private static String description(final List<PacketField> fields)
    {
        final PacketField field = fields.get(0);
        return field.label() + " of " +
            fields.stream().map(one -> one.header().name()).distinct().collect(Collectors.joining(" and ")) + ", " +
            field.width() + (field.width() == 1 ? " bit." : " bits.");
    }
}
