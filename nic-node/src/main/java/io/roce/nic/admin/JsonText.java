package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The one JSON value of a body. What is wrong with it is said in words of the admin API and never in the parser's. */
final class JsonText
{
    private JsonText()
    {
    }

    /** The value and nothing behind it; null for an empty text. */
    static JsonNode read(final byte[] bytes) throws Refusal
    {
        try (JsonParser parser = Json.parser(decode(bytes)))
        {
            return read(parser);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(final JsonParser parser) throws Refusal, IOException
    {
        try
        {
            final JsonNode value = Json.read(parser);
            if (value != null && parser.nextToken() != null)
            {
                throw wrong("The body must be one JSON value and has more", parser.currentTokenLocation());
            }
            return value;
        }
        catch (final JsonEOFException e)
        {
            throw wrong("The body ends before its JSON does", e.getLocation());
        }
        catch (final MismatchedInputException e)
        {
            // The one thing that can be wrong with a tree of well-formed JSON.
            throw wrong("The body names a member twice", e.getLocation());
        }
        // Exponents that no decimal can have come through Jackson as a NumberFormatException.
        catch (final StreamConstraintsException | NumberFormatException e)
        {
            throw wrong(
                "The body nests deeper or has longer names or numbers than any request does", parser.currentLocation());
        }
        catch (final JsonProcessingException e)
        {
            throw wrong("The body is not JSON", e.getLocation());
        }
    }

    private static String decode(final byte[] bytes) throws Refusal
    {
        try
        {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        }
        catch (final CharacterCodingException e)
        {
            throw new Refusal(AdminErrorCode.SYNTAX, "The body is not UTF-8");
        }
    }

    private static Refusal wrong(final String what, final JsonLocation at)
    {
        return new Refusal(
            AdminErrorCode.SYNTAX, what + " at line " + at.getLineNr() + ", column " + at.getColumnNr())
            .with("line", at.getLineNr())
            .with("column", at.getColumnNr());
    }
}
