package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.channel.Channel;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/**
 * What is sent back.
 *
 * @param headers     beside the ones that every answer has.
 * @param contentType of HTTP's header.
 * @param content     values of its own: written after the command that made it, on another thread.
 * @param stream      what comes instead of the content, until one of both closes the connection; null for an answer
 *                    that ends.
 */
record Answer(int status, Map<String, String> headers, String contentType, Content content, Stream stream)
{
    /** The bytes of an answer. */
    @FunctionalInterface
    interface Content
    {
        void writeTo(OutputStream out) throws IOException;
    }

    /** What follows behind the headers. */
    @FunctionalInterface
    interface Stream
    {
        /** The headers are written: everything else is written to the channel from here on. Admin loop. */
        void follow(Channel channel);
    }

    /** Events for as long as both sides like. */
    static Answer stream(final Stream stream)
    {
        return new Answer(
            200,
            Map.of(),
            "text/event-stream",
            out ->
            {
            },
            stream);
    }

    static Answer ok(final Json.Content content)
    {
        return json(200, Map.of(), content);
    }

    /** Something else than JSON. */
    static Answer ok(final Map<String, String> headers, final String contentType, final Content content)
    {
        return new Answer(200, headers, contentType, content, null);
    }

    static Answer created(final Json.Content content)
    {
        return json(201, Map.of(), content);
    }

    static Answer refused(final Refusal refusal)
    {
        return json(refusal.status(), refusal.headers(), json -> write(json, refusal));
    }

    private static Answer json(final int status, final Map<String, String> headers, final Json.Content content)
    {
        return new Answer(status, headers, "application/json", out -> Json.write(content, out), null);
    }

    /**
     * The message is a sentence and ends as one. The fields stand in {@code fields} for programs that read any
     * error, beside the code for those that know it.
     */
    static void write(final JsonGenerator json, final Refusal refusal) throws IOException
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
