package io.roce.wire.icrc;

/**
 * By what the ICRC of a packet changes when its IPv4 identification is another than 0: of datagrams that are given to
 * the system in one piece, it counts the identification up. That depends on the packet's length alone, so the
 * differences are worked out once as long as it stays the same. Not thread-safe.
 */
public final class SegmentDifferences
{
    private static final int DISTANCE_TO_PACKET =
        Envelope.PACKET_OFFSET - Envelope.IPV4_IDENTIFICATION_OFFSET - Integer.BYTES;

    private final int[] differences;
    private int length;
    private int known;

    /** @param maxSegments of one piece. */
    public SegmentDifferences(final int maxSegments)
    {
        differences = new int[maxSegments];
    }

    /**
     * To be added, by exclusive or, to an ICRC for identification 0.
     *
     * @param segment      identification, below the greatest number of segments.
     * @param packetLength BTH to ICRC.
     */
    public int of(final int segment, final int packetLength)
    {
        if (packetLength != length)
        {
            length = packetLength;
            known = 1;
        }
        for (; known <= segment; known++)
        {
            differences[known] = isPowerOfTwo(known) ?
                IcrcDifference.ofWord(known << Short.SIZE, DISTANCE_TO_PACKET + packetLength - Icrc.LENGTH) :
                differences[known & known - 1] ^ differences[Integer.lowestOneBit(known)];
        }
        return differences[segment];
    }

    private static boolean isPowerOfTwo(final int number)
    {
        return (number & number - 1) == 0;
    }
}
