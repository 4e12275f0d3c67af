package io.roce.wire.icrc;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteBuffer;

/**
 * What the ICRC of a packet would be if a field of its IP or UDP header were another, as the difference to what it
 * would be now; and which value of a field explains a difference. So a wrong ICRC tells what was rewritten on the way.
 * <p>
 * {@code difference} is between the ICRC that a packet carries and the one that is right for the envelope as it stands,
 * {@code packetLength} BTH to ICRC. Differences of several fields add up: {@code ^}.
 */
public final class EnvelopeChange
{
    private static final int IPV4_SOURCE_OFFSET = Envelope.IPV4_OFFSET + 12;
    private static final int IPV4_DESTINATION_OFFSET = Envelope.IPV4_OFFSET + 16;
    private static final int IPV6_SOURCE_OFFSET = Envelope.IPV6_OFFSET + 8;
    private static final int IPV6_DESTINATION_OFFSET = Envelope.IPV6_OFFSET + 24;
    private static final int PORT_MASK = 0xFFFF;

    private EnvelopeChange()
    {
    }

    /** If the source address were another of the same family. */
    public static int source(final Envelope envelope, final int packetLength, final byte[] source)
    {
        return address(
            envelope, packetLength, envelope.isIpv6() ? IPV6_SOURCE_OFFSET : IPV4_SOURCE_OFFSET, source);
    }

    /** If the destination address were another of the same family. */
    public static int destination(final Envelope envelope, final int packetLength, final byte[] destination)
    {
        return address(
            envelope, packetLength, envelope.isIpv6() ? IPV6_DESTINATION_OFFSET : IPV4_DESTINATION_OFFSET, destination);
    }

    /** The UDP source port that explains a difference; -1 when no source port does. */
    public static int sourcePortFor(final Envelope envelope, final int packetLength, final int difference)
    {
        final int word = IcrcDifference.word(difference, distance(Envelope.UDP_OFFSET, packetLength));
        return (word & PORT_MASK) == 0 ? envelope.sourcePort() ^ word >>> Short.SIZE : -1;
    }

    /** The four bytes of the IPv4 source address that explain a difference; there always are some. */
    public static byte[] ipv4SourceFor(final Envelope envelope, final int packetLength, final int difference)
    {
        return ipv4For(envelope, packetLength, IPV4_SOURCE_OFFSET, difference);
    }

    /** The four bytes of the IPv4 destination address that explain a difference; there always are some. */
    public static byte[] ipv4DestinationFor(final Envelope envelope, final int packetLength, final int difference)
    {
        return ipv4For(envelope, packetLength, IPV4_DESTINATION_OFFSET, difference);
    }

    /**
     * The single bit that explains a difference, in the packet or in front of it.
     *
     * @return eight times the offset from the start of the BTH, negative in the headers in front of it, and 0 to 7 for
     *     the bit itself, 0 the lowest of its byte; {@link Integer#MIN_VALUE} when no single bit explains it.
     */
    public static int bitFor(final Envelope envelope, final int packetLength, final int difference)
    {
        if (Integer.bitCount(difference) == 1)
        {
            // The ICRC's own bits: no covered bit changes just one of them, up to the longest packet.
            final int shift = Integer.numberOfTrailingZeros(difference);
            return Byte.SIZE * (packetLength - 1 - shift / Byte.SIZE) + shift % Byte.SIZE;
        }

        final int covered = Envelope.PACKET_OFFSET - envelope.start() + packetLength - Icrc.LENGTH;
        final int bit = IcrcDifference.bit(difference, covered);
        return bit < 0 ?
            Integer.MIN_VALUE :
            Byte.SIZE * (packetLength - Icrc.LENGTH - 1 - bit / Byte.SIZE) + bit % Byte.SIZE;
    }

    private static int address(
        final Envelope envelope, final int packetLength, final int offset, final byte[] address)
    {
        final ByteBuffer words = ByteBuffer.wrap(address);
        int difference = 0;
        for (int at = 0; at < address.length; at += Integer.BYTES)
        {
            final int word = envelope.buffer().getInt(offset + at, BIG_ENDIAN) ^ words.getInt(at);
            difference ^= word == 0 ? 0 : IcrcDifference.ofWord(word, distance(offset + at, packetLength));
        }
        return difference;
    }

    private static byte[] ipv4For(
        final Envelope envelope, final int packetLength, final int offset, final int difference)
    {
        final int word = IcrcDifference.word(difference, distance(offset, packetLength));
        return ByteBuffer.allocate(Integer.BYTES).putInt(envelope.buffer().getInt(offset, BIG_ENDIAN) ^ word).array();
    }

    /** From the end of four bytes in the array to the ICRC. */
    private static int distance(final int offset, final int packetLength)
    {
        return Envelope.PACKET_OFFSET + packetLength - Icrc.LENGTH - offset - Integer.BYTES;
    }
}
