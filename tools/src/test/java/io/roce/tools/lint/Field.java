package io.roce.tools.lint;

import java.util.EnumSet;
import java.util.Set;

/** The fields of a frame in which bits are flipped, and what lint must call it. */
enum Field
{
    MAC("MAC addresses"),
    IPV4_VERSION("IPv4 version and header length", FindingCode.IP_HEADER, FindingCode.IPV4_CHECKSUM,
        FindingCode.UDP_LENGTH),
    IPV4_TOS("IPv4 TOS", FindingCode.IPV4_CHECKSUM),
    IPV4_LENGTH("IPv4 total length", FindingCode.IPV4_CHECKSUM, FindingCode.UDP_LENGTH, FindingCode.IP_HEADER,
        FindingCode.ICRC_UNKNOWN),
    IPV4_IDENTIFICATION("IPv4 identification", FindingCode.ICRC_BIT_FLIP),
    IPV4_FLAGS("IPv4 flags and fragment offset", FindingCode.ICRC_BIT_FLIP, FindingCode.FRAGMENT,
        FindingCode.IPV4_CHECKSUM),
    IPV4_TTL("IPv4 TTL", FindingCode.IPV4_CHECKSUM),
    IPV4_PROTOCOL("IPv4 protocol", FindingCode.ICRC_REWRITTEN),
    IPV4_HEADER_CHECKSUM("IPv4 header checksum", FindingCode.IPV4_CHECKSUM),
    IPV6_TRAFFIC_CLASS("IPv6 traffic class and flow label"),
    IPV6_LENGTH("IPv6 payload length", FindingCode.UDP_LENGTH),
    IPV6_NEXT_HEADER("IPv6 next header", FindingCode.ICRC_REWRITTEN),
    IPV6_HOP_LIMIT("IPv6 hop limit"),
    SOURCE("IP source address", FindingCode.ICRC_BIT_FLIP, FindingCode.ICRC_REWRITTEN),
    DESTINATION("IP destination address", FindingCode.ICRC_BIT_FLIP, FindingCode.ICRC_REWRITTEN),
    UDP_SOURCE_PORT("UDP source port", FindingCode.ICRC_BIT_FLIP),
    UDP_DESTINATION_PORT("UDP destination port", FindingCode.ICRC_REWRITTEN),
    UDP_LENGTH("UDP length", FindingCode.UDP_LENGTH),
    UDP_CHECKSUM("UDP checksum, which was 0", FindingCode.UDP_CHECKSUM),
    BTH_OPCODE("BTH opcode", FindingCode.ICRC_BIT_FLIP),
    BTH_FLAGS("BTH SE, MigReq, pad count, TVer", FindingCode.ICRC_BIT_FLIP),
    BTH_P_KEY("BTH P_Key", FindingCode.ICRC_BIT_FLIP),
    BTH_CONGESTION("BTH FECN, BECN, reserved", FindingCode.CONGESTION, FindingCode.RESERVED_BITS),
    BTH_DEST_QP("BTH DestQP", FindingCode.ICRC_BIT_FLIP),
    BTH_ACK_REQ("BTH AckReq, reserved", FindingCode.ICRC_BIT_FLIP),
    BTH_PSN("BTH PSN", FindingCode.ICRC_BIT_FLIP),
    EXTENDED("extended headers", FindingCode.ICRC_BIT_FLIP),
    PAYLOAD("payload and padding", FindingCode.ICRC_BIT_FLIP),
    ICRC("ICRC", FindingCode.ICRC_BIT_FLIP);

    final String label;
    final FindingCode[] names;

    Field(final String label, final FindingCode... names)
    {
        this.label = label;
        this.names = names;
    }

    /** What is true besides, where the header has a checksum of its own. */
    Set<FindingCode> also()
    {
        return compareTo(UDP_SOURCE_PORT) < 0 ? EnumSet.of(FindingCode.IPV4_CHECKSUM) : Set.of();
    }

    /** Where it is in a frame: offset and length in bytes; a length of 0 when the frame has none. */
    int[] place(final Recorded recorded, final int i)
    {
        final boolean isIpv6 = recorded.isIpv6(i);
        final int ip = Recorded.IP_OFFSET;
        final int udp = recorded.udpOffset(i);
        final int bth = recorded.bthOffset(i);
        return switch (this)
        {
            case MAC -> at(0, 12);
            case IPV4_VERSION -> v4(isIpv6, ip, 1);
            case IPV4_TOS -> v4(isIpv6, ip + 1, 1);
            case IPV4_LENGTH -> v4(isIpv6, ip + 2, 2);
            case IPV4_IDENTIFICATION -> v4(isIpv6, ip + 4, 2);
            case IPV4_FLAGS -> v4(isIpv6, ip + 6, 2);
            case IPV4_TTL -> v4(isIpv6, ip + 8, 1);
            case IPV4_PROTOCOL -> v4(isIpv6, ip + 9, 1);
            case IPV4_HEADER_CHECKSUM -> v4(isIpv6, ip + 10, 2);
            case IPV6_TRAFFIC_CLASS -> v4(!isIpv6, ip + 1, 3);
            case IPV6_LENGTH -> v4(!isIpv6, ip + 4, 2);
            case IPV6_NEXT_HEADER -> v4(!isIpv6, ip + 6, 1);
            case IPV6_HOP_LIMIT -> v4(!isIpv6, ip + 7, 1);
            case SOURCE -> at(recorded.sourceOffset(i), isIpv6 ? 16 : 4);
            case DESTINATION -> at(recorded.destinationOffset(i), isIpv6 ? 16 : 4);
            case UDP_SOURCE_PORT -> at(udp, 2);
            case UDP_DESTINATION_PORT -> at(udp + 2, 2);
            case UDP_LENGTH -> at(udp + 4, 2);
            case UDP_CHECKSUM -> at(udp + 6, 2);
            case BTH_OPCODE -> at(bth, 1);
            case BTH_FLAGS -> at(bth + 1, 1);
            case BTH_P_KEY -> at(bth + 2, 2);
            case BTH_CONGESTION -> at(bth + 4, 1);
            case BTH_DEST_QP -> at(bth + 5, 3);
            case BTH_ACK_REQ -> at(bth + 8, 1);
            case BTH_PSN -> at(bth + 9, 3);
            case EXTENDED -> at(bth + 12, recorded.payloadOffset(i) - bth - 12);
            case PAYLOAD -> at(recorded.payloadOffset(i), recorded.icrcOffset(i) - recorded.payloadOffset(i));
            case ICRC -> at(recorded.icrcOffset(i), 4);
        };
    }

    private static int[] v4(final boolean isOther, final int offset, final int length)
    {
        return at(offset, isOther ? 0 : length);
    }

    private static int[] at(final int offset, final int length)
    {
        return new int[]{offset, length};
    }
}
