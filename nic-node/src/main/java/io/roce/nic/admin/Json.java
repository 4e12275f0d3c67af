package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.OutputStream;

/** How JSON is read and written here: strictly, with bounds on depth and on the length of numbers. */
final class Json
{
    /** No request nests deeper than an entry of a list, in a work request, in an array of them: 4. */
    private static final int MAX_DEPTH = 8;

    /** Digits of a number; the longest that can be right has 20. */
    private static final int MAX_DIGITS = 100;

    private static final JsonMapper MAPPER = JsonMapper
        .builder(JsonFactory
            .builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).maxNumberLength(MAX_DIGITS).build())
            .build())
        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
        // Numbers are shown to the caller as they were sent: 1.0 not as 1, 1e400 not as infinity.
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();

    private Json()
    {
    }

    /** Something that can be written as JSON. */
    @FunctionalInterface
    interface Content
    {
        void writeTo(JsonGenerator json) throws IOException;
    }

    /** An object with one number. */
    static Content number(final String name, final long value)
    {
        return json ->
        {
            json.writeStartObject();
            json.writeNumberField(name, value);
            json.writeEndObject();
        };
    }

    static JsonParser parser(final String text) throws IOException
    {
        return MAPPER.createParser(text);
    }

    /** The next value; null when nothing is left. A member that comes twice is a mismatch. */
    static JsonNode read(final JsonParser parser) throws IOException
    {
        return MAPPER.readTree(parser);
    }

    /** Writes a number of 64 bits without a sign. */
    static void writeUint64(final JsonGenerator json, final String name, final long value) throws IOException
    {
        json.writeFieldName(name);
        json.writeNumber(Long.toUnsignedString(value));
    }

    /** Writes a number of 32 bits without a sign. */
    static void writeUint32(final JsonGenerator json, final String name, final int value) throws IOException
    {
        json.writeNumberField(name, Integer.toUnsignedLong(value));
    }

    static void write(final Content content, final OutputStream out) throws IOException
    {
        try (JsonGenerator json = MAPPER.createGenerator(out))
        {
            content.writeTo(json);
        }
    }
}
