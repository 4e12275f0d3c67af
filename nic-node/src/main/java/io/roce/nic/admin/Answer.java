package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;

import java.io.IOException;
import java.util.Map;

/**
 * What is sent back.
 *
 * @param headers beside the ones that every answer has.
 * @param content values of its own: written after the command that made it, on another thread.
 */
record Answer(int status, Map<String, String> headers, Json.Content content)
{
    static Answer ok(final Json.Content content)
    {
        return new Answer(200, Map.of(), content);
    }

    static Answer created(final Json.Content content)
    {
        return new Answer(201, Map.of(), content);
    }

    static Answer refused(final Refusal refusal)
    {
        return new Answer(refusal.status(), refusal.headers(), json -> write(json, refusal));
    }

    /**
     * The message is a sentence and ends as one. The fields stand in {@code fields} for programs that read any
     * error, beside the code for those that know it.
     */
    private static void write(final JsonGenerator json, final Refusal refusal) throws IOException
    {
        json.writeStartObject();
        json.writeStringField("code", refusal.code());
        json.writeStringField("message", refusal.getMessage() + '.');
        for (final Map.Entry<String, Object> field : refusal.fields().entrySet())
        {
            json.writePOJOField(field.getKey(), field.getValue());
        }
        json.writePOJOField("fields", refusal.fields());
        json.writeEndObject();
    }
}
