package io.roce.wire.icrc;

/**
 * Finds the IPv4 identification and don't-fragment bit that would make a wrong ICRC right.
 * <p>
 * CRC-32 is linear: two messages of one length that differ by D have CRCs that differ by D times a power of x, modulo
 * the CRC's polynomial P; the power is the number of bits from the difference to the end, and 32 for the CRC itself.
 * The four bytes of the IPv4 header that hold identification, flags and fragment offset are one such difference, of 32
 * bits. So the difference of the two CRCs, multiplied by the inverse of that power, is what these four bytes would have
 * to be changed by, and there is just one answer. It explains the packet when it changes nothing but the 17 bits that a
 * sender chooses. That needs one multiplication mod P, and no search.
 * <p>
 * Polynomials are held as CRC-32 holds them: the coefficient of x^0 in the top bit, that of x^31 in the lowest. So the
 * byte that comes first on the wire is the lowest of its word.
 */
final class Inference
{
    /** Identification in the low 16 bits (first byte lowest), don't-fragment in the byte that follows. */
    private static final int HIDDEN_MASK = 0x0040_FFFF;
    private static final int DONT_FRAGMENT = 0x0040_0000;

    private static final int POLYNOMIAL = 0xEDB8_8320;
    private static final int ONE = 0x8000_0000;

    /** From the end of the four bytes to the packet: the rest of the IPv4 header and the UDP header. */
    private static final int DISTANCE_TO_PACKET =
        Envelope.PACKET_OFFSET - Envelope.IPV4_IDENTIFICATION_OFFSET - Integer.BYTES;

    /** x^-(8n + 32) for n bytes from the end of the four bytes to the ICRC; no IPv4 datagram has more than 65,535. */
    private static final int[] INVERSE_POWERS = new int[1 << 16];

    static
    {
        int power = ONE;
        for (int i = 0; i < Integer.SIZE; i++)
        {
            power = divideByX(power);
        }
        for (int distance = 0; distance < INVERSE_POWERS.length; distance++)
        {
            INVERSE_POWERS[distance] = power;
            for (int i = 0; i < Byte.SIZE; i++)
            {
                power = divideByX(power);
            }
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
        return multiply(Integer.reverseBytes(difference), INVERSE_POWERS[distance]);
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

    private static int multiply(final int a, final int b)
    {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1)
        {
            if ((a & bit) != 0)
            {
                product ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : shifted >>> 1 ^ POLYNOMIAL;
        }
        return product;
    }

    private static int divideByX(final int a)
    {
        return a >= 0 ? a << 1 : (a ^ POLYNOMIAL) << 1 | 1;
    }
}
