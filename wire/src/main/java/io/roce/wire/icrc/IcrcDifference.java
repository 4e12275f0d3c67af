package io.roce.wire.icrc;

import static io.roce.wire.icrc.Crc32Polynomial.multiply;
import static io.roce.wire.icrc.Crc32Polynomial.multiplyByX;
import static io.roce.wire.icrc.Crc32Polynomial.powerOfX;

/**
 * How a difference of covered bytes and a difference of ICRCs belong together.
 * <p>
 * CRC-32 is linear: two messages of one length that differ by D have CRCs that differ by D times a power of x, modulo
 * the CRC's polynomial; the power is the number of bits from the difference to the end, and 32 for the CRC itself. So
 * a changed header tells by what the ICRC changes, whatever the payload, of which only the length counts; and a wrong
 * ICRC tells by what any four bytes would have to differ to make it right.
 * <p>
 * Differences are exclusive ors. Those of ICRCs are in wire order as {@link Icrc} has it, and so are words: the byte
 * that comes first is the highest. Not thread-safe.
 */
public final class IcrcDifference
{
    private final Icrc icrc = new Icrc();

    /**
     * By what the ICRCs of two packets of one length differ, whose headers differ and whose other bytes are the same.
     * Right for packets with a wrong ICRC too: an ICRC that this is added to stays wrong in the same bits.
     *
     * @param before       with IP, UDP, and at least the headers of the packet; the same length fields as
     *                     {@code after}, and the same address family.
     * @param after        the same with changes.
     * @param headerLength from the start of the BTH, so many bytes of the packet may differ; at least a BTH.
     * @param packetLength BTH to ICRC.
     */
    public int of(final Envelope before, final Envelope after, final int headerLength, final int packetLength)
    {
        if (before.isIpv6() != after.isIpv6())
        {
            throw new IllegalArgumentException("envelopes of two address families have no difference");
        }

        final int atHeaderEnd = icrc.run(before, headerLength) ^ icrc.run(after, headerLength);
        final int distance = packetLength - Icrc.LENGTH - headerLength;
        return Integer.reverseBytes(multiply(Integer.reverseBytes(atHeaderEnd), powerOfX((long)Byte.SIZE * distance)));
    }

    /**
     * By what ICRCs differ when four bytes do.
     *
     * @param word     the difference of the four bytes.
     * @param distance bytes from the end of the four to the ICRC.
     */
    public static int ofWord(final int word, final int distance)
    {
        return Integer.reverseBytes(multiply(Integer.reverseBytes(word), powerOfX(exponent(distance))));
    }

    /**
     * By what four bytes would have to differ for ICRCs to differ so; there is one answer for each distance.
     *
     * @param difference of two ICRCs.
     * @param distance   bytes from the end of the four to the ICRC.
     */
    public static int word(final int difference, final int distance)
    {
        return Integer.reverseBytes(multiply(Integer.reverseBytes(difference), powerOfX(-exponent(distance))));
    }

    /**
     * The single bit that would have to differ for ICRCs to differ so; of all bits of a packet one at the most would.
     *
     * @param difference of two ICRCs.
     * @param maxLength  how many bytes in front of the ICRC are looked at.
     * @return its distance to the ICRC: 8 for each byte between them, 0 to 7 for the bit itself, 0 the lowest of its
     *     byte; -1 when no single bit explains it.
     */
    public static int bit(final int difference, final int maxLength)
    {
        final int wanted = Integer.reverseBytes(difference);
        int power = powerOfX(Integer.SIZE);
        for (int distance = 0; distance < Byte.SIZE * maxLength; distance++)
        {
            // A byte's lowest bit is its highest power of x, so the bit next to the ICRC is the top one of its byte.
            if (power == wanted)
            {
                return distance / Byte.SIZE * Byte.SIZE + Byte.SIZE - 1 - distance % Byte.SIZE;
            }
            power = multiplyByX(power);
        }
        return -1;
    }

    private static long exponent(final int distance)
    {
        return (long)Byte.SIZE * distance + Integer.SIZE;
    }
}
