package io.roce.wire.icrc;

/**
 * Finds the IPv4 identification and don't-fragment bit that would make a wrong ICRC right.
 * <p>
 * The four bytes of the IPv4 header that hold identification, flags and fragment offset are a word, and by what a word
 * would have to differ to explain a difference of ICRCs has one answer ({@link IcrcDifference}). It explains the packet
 * when it changes nothing but the 17 bits that a sender chooses. That needs one multiplication, and no search: the
 * powers of x are in a table, since this is asked on the packet path.
 */
final class Inference
{
    /** Identification in the low 16 bits (first byte lowest), don't-fragment in the byte that follows. */
    private static final int HIDDEN_MASK = 0x0040_FFFF;
    private static final int DONT_FRAGMENT = 0x0040_0000;

    /** From the end of the four bytes to the packet: the rest of the IPv4 header and the UDP header. */
    private static final int DISTANCE_TO_PACKET =
        Envelope.PACKET_OFFSET - Envelope.IPV4_IDENTIFICATION_OFFSET - Integer.BYTES;

    /** x^-(8n + 32) for n bytes from the end of the four bytes to the ICRC; no IPv4 datagram has more than 65,535. */
    private static final int[] INVERSE_POWERS = new int[1 << 16];

    static
    {
        final int inverseOfByte = Crc32Polynomial.powerOfX(-Byte.SIZE);
        int power = Crc32Polynomial.powerOfX(-Integer.SIZE);
        for (int distance = 0; distance < INVERSE_POWERS.length; distance++)
        {
            INVERSE_POWERS[distance] = power;
            power = Crc32Polynomial.multiply(power, inverseOfByte);
        }
    }

    private Inference()
    {
    }

    /**
     * By what the four bytes would have to differ, as a word to be asked below.
     *
     * @param difference   of two ICRCs, in wire order.
     * @param packetLength BTH to ICRC.
     */
    static int hiddenBits(final int difference, final int packetLength)
    {
        final int distance = DISTANCE_TO_PACKET + packetLength - Icrc.LENGTH;
        return Crc32Polynomial.multiply(Integer.reverseBytes(difference), INVERSE_POWERS[distance]);
    }

    /** Whether nothing but identification and don't-fragment would have to differ. */
    static boolean isExplained(final int hiddenBits)
    {
        return (hiddenBits & ~HIDDEN_MASK) == 0;
    }

    /** The bits of the identification that would have to differ. */
    static int identification(final int hiddenBits)
    {
        return Short.toUnsignedInt(Short.reverseBytes((short)hiddenBits));
    }

    /** Whether don't-fragment would have to differ. */
    static boolean isDontFragmentOther(final int hiddenBits)
    {
        return (hiddenBits & DONT_FRAGMENT) != 0;
    }
}
