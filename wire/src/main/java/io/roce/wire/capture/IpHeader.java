package io.roce.wire.capture;

import static io.roce.wire.icrc.Envelope.IPV4_HEADER_LENGTH;
import static io.roce.wire.icrc.Envelope.IPV6_HEADER_LENGTH;
import static io.roce.wire.icrc.Envelope.UDP_PROTOCOL;

/**
 * The IP header of one frame, IPv6 extension headers included, down to where UDP begins. Options and extension headers
 * are only passed over, since what is in them has no say and their length all. Nothing is allocated for a frame.
 * Re-used from frame to frame; not thread-safe.
 */
final class IpHeader
{
    private static final int EXTENSION_UNIT = 8;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int FRAGMENT_OFFSET = 0x1FFF;
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int DESTINATION_OPTIONS = 60;

    private final byte[] ipv4Source = new byte[4];
    private final byte[] ipv4Destination = new byte[4];
    private final byte[] ipv6Source = new byte[16];
    private final byte[] ipv6Destination = new byte[16];

    private byte[] source = ipv4Source;
    private byte[] destination = ipv4Destination;
    private int trafficClass;
    private int hopLimit;
    private int identification;
    private int fragmentField;
    private int payloadLength;
    private int offset;
    private int protocol;
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
        final int lengthField = uint16(data, offset + 2);
        final int totalLength = lengthField == 0 ? frame.wireLength() - offset : lengthField;
        if (headerLength < IPV4_HEADER_LENGTH || totalLength < headerLength)
        {
            return FrameKind.BAD_IP_HEADER;
        }

        this.offset = offset;
        takeAddresses(data, ipv4Source, ipv4Destination, offset + 12);
        trafficClass = data[offset + 1] & 0xFF;
        identification = uint16(data, offset + 4);
        fragmentField = uint16(data, offset + 6);
        hopLimit = data[offset + 8] & 0xFF;
        protocol = data[offset + 9] & 0xFF;
        payloadLength = totalLength - headerLength;
        udpOffset = offset + headerLength;
        udpSpace = payloadLength;
        isRead = frame.capturedLength >= udpOffset;
        isFragment = (fragmentField & MORE_FRAGMENTS) != 0;
        isLaterFragment = (fragmentField & FRAGMENT_OFFSET) != 0;
        isRouted = false;
        icrcUnavailable =
            lengthField == 0 ? IcrcUnavailable.IP_LENGTH_ZERO :
            headerLength > IPV4_HEADER_LENGTH ? IcrcUnavailable.IPV4_OPTIONS : null;
        if (protocol != UDP_PROTOCOL)
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

        this.offset = offset;
        takeAddresses(data, ipv6Source, ipv6Destination, offset + 8);
        trafficClass = uint16(data, offset) >> 4 & 0xFF;
        final int lengthField = uint16(data, offset + 4);
        hopLimit = data[offset + 7] & 0xFF;
        payloadLength = lengthField == 0 ? frame.wireLength() - offset - IPV6_HEADER_LENGTH : lengthField;
        udpOffset = offset + IPV6_HEADER_LENGTH;
        udpSpace = payloadLength;
        isFragment = false;
        isLaterFragment = false;
        isRouted = false;
        icrcUnavailable = lengthField == 0 ? IcrcUnavailable.IP_LENGTH_ZERO : null;

        return readExtensions(data, data[offset + 6] & 0xFF, end);
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
        return protocol;
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

    /** 4 or 16 bytes, until the next frame. */
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

    /** What the header says follows it and its options; where its length is 0, what the frame had on the wire. */
    int payloadLength()
    {
        return payloadLength;
    }

    /** Where the UDP header starts in the frame. */
    int udpOffset()
    {
        return udpOffset;
    }

    /** What is left for UDP of {@link #payloadLength()}, whether or not it was captured. */
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

    private FrameKind readExtensions(final byte[] data, final int first, final int end)
    {
        int next = first;
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
            if (next == FRAGMENT)
            {
                final int field = uint16(data, udpOffset + 2);
                isLaterFragment = field >> 3 != 0;
                isFragment |= (field & 1) != 0;
            }
            else
            {
                isRouted |= next == ROUTING;
                length += (data[udpOffset + 1] & 0xFF) * EXTENSION_UNIT;
            }

            if (length > udpSpace)
            {
                return FrameKind.BAD_IP_HEADER;
            }

            next = data[udpOffset] & 0xFF;
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
                return next == UDP_PROTOCOL || isExtension(next) ? FrameKind.LATER_FRAGMENT : FrameKind.NOT_UDP;
            }
        }

        isRead = true;
        return next == UDP_PROTOCOL ? FrameKind.ROCE_V2 : FrameKind.NOT_UDP;
    }

    private void takeAddresses(
        final byte[] data, final byte[] source, final byte[] destination, final int addressesOffset)
    {
        System.arraycopy(data, addressesOffset, source, 0, source.length);
        System.arraycopy(data, addressesOffset + source.length, destination, 0, destination.length);
        this.source = source;
        this.destination = destination;
    }

    private static boolean isExtension(final int number)
    {
        return number == HOP_BY_HOP || number == ROUTING || number == FRAGMENT || number == DESTINATION_OPTIONS;
    }

    private static int uint16(final byte[] data, final int offset)
    {
        return (data[offset] & 0xFF) << 8 | data[offset + 1] & 0xFF;
    }
}
