package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpAttribute;

import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** An option for each attribute of a queue pair, made from {@link QpAttribute}. */
final class AttributeOptions implements IModelTransformer
{
    /** Adds the options to a command. */
    @Override
    public CommandSpec transform(final CommandSpec spec)
    {
        for (final QpAttribute attribute : QpAttribute.values())
        {
            final ITypeConverter<JsonNode> converter = text -> AttributeText.parse(attribute, text);
            spec.addOption(OptionSpec.builder(option(attribute))
                .type(JsonNode.class)
                .paramLabel("VALUE")
                .description(AttributeText.range(attribute) + '.')
                .converters(converter)
                .build());
        }
        return spec;
    }

    /** Puts into a request what was given. */
    static void putInto(final ObjectNode body, final CommandSpec spec)
    {
        for (final QpAttribute attribute : QpAttribute.values())
        {
            final JsonNode value = spec.findOption(option(attribute)).getValue();
            if (value != null)
            {
                body.set(attribute.label(), value);
            }
        }
    }

    private static String option(final QpAttribute attribute)
    {
        return "--" + attribute.label().replace('_', '-');
    }
}
