package io.roce.wire.capture;

import static io.roce.wire.icrc.Envelope.IPV4_HEADER_LENGTH;
import static io.roce.wire.icrc.Envelope.IPV6_HEADER_LENGTH;

import java.nio.ByteBuffer;

import org.pcap4j.packet.IllegalRawDataException;
import org.pcap4j.packet.IpV4Packet;
import org.pcap4j.packet.IpV6ExtFragmentPacket;
import org.pcap4j.packet.IpV6Packet;
import org.pcap4j.packet.namednumber.IpNumber;

/**
 * The IP header of one frame, IPv6 extension headers included, down to where UDP begins. pcap4j takes apart the headers
 * of a fixed length, given those bytes alone; options and extension headers are only passed over, since what is in them
 * has no say and their length all. Re-used from frame to frame; not thread-safe.
 */
final class IpHeader
{
    private static final int EXTENSION_UNIT = 8;
    private static final int NO_OPTIONS = 0x45;

    private final byte[] ipv4Header = new byte[IPV4_HEADER_LENGTH];

    private byte[] source;
    private byte[] destination;
    private int trafficClass;
    private int hopLimit;
    private int identification;
    private int fragmentField;
    private int offset;
    private IpNumber protocol;
    private int udpOffset;
    private int udpSpace;
    private boolean isRead;
    private boolean isFragment;
    private boolean isLaterFragment;
    private boolean isRouted;
    private IcrcUnavailable icrcUnavailable;

    /**
     * Takes an IPv4 header apart.
     *
     * @param offset of it.
     * @return {@link FrameKind#ROCE_V2} when nothing speaks against it so far.
     */
    FrameKind readIpv4(final Frame frame, final int offset)
    {
        final byte[] data = frame.data;
        final int end = frame.capturedLength;
        if (offset < end && data[offset] >> 4 != 4)
        {
            return FrameKind.BAD_IP_HEADER;
        }

        if (end - offset < IPV4_HEADER_LENGTH)
        {
            return FrameKind.CUT_BEFORE_UDP;
        }

        final int headerLength = (data[offset] & 0xF) * 4;
        final int lengthField = ByteBuffer.wrap(data).getShort(offset + 2) & 0xFFFF;
        final int totalLength = lengthField == 0 ? frame.wireLength() - offset : lengthField;
        if (headerLength < IPV4_HEADER_LENGTH || totalLength < headerLength)
        {
            return FrameKind.BAD_IP_HEADER;
        }

        System.arraycopy(data, offset, ipv4Header, 0, IPV4_HEADER_LENGTH);
        ipv4Header[0] = NO_OPTIONS;
        final IpV4Packet.IpV4Header header;
        try
        {
            header = IpV4Packet.newPacket(ipv4Header, 0, IPV4_HEADER_LENGTH).getHeader();
        }
        catch (final IllegalRawDataException ex)
        {
            throw refused(ex);
        }

        source = header.getSrcAddr().getAddress();
        destination = header.getDstAddr().getAddress();
        trafficClass = header.getTos().value() & 0xFF;
        hopLimit = header.getTtlAsInt();
        identification = header.getIdentificationAsInt();
        fragmentField = ByteBuffer.wrap(ipv4Header).getShort(6) & 0xFFFF;
        udpOffset = offset + headerLength;
        udpSpace = totalLength - headerLength;
        this.offset = offset;
        isRead = frame.capturedLength >= udpOffset;
        protocol = header.getProtocol();
        isFragment = header.getMoreFragmentFlag();
        isLaterFragment = header.getFragmentOffset() != 0;
        isRouted = false;
        icrcUnavailable =
            lengthField == 0 ? IcrcUnavailable.IP_LENGTH_ZERO :
            headerLength > IPV4_HEADER_LENGTH ? IcrcUnavailable.IPV4_OPTIONS : null;
        if (!IpNumber.UDP.equals(protocol))
        {
            return FrameKind.NOT_UDP;
        }

        return isLaterFragment ? FrameKind.LATER_FRAGMENT : FrameKind.ROCE_V2;
    }

    /**
     * Takes an IPv6 header and its extension headers apart.
     *
     * @param offset of it.
     * @return {@link FrameKind#ROCE_V2} when nothing speaks against it so far.
     */
    FrameKind readIpv6(final Frame frame, final int offset)
    {
        final byte[] data = frame.data;
        final int end = frame.capturedLength;
        if (offset < end && data[offset] >> 4 != 6)
        {
            return FrameKind.BAD_IP_HEADER;
        }

        if (end - offset < IPV6_HEADER_LENGTH)
        {
            return FrameKind.CUT_BEFORE_UDP;
        }

        final IpV6Packet.IpV6Header header;
        try
        {
            header = IpV6Packet.newPacket(data, offset, IPV6_HEADER_LENGTH).getHeader();
        }
        catch (final IllegalRawDataException ex)
        {
            throw refused(ex);
        }

        source = header.getSrcAddr().getAddress();
        destination = header.getDstAddr().getAddress();
        trafficClass = header.getTrafficClass().value() & 0xFF;
        hopLimit = header.getHopLimitAsInt();
        final int lengthField = header.getPayloadLengthAsInt();
        udpOffset = offset + IPV6_HEADER_LENGTH;
        udpSpace = lengthField == 0 ? frame.wireLength() - udpOffset : lengthField;
        this.offset = offset;
        isFragment = false;
        isLaterFragment = false;
        isRouted = false;
        icrcUnavailable = lengthField == 0 ? IcrcUnavailable.IP_LENGTH_ZERO : null;

        return readExtensions(data, header.getNextHeader(), end);
    }

    /** Forgets the header of the frame before. */
    void reset()
    {
        isRead = false;
    }

    /** Whether the whole header was there, and well, extension headers included. */
    boolean isRead()
    {
        return isRead;
    }

    boolean isIpv6()
    {
        return source.length == 16;
    }

    /** Where the source address starts in the frame; the destination address follows. */
    int addressesOffset()
    {
        return offset + (isIpv6() ? 8 : 12);
    }

    /** Of both. */
    int addressesLength()
    {
        return 2 * source.length;
    }

    /** Where the packet ends in the frame, were it captured whole. */
    int end()
    {
        return udpOffset + udpSpace;
    }

    /** Where the header starts in the frame. */
    int offset()
    {
        return offset;
    }

    /** Of what follows the headers that were passed over. */
    int protocol()
    {
        return protocol.value() & 0xFF;
    }

    /** Whether what follows is not the start of a datagram. */
    boolean isLaterFragment()
    {
        return isLaterFragment;
    }

    /** Whether an IPv6 routing header names more addresses. */
    boolean isRouted()
    {
        return isRouted;
    }

    /** 4 or 16 bytes. */
    byte[] source()
    {
        return source;
    }

    byte[] destination()
    {
        return destination;
    }

    /** All eight bits of TOS or traffic class. */
    int trafficClass()
    {
        return trafficClass;
    }

    /** TTL or hop limit. */
    int hopLimit()
    {
        return hopLimit;
    }

    /** Only of an IPv4 header. */
    int identification()
    {
        return identification;
    }

    /** Flags and fragment offset; only of an IPv4 header. */
    int fragmentField()
    {
        return fragmentField;
    }

    /** Where the UDP header starts in the frame. */
    int udpOffset()
    {
        return udpOffset;
    }

    /**
     * What the header says follows it, without options and extension headers, whether or not it was captured; where its
     * length is 0, of what the frame had on the wire.
     */
    int udpSpace()
    {
        return udpSpace;
    }

    /** What in the header forbids to tell whether an ICRC is right; null for nothing. Fragments apart. */
    IcrcUnavailable icrcUnavailable()
    {
        return icrcUnavailable;
    }

    /** The first of several fragments: the UDP length is that of all of them. */
    boolean isFragment()
    {
        return isFragment;
    }

    private FrameKind readExtensions(final byte[] data, final IpNumber first, final int end)
    {
        IpNumber next = first;
        protocol = first;
        while (isExtension(next))
        {
            if (udpSpace < EXTENSION_UNIT)
            {
                return FrameKind.BAD_IP_HEADER;
            }

            if (end - udpOffset < EXTENSION_UNIT)
            {
                return FrameKind.CUT_BEFORE_UDP;
            }

            int length = EXTENSION_UNIT;
            if (IpNumber.IPV6_FRAG.equals(next))
            {
                final IpV6ExtFragmentPacket.IpV6ExtFragmentHeader fragment = fragment(data);
                isLaterFragment = fragment.getFragmentOffset() != 0;
                isFragment |= fragment.getM();
            }
            else
            {
                isRouted |= IpNumber.IPV6_ROUTE.equals(next);
                length += (data[udpOffset + 1] & 0xFF) * EXTENSION_UNIT;
            }

            if (length > udpSpace)
            {
                return FrameKind.BAD_IP_HEADER;
            }

            next = IpNumber.getInstance(data[udpOffset]);
            protocol = next;
            if (icrcUnavailable == null)
            {
                icrcUnavailable = IcrcUnavailable.IPV6_EXTENSION_HEADERS;
            }
            udpOffset += length;
            udpSpace -= length;
            if (isLaterFragment)
            {
                isRead = true;
                return IpNumber.UDP.equals(next) || isExtension(next) ? FrameKind.LATER_FRAGMENT : FrameKind.NOT_UDP;
            }
        }

        isRead = true;
        return IpNumber.UDP.equals(next) ? FrameKind.ROCE_V2 : FrameKind.NOT_UDP;
    }

    private IpV6ExtFragmentPacket.IpV6ExtFragmentHeader fragment(final byte[] data)
    {
        try
        {
            return IpV6ExtFragmentPacket.newPacket(data, udpOffset, EXTENSION_UNIT).getHeader();
        }
        catch (final IllegalRawDataException ex)
        {
            throw refused(ex);
        }
    }

    private static boolean isExtension(final IpNumber number)
    {
        return IpNumber.IPV6_HOPOPT.equals(number) ||
            IpNumber.IPV6_ROUTE.equals(number) ||
            IpNumber.IPV6_FRAG.equals(number) ||
            IpNumber.IPV6_DST_OPTS.equals(number);
    }

    private static IllegalStateException refused(final IllegalRawDataException cause)
    {
        return new IllegalStateException("a whole header of a fixed length was refused", cause);
    }
}
