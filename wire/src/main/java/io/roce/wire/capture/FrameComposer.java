package io.roce.wire.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.InternetChecksum;
import io.roce.wire.packet.RoceDatagram;

import org.agrona.MutableDirectBuffer;

/**
 * Makes the frame that a datagram was, or would be, on the wire: the way back of {@link FrameDissector}. What the ICRC
 * does not cover, nobody has told: the traffic class is 0 and the hop limit 64, as a socket sends that is asked for
 * nothing else. The UDP checksum over IPv4 is 0, which says that there is none, as the kernel's RoCE sends; over IPv6,
 * where it is required, it is computed. Allocates nothing. Not thread-safe.
 */
public final class FrameComposer
{
    private static final int ETHERNET_LENGTH = 14;
    private static final int ETHER_TYPE_IPV4 = 0x0800;
    private static final int ETHER_TYPE_IPV6 = 0x86DD;
    private static final int DEFAULT_HOP_LIMIT = 64;

    /** The most bytes that stand in front of a packet. */
    public static final int MAX_HEADERS_LENGTH =
        ETHERNET_LENGTH + Envelope.IPV6_HEADER_LENGTH + Envelope.UDP_HEADER_LENGTH;

    private final boolean isEthernet;

    /**
     * @param linkType {@link LinkType#RAW}, or {@link LinkType#ETHERNET} with addresses of zeros.
     * @throws IllegalArgumentException for any other.
     */
    public FrameComposer(final LinkType linkType)
    {
        if (linkType != LinkType.RAW && linkType != LinkType.ETHERNET)
        {
            throw new IllegalArgumentException("linkType must be RAW or ETHERNET: " + linkType);
        }

        isEthernet = linkType == LinkType.ETHERNET;
    }

    /** How long the frame of that datagram is. */
    public int length(final RoceDatagram datagram)
    {
        return linkLength() + datagram.envelope().headersLength() + datagram.length();
    }

    /**
     * Writes the frame.
     *
     * @param to where {@link #length} bytes go, at {@code offset}.
     * @return its length.
     */
    public int compose(final RoceDatagram datagram, final MutableDirectBuffer to, final int offset)
    {
        final Envelope envelope = datagram.envelope();
        final int ipOffset = offset + linkLength();
        if (isEthernet)
        {
            to.setMemory(offset, ETHERNET_LENGTH, (byte)0);
            to.putShort(ipOffset - Short.BYTES,
                (short)(envelope.isIpv6() ? ETHER_TYPE_IPV6 : ETHER_TYPE_IPV4), BIG_ENDIAN);
        }

        envelope.writeHeaders(0, DEFAULT_HOP_LIMIT, to, ipOffset);
        final int packetOffset = ipOffset + envelope.headersLength();
        to.putBytes(packetOffset, envelope.buffer(), Envelope.PACKET_OFFSET, datagram.length());
        if (envelope.isIpv6())
        {
            putUdpChecksum(to, ipOffset, Envelope.UDP_HEADER_LENGTH + datagram.length());
        }

        return length(datagram);
    }

    /**
     * Gives a frame over IPv4 that has been composed another identification than its datagram has.
     *
     * @param to             holds the frame at {@code offset}.
     * @param identification 16 bits.
     */
    public void identify(
        final MutableDirectBuffer to, final int offset, final int identification, final boolean isDontFragment)
    {
        Envelope.identify(to, offset + linkLength(), identification, isDontFragment);
    }

    private int linkLength()
    {
        return isEthernet ? ETHERNET_LENGTH : 0;
    }

    /** Covers, besides UDP, both addresses, which stand right before it, its length and its protocol (RFC 8200). */
    private static void putUdpChecksum(final MutableDirectBuffer to, final int ipOffset, final int udpLength)
    {
        final int addresses = ipOffset + 8;
        final int udp = ipOffset + Envelope.IPV6_HEADER_LENGTH;
        final int checksum =
            InternetChecksum.of(to, addresses, udp - addresses + udpLength, (long)udpLength + Envelope.UDP_PROTOCOL);
        to.putShort(udp + 6, (short)(checksum == 0 ? 0xFFFF : checksum), BIG_ENDIAN);
    }
}
