package io.roce.wire.capture;

import java.util.Arrays;

/**
 * Repeats on a captured datagram what the kernel's IP and UDP check before a socket sees it. Not thread-safe.
 * <p>
 * A UDP checksum that is the sum of the pseudo-header alone counts as right, as it does for the kernel: what comes by a
 * loopback interface, or from a machine in this one, was never filled in. A capture does not show the mark that the
 * kernel goes by, so a packet from the wire with just this sum passes too.
 */
public final class KernelChecks
{
    private static final int MAC_LENGTH = 6;
    private static final int GROUP_BIT = 1;

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

        if (!local.contains(frame.data, roceFrame.ipOffset() + (isIpv6 ? 24 : 16), isIpv6 ? 16 : 4))
        {
            return KernelVerdict.OTHER_ADDRESS;
        }

        if (roceFrame.isFragment())
        {
            return KernelVerdict.FRAGMENT;
        }

        if (roceFrame.icrcUnavailable() == IcrcUnavailable.BEYOND_FRAME ||
            roceFrame.icrcUnavailable() == IcrcUnavailable.IP_LENGTH_ZERO)
        {
            return KernelVerdict.LENGTH;
        }

        return checks.udp(frame, roceFrame) == ChecksumStatus.WRONG ?
            KernelVerdict.UDP_CHECKSUM : KernelVerdict.DELIVERED;
    }

    private boolean isToOtherMac(final Frame frame)
    {
        return frame.linkType == LinkType.ETHERNET && local.mac() != null &&
            (frame.data[0] & GROUP_BIT) == 0 &&
            !Arrays.equals(frame.data, 0, MAC_LENGTH, local.mac(), 0, MAC_LENGTH);
    }
}
