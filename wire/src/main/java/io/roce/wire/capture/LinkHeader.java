package io.roce.wire.capture;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The link layer's headers of one frame, VLAN tags included. Of a link header only the type of what follows counts: it
 * may be a length in Ethernet, and in cooked captures InfiniBand's long hardware addresses are cut off.
 * <p>
 * Re-used from frame to frame; not thread-safe.
 */
final class LinkHeader
{
    private static final int ETHERNET_LENGTH = 14;
    private static final int VLAN_TAG_LENGTH = 4;
    private static final int SLL_LENGTH = 16;
    private static final int SLL2_LENGTH = 20;
    private static final int LOOPBACK_LENGTH = 4;
    private static final int ETHERNET_TYPE_OFFSET = 12;
    private static final int SLL_PROTOCOL_OFFSET = 14;
    private static final int SLL2_PROTOCOL_OFFSET = 0;

    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int NO_ETHER_TYPE = 0;

    /** Tag protocols: 802.1Q, 802.1ad, and what came before that. */
    private static final int VLAN_TAG = 0x8100;
    private static final int SERVICE_TAG = 0x88A8;
    private static final int OLD_SERVICE_TAG = 0x9100;
    private static final int VLAN_ID_MASK = 0xFFF;

    private static final int[] NO_VLAN_IDS = {};

    private static final int AF_INET = 2;
    /** AF_INET6 of NetBSD and OpenBSD, of FreeBSD, of macOS; and of Linux, whose libpcap reads such files too. */
    private static final int[] AF_INET6 = {24, 28, 30, 10};

    private LinkType linkType;
    private int etherType;
    private int length;
    private boolean isRead;
    private int[] vlanIds = new int[4];
    private int vlanCount;

    /**
     * Takes the headers apart.
     *
     * @return {@link FrameKind#ROCE_V2} when nothing speaks against it so far.
     */
    FrameKind read(final Frame frame)
    {
        vlanCount = 0;
        isRead = false;
        if (frame.linkType == null)
        {
            return FrameKind.UNREAD_LINK_TYPE;
        }

        linkType = frame.linkType;
        length = lengthOf(linkType);
        if (frame.capturedLength < Math.max(1, length))
        {
            return FrameKind.CUT_BEFORE_UDP;
        }

        isRead = true;
        final byte[] data = frame.data;
        etherType = switch (frame.linkType)
        {
            case ETHERNET -> uint16(data, ETHERNET_TYPE_OFFSET);
            case LINUX_SLL -> uint16(data, SLL_PROTOCOL_OFFSET);
            case LINUX_SLL2 -> uint16(data, SLL2_PROTOCOL_OFFSET);
            case BSD_NULL, BSD_LOOP -> byAddressFamily(ByteBuffer.wrap(data).getInt(0));
            case IPV4 -> IPV4;
            case IPV6 -> IPV6;
            case RAW, RAW_BSD, RAW_OPENBSD -> byVersion(data[0]);
        };

        while (isTag(etherType))
        {
            if (frame.capturedLength < length + VLAN_TAG_LENGTH)
            {
                return FrameKind.CUT_BEFORE_UDP;
            }

            onVlanId(uint16(data, length) & VLAN_ID_MASK);
            etherType = uint16(data, length + 2);
            length += VLAN_TAG_LENGTH;
        }

        return isIpv4() || isIpv6() ? FrameKind.ROCE_V2 : FrameKind.NOT_IP;
    }

    /** Whether the header was there; of tags that were cut, those that are there count. */
    boolean isRead()
    {
        return isRead;
    }

    boolean isIpv4()
    {
        return etherType == IPV4;
    }

    boolean isIpv6()
    {
        return etherType == IPV6;
    }

    /** Bytes from the frame's start to the IP header. */
    int length()
    {
        return length;
    }

    /** Outermost first. Allocates when there are any. */
    int[] vlanIds()
    {
        return vlanCount == 0 ? NO_VLAN_IDS : Arrays.copyOf(vlanIds, vlanCount);
    }

    /** Where the type of what follows stands that a first VLAN tag would take the place of; -1 where there is none. */
    int typeOffset()
    {
        return switch (linkType)
        {
            case ETHERNET -> ETHERNET_TYPE_OFFSET;
            case LINUX_SLL -> SLL_PROTOCOL_OFFSET;
            case LINUX_SLL2 -> SLL2_PROTOCOL_OFFSET;
            case BSD_NULL, BSD_LOOP, IPV4, IPV6, RAW, RAW_BSD, RAW_OPENBSD -> -1;
        };
    }

    /** Where the outermost VLAN tag is, or would be. */
    int tagOffset()
    {
        return lengthOf(linkType);
    }

    int vlanCount()
    {
        return vlanCount;
    }

    private void onVlanId(final int vlanId)
    {
        if (vlanCount == vlanIds.length)
        {
            vlanIds = Arrays.copyOf(vlanIds, 2 * vlanCount);
        }

        vlanIds[vlanCount++] = vlanId;
    }

    private static int uint16(final byte[] data, final int offset)
    {
        return (data[offset] & 0xFF) << 8 | data[offset + 1] & 0xFF;
    }

    private static int lengthOf(final LinkType linkType)
    {
        return switch (linkType)
        {
            case ETHERNET -> ETHERNET_LENGTH;
            case LINUX_SLL -> SLL_LENGTH;
            case LINUX_SLL2 -> SLL2_LENGTH;
            case BSD_NULL, BSD_LOOP -> LOOPBACK_LENGTH;
            case IPV4, IPV6, RAW, RAW_BSD, RAW_OPENBSD -> 0;
        };
    }

    /** Families are small numbers, so that one in the other byte order is known by its size. */
    private static int byAddressFamily(final int bigEndian)
    {
        final int family = (bigEndian & 0xFFFF) == 0 ? Integer.reverseBytes(bigEndian) : bigEndian;
        if (family == AF_INET)
        {
            return IPV4;
        }

        for (final int ipv6 : AF_INET6)
        {
            if (family == ipv6)
            {
                return IPV6;
            }
        }

        return NO_ETHER_TYPE;
    }

    private static int byVersion(final byte firstByte)
    {
        return switch (firstByte >> 4 & 0xF)
        {
            case 4 -> IPV4;
            case 6 -> IPV6;
            default -> NO_ETHER_TYPE;
        };
    }

    private static boolean isTag(final int etherType)
    {
        return etherType == VLAN_TAG || etherType == SERVICE_TAG || etherType == OLD_SERVICE_TAG;
    }
}
