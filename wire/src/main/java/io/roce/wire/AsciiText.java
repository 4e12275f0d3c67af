package io.roce.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * ASCII text that grows at its end, as bytes: what prints a line for each packet of a large capture allocates nothing
 * for it and has nothing to encode. Not thread-safe.
 */
public final class AsciiText
{
    private static final int HEX_BITS = 4;
    private static final int BASE = 10;
    private static final int MAX_DIGITS = 19;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;

    /** @param capacity bytes, at least 1; more are taken when they are needed. */
    public AsciiText(final int capacity)
    {
        bytes = new byte[capacity];
    }

    /** @param text ASCII alone. */
    @SuppressWarnings("deprecation") // It cuts characters to their lower halves, which for ASCII is right.
    public AsciiText append(final String text)
    {
        final int count = text.length();
        requireRoom(count);
        text.getBytes(0, count, bytes, length);
        length += count;
        return this;
    }

    /** @param character ASCII. */
    public AsciiText append(final char character)
    {
        requireRoom(1);
        bytes[length++] = (byte)character;
        return this;
    }

    /**
     * A number in hex, lower case, without a prefix.
     *
     * @param value    unsigned.
     * @param minCount so many digits at least, 1 or more, zeros in front.
     */
    public AsciiText appendHex(final long value, final int minCount)
    {
        final int needed = (Long.SIZE - Long.numberOfLeadingZeros(value) + HEX_BITS - 1) / HEX_BITS;
        final int count = Math.max(minCount, needed);
        requireRoom(count);
        long left = value;
        for (int at = length + count - 1; at >= length; at--)
        {
            bytes[at] = DIGITS[(int)left & 0xF];
            left >>>= HEX_BITS;
        }
        length += count;
        return this;
    }

    /** A number in decimal. */
    public AsciiText appendDecimal(final long value)
    {
        return value < 0 ? append(Long.toString(value)) : appendDecimal(value, 1, '0');
    }

    /**
     * A number in decimal.
     *
     * @param value    0 or more.
     * @param minWidth so many characters at least, 1 or more.
     * @param pad      what stands in front when there are fewer digits.
     */
    public AsciiText appendDecimal(final long value, final int minWidth, final char pad)
    {
        int digits = 1;
        for (long bound = BASE; digits < MAX_DIGITS && value >= bound; bound *= BASE)
        {
            digits++;
        }
        final int count = Math.max(digits, minWidth);
        requireRoom(count);
        final int firstDigit = length + count - digits;
        Arrays.fill(bytes, length, firstDigit, (byte)pad);
        int at = length + count - 1;
        long left = value;
        for (; left > Integer.MAX_VALUE; left /= BASE)
        {
            bytes[at--] = DIGITS[(int)(left % BASE)];
        }
        // A division of 32 bits is the cheaper one.
        for (int low = (int)left; at >= firstDigit; low /= BASE)
        {
            bytes[at--] = DIGITS[low % BASE];
        }
        length += count;
        return this;
    }

    /** The text is the first {@link #length()} of them; until more is appended. */
    public byte[] bytes()
    {
        return bytes;
    }

    public int length()
    {
        return length;
    }

    /** Begins anew. */
    public void clear()
    {
        length = 0;
    }

    @Override
    public String toString()
    {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    private void requireRoom(final int count)
    {
        if (bytes.length - length < count)
        {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
        }
    }
}
