package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpAttribute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * An option for each attribute of a queue pair, and {@code --set NAME=VALUE} for the name as libibverbs has it. Made from
 * {@link QpAttribute}, so that a new attribute has its option. The command that mixes this in names {@link Generator} as
 * its model transformer.
 */
final class AttributeOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--set",
        paramLabel = "NAME=VALUE",
        converter = SettingConverter.class,
        description = "An attribute by its name in libibverbs: path_mtu=1024. May be repeated.")
    private List<Setting> settings = new ArrayList<>();

    /** Adds what was given to a request. */
    void putInto(final ObjectNode body)
    {
        for (final Setting setting : settings)
        {
            put(body, setting.attribute, setting.value);
        }
        for (final QpAttribute attribute : QpAttribute.values())
        {
            final JsonNode value = command.findOption(optionName(attribute)).getValue();
            if (value != null)
            {
                put(body, attribute, value);
            }
        }
    }

    private void put(final ObjectNode body, final QpAttribute attribute, final JsonNode value)
    {
        if (body.has(attribute.label()))
        {
            throw new ParameterException(command.commandLine(), attribute.label() + " is given twice");
        }
        body.set(attribute.label(), value);
    }

    private static String optionName(final QpAttribute attribute)
    {
        return "--" + attribute.label().replace('_', '-');
    }

    /** Adds an option for each attribute. */
    static final class Generator implements IModelTransformer
    {
        @Override
        public CommandSpec transform(final CommandSpec spec)
        {
            for (final QpAttribute attribute : QpAttribute.values())
            {
                final ITypeConverter<JsonNode> converter = text -> AttributeText.parse(attribute, text);
                spec.addOption(OptionSpec.builder(optionName(attribute))
                    .type(JsonNode.class)
                    .paramLabel("VALUE")
                    .description(AttributeText.range(attribute) + '.')
                    .converters(converter)
                    .build());
            }
            return spec;
        }
    }

    /** An attribute and its value. */
    private record Setting(QpAttribute attribute, JsonNode value)
    {
    }

    private static final class SettingConverter implements ITypeConverter<Setting>
    {
        @Override
        public Setting convert(final String text)
        {
            final int equals = text.indexOf('=');
            if (equals < 0)
            {
                throw new TypeConversionException("'" + text + "' is not NAME=VALUE");
            }
            final QpAttribute attribute = QpAttribute.byLabel(text.substring(0, equals));
            if (attribute == null)
            {
                throw new TypeConversionException("there is no attribute '" + text.substring(0, equals) + "': " +
                    Arrays.stream(QpAttribute.values()).map(QpAttribute::label).collect(Collectors.joining(", ")));
            }
            try
            {
                return new Setting(attribute, AttributeText.parse(attribute, text.substring(equals + 1)));
            }
            catch (final TypeConversionException e)
            {
                throw new TypeConversionException(attribute.label() + ": " + e.getMessage());
            }
        }
    }
}
