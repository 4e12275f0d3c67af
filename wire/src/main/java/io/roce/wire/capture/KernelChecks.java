package io.roce.wire.capture;

import java.util.Arrays;

/**
 * Repeats on a captured datagram what the kernel's IP and UDP check before a socket sees it. Not thread-safe.
 * <p>
 * A UDP checksum that is the sum of the pseudo-header alone counts as right, as it does for the kernel: what comes by a
 * loopback interface, or from a machine in this one, was never filled in. A capture does not show the mark that the
 * kernel goes by, so a packet from the wire with just this sum passes too. No UDP checksum over IPv6 counts as right
 * too, as it does at the socket of a node and for the kernel's RoCEv2, which sends none. Not repeated is what depends
 * on how the machine is set up: firewall rules, the reverse path of a source.
 */
public final class KernelChecks
{
    private static final int MAC_LENGTH = 6;
    private static final int GROUP_BIT = 1;

    /** The destination follows. */
    private static final int IPV4_SOURCE_OFFSET = 12;
    private static final int IPV4_LENGTH = 4;
    private static final int IPV6_SOURCE_OFFSET = 8;
    private static final int IPV6_LENGTH = 16;
    private static final byte[] BROADCAST = {-1, -1, -1, -1};
    private static final byte[] IPV6_LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private final FrameChecks checks = new FrameChecks();
    private final LocalAddresses local;

    public KernelChecks(final LocalAddresses local)
    {
        this.local = local;
    }

    /**
     * @param roceFrame what {@link FrameDissector} found in the frame.
     */
    public KernelVerdict verdict(final Frame frame, final RoceFrame roceFrame)
    {
        if (isToOtherMac(frame))
        {
            return KernelVerdict.OTHER_MAC;
        }

        // Number 0 is a priority and no VLAN.
        if (roceFrame.hasVlan())
        {
            return KernelVerdict.VLAN;
        }

        // Nobody leaves this one to an adapter on the way in.
        final boolean isIpv6 = roceFrame.datagram().envelope().isIpv6();
        if (!isIpv6 && checks.ipv4Header(frame) != ChecksumStatus.RIGHT)
        {
            return KernelVerdict.IP_CHECKSUM;
        }

        final int source = roceFrame.ipOffset() + (isIpv6 ? IPV6_SOURCE_OFFSET : IPV4_SOURCE_OFFSET);
        final int length = isIpv6 ? IPV6_LENGTH : IPV4_LENGTH;
        if (!local.contains(frame.data, source + length, length))
        {
            return KernelVerdict.OTHER_ADDRESS;
        }

        if (isIpv6 ? isNobodyOfIpv6(frame.data, source) : isNobodyOfIpv4(frame.data, source))
        {
            return KernelVerdict.SOURCE_ADDRESS;
        }

        if (roceFrame.isFragment())
        {
            return KernelVerdict.FRAGMENT;
        }

        // Also where all that is missing lies behind the UDP datagram.
        if (frame.wireLength() - roceFrame.ipOffset() < roceFrame.ipLength() ||
            roceFrame.icrcUnavailable() == IcrcUnavailable.BEYOND_FRAME ||
            roceFrame.icrcUnavailable() == IcrcUnavailable.IP_LENGTH_ZERO)
        {
            return KernelVerdict.LENGTH;
        }

        return checks.udp(frame, roceFrame) == ChecksumStatus.WRONG ?
            KernelVerdict.UDP_CHECKSUM : KernelVerdict.DELIVERED;
    }

    private boolean isToOtherMac(final Frame frame)
    {
        if (CookedType.of(frame.linkType, frame.data, frame.capturedLength) == CookedType.OTHER_HOST)
        {
            return true;
        }

        return frame.linkType == LinkType.ETHERNET && local.mac() != null &&
            (frame.data[0] & GROUP_BIT) == 0 &&
            !Arrays.equals(frame.data, 0, MAC_LENGTH, local.mac(), 0, MAC_LENGTH);
    }

    /** 0.0.0.0/8, groups, the broadcast address; and 127.0.0.0/8 where no such packets come. */
    private boolean isNobodyOfIpv4(final byte[] data, final int offset)
    {
        final int first = data[offset] & 0xFF;
        return first == 0 ||
            (first & 0xF0) == 0xE0 ||
            Arrays.equals(data, offset, offset + IPV4_LENGTH, BROADCAST, 0, IPV4_LENGTH) ||
            first == LocalAddresses.LOOPBACK_NET && !local.isLoopbackHere();
    }

    /** Groups; and ::1 where no such packets come. */
    private boolean isNobodyOfIpv6(final byte[] data, final int offset)
    {
        return data[offset] == (byte)0xFF ||
            !local.isLoopbackHere() &&
                Arrays.equals(data, offset, offset + IPV6_LENGTH, IPV6_LOOPBACK, 0, IPV6_LENGTH);
    }
}
