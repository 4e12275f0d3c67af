package io.roce.wire.icrc;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/** The checksum of IP and UDP headers (RFC 1071): the ones' complement of the ones' complement sum of 16-bit words. */
public final class InternetChecksum
{
    private static final long WORD = 0xFFFF_FFFFL;

    private InternetChecksum()
    {
    }

    /**
     * The checksum of bytes whose checksum field is 0; of bytes with their checksum, 0 when it is right.
     *
     * @param sum of what it covers besides; 16-bit words just added, none negative.
     * @return 16 bits.
     */
    public static int of(final DirectBuffer buffer, final int offset, final int length, final long sum)
    {
        long total = sum;
        final int wordsEnd = offset + (length & ~3);
        for (int i = offset; i < wordsEnd; i += Integer.BYTES)
        {
            total += buffer.getInt(i, BIG_ENDIAN) & WORD;
        }

        for (int i = wordsEnd; i < offset + length; i++)
        {
            total += (buffer.getByte(i) & 0xFFL) << 24 - 8 * (i - wordsEnd);
        }

        while (total >>> Short.SIZE != 0)
        {
            total = (total & 0xFFFF) + (total >>> Short.SIZE);
        }

        return (int)~total & 0xFFFF;
    }
}
