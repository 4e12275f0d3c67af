package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpAttribute;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Numbers;

import java.util.Arrays;
import java.util.stream.Collectors;

import picocli.CommandLine.TypeConversionException;

/** Values of queue pair attributes: as the command line writes them, as the admin API takes them. */
final class AttributeText
{
    /** Written for no access flag at all. */
    private static final String NO_FLAGS = "none";

    private AttributeText()
    {
    }

    /** A value in the form that the admin API takes. */
    static JsonNode parse(final QpAttribute attribute, final String text)
    {
        return switch (attribute)
        {
            case DGID -> JsonNodeFactory.instance.textNode(Addresses.format(Addresses.parseHost(text)));
            case QP_ACCESS_FLAGS -> flags(text);
            case PATH_MTU -> JsonNodeFactory.instance.numberNode(new PathMtu().convert(text));
            default ->
                JsonNodeFactory.instance.numberNode(Numbers.parse(text, attribute.min(), attribute.max()));
        };
    }

    /** What may be written for it. */
    static String range(final QpAttribute attribute)
    {
        return switch (attribute)
        {
            case DGID -> "IP address of the peer";
            case QP_ACCESS_FLAGS -> Arrays.stream(AccessFlag.values())
                .map(AccessFlag::name)
                .collect(Collectors.joining(", ", "", ", joined by commas, or " + NO_FLAGS));
            case PATH_MTU -> PathMtu.RANGE;
            default -> Numbers.bound(attribute.min(), attribute.max()) + " to " +
                Numbers.bound(attribute.max(), attribute.max()) +
                (attribute.isBoundByPorts() ? ", as far as the node's ports have it" : "");
        };
    }

    private static ArrayNode flags(final String text)
    {
        final ArrayNode flags = JsonNodeFactory.instance.arrayNode();
        if (!NO_FLAGS.equals(text))
        {
            for (final String name : text.split(",", -1))
            {
                if (Arrays.stream(AccessFlag.values()).noneMatch(flag -> flag.name().equals(name)))
                {
                    throw new TypeConversionException(
                        "'" + name + "' is no access flag: " + range(QpAttribute.QP_ACCESS_FLAGS));
                }
                flags.add(name);
            }
        }
        return flags;
    }
}
