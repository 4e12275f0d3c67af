package io.roce.tools.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.IOException;

/** JSON text to trees and back. */
public final class Json
{
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json()
    {
    }

    public static ObjectNode object()
    {
        return MAPPER.createObjectNode();
    }

    public static ArrayNode array()
    {
        return MAPPER.createArrayNode();
    }

    public static JsonNode parse(final byte[] text) throws IOException
    {
        return MAPPER.readTree(text);
    }

    public static byte[] bytes(final JsonNode tree)
    {
        try
        {
            return MAPPER.writeValueAsBytes(tree);
        }
        catch (final JsonProcessingException e)
        {
            throw new IllegalStateException("a JSON tree that cannot be written", e);
        }
    }

    /** On several lines, for people. */
    public static String pretty(final JsonNode tree)
    {
        return tree.toPrettyString();
    }
}
