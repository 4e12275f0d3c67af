package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Bytes as they stand in bodies and answers: {@code hex}, or {@code text}, which stands for its UTF-8. */
final class BodyBytes
{
    static final String HEX = "hex";
    static final String TEXT = "text";

    /** Either of them is a member of a body that has bytes. */
    static final List<String> MEMBERS = List.of(HEX, TEXT);

    private static final char NOT_PRINTABLE = '.';

    private BodyBytes()
    {
    }

    /** The bytes of a body in whichever way they are given: no fewer than {@code min}, no more than {@code max}. */
    static byte[] read(final JsonBody body, final int min, final int max) throws Refusal
    {
        if (body.has(HEX) && body.has(TEXT))
        {
            throw new Refusal(
                AdminErrorCode.CONTRADICTION, body.full(HEX) + " says the bytes already; give it or text")
                .with("field", body.full(TEXT));
        }
        final String name = body.has(TEXT) ? TEXT : HEX;
        final byte[] bytes = body.has(TEXT) ? ofText(body) : ofHex(body);
        if (bytes.length < min || bytes.length > max)
        {
            throw VerbsRefusals.of(VerbsException.outOfRange(
                body.full(name), bytes.length, bytes.length + " bytes", min, max, NumberForm.DECIMAL));
        }
        return bytes;
    }

    /** In lower case, without anything between. */
    static String hex(final byte[] bytes)
    {
        return HexFormat.of().formatHex(bytes);
    }

    /** A character for each byte, a dot for those that are none of printable ASCII. */
    static String ascii(final byte[] bytes)
    {
        final StringBuilder ascii = new StringBuilder(bytes.length);
        for (final byte b : bytes)
        {
            ascii.append(b >= ' ' && b < 0x7F ? (char)b : NOT_PRINTABLE);
        }
        return ascii.toString();
    }

    private static byte[] ofHex(final JsonBody body) throws Refusal
    {
        final String hex = body.text(HEX);
        try
        {
            return HexFormat.of().parseHex(hex);
        }
        catch (final IllegalArgumentException e)
        {
            throw syntax(body.full(HEX), "two hex digits for each byte", hex);
        }
    }

    private static byte[] ofText(final JsonBody body) throws Refusal
    {
        final String text = body.text(TEXT);
        try
        {
            final ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            final byte[] bytes = new byte[utf8.remaining()];
            utf8.get(bytes);
            return bytes;
        }
        catch (final CharacterCodingException e)
        {
            throw syntax(body.full(TEXT), "text with nothing but whole characters", text);
        }
    }

    private static Refusal syntax(final String field, final String expected, final String text)
    {
        return new Refusal(
            AdminErrorCode.SYNTAX, field + " must be " + expected + ": \"" + JsonBody.shown(text) + "\"")
            .with("field", field)
            .with("value", JsonBody.shown(text));
    }
}
