package io.roce.wire.capture;

import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.util.Arrays;

/**
 * A RoCEv2 datagram found in a frame. Re-used from frame to frame. Not thread-safe.
 * <p>
 * Not every frame holds a {@linkplain #isWhole() whole} one: there may be just the first {@link #capturedLength()}
 * bytes of a datagram whose length is nevertheless the one that was sent; the bytes that are missing read as zeros.
 * {@link #isReadable}, {@link #isIcrcReadable} and {@link #isErrorKnown} tell what means anything.
 */
public final class RoceFrame
{
    private static final int MAX_UDP_PAYLOAD = 65_535;

    private final RoceDatagram datagram = new RoceDatagram(MAX_UDP_PAYLOAD);
    private int[] vlanIds = new int[0];
    private int trafficClass;
    private int hopLimit;
    private int capturedLength;
    private int usedLength;
    private int ipOffset;
    private int ipLength;
    private int udpOffset;
    private boolean isFragment;
    private boolean isCut;
    private int segments = 1;
    private IcrcStatus icrcStatus = IcrcStatus.NOT_AVAILABLE;
    private IcrcUnavailable icrcUnavailable;
    private int icrcExpected;

    /** The datagram, with the envelope as it was on the wire. */
    public RoceDatagram datagram()
    {
        return datagram;
    }

    /** VLAN ids from the outermost tag to the innermost; empty without tags. */
    public int[] vlanIds()
    {
        return vlanIds.clone();
    }

    /** Whether a tag names a VLAN: number 0 is a priority alone. */
    boolean hasVlan()
    {
        for (final int vlanId : vlanIds)
        {
            if (vlanId != 0)
            {
                return true;
            }
        }

        return false;
    }

    /** IPv4 TOS or IPv6 traffic class: DSCP in the upper six bits, ECN in the lower two. */
    public int trafficClass()
    {
        return trafficClass;
    }

    /** IPv4 TTL or IPv6 hop limit. */
    public int hopLimit()
    {
        return hopLimit;
    }

    /** Where the IP header starts in the frame. */
    public int ipOffset()
    {
        return ipOffset;
    }

    /** Bytes of the IP packet on the wire, its header included, as that header says it. */
    public int ipLength()
    {
        return ipLength;
    }

    /** Where the UDP header starts in the frame. */
    public int udpOffset()
    {
        return udpOffset;
    }

    /** How many bytes of the datagram, from the start of the BTH, this frame holds in the capture. */
    public int capturedLength()
    {
        return capturedLength;
    }

    /**
     * Whether all bytes of the datagram are here, so that it can be sent again. Where not, {@link #icrcUnavailable()}
     * says why. A first fragment is none, whatever its UDP length: what IP splits is not one frame's.
     */
    public boolean isWhole()
    {
        return !isFragment && capturedLength == datagram.length();
    }

    /**
     * Whether the capture holds fewer bytes of the datagram than this frame had on the wire. Bytes behind the datagram
     * do not count; nor do those that the frame never had, since they are in later fragments or it was sent too short.
     */
    public boolean isCut()
    {
        return isCut;
    }

    /** Whether IP split the datagram, and this is the first fragment. */
    public boolean isFragment()
    {
        return isFragment;
    }

    /** Whether {@link RocePacket#isReadable} says so and the capture holds the whole header. */
    public boolean isReadable(final HeaderType header)
    {
        final RocePacket packet = datagram.packet();
        return packet.isReadable(header) &&
            capturedLength >= header.length() + (header == HeaderType.BTH ? 0 : packet.opcode().headerOffset(header));
    }

    /** Whether the packet has an ICRC and the capture holds it, be there a verdict on it or not. */
    public boolean isIcrcReadable()
    {
        return isWhole() && datagram.error() != WireError.TRUNCATED_BTH;
    }

    /**
     * Whether {@link RoceDatagram#error()} was found on bytes that are there, not on zeros in their place: the length
     * is always there, and everything else that may be wrong is in the BTH.
     */
    public boolean isErrorKnown()
    {
        return isReadable(HeaderType.BTH) ||
            datagram.error() == WireError.TRUNCATED_BTH ||
            datagram.error() == WireError.OVERSIZE;
    }

    /**
     * How many packets the frame holds, of which this is one, at the place {@link RoceDatagram#segment()}; 1 unless it
     * comes from {@link FrameSegments}.
     */
    public int segments()
    {
        return segments;
    }

    public IcrcStatus icrcStatus()
    {
        return icrcStatus;
    }

    /** Why the status is {@link IcrcStatus#NOT_AVAILABLE}; null when it is another. */
    public IcrcUnavailable icrcUnavailable()
    {
        return icrcUnavailable;
    }

    /** The right ICRC; meaningless when the status is {@link IcrcStatus#NOT_AVAILABLE}. */
    public int icrcExpected()
    {
        return icrcExpected;
    }

    void onHeaders(final int[] vlanIds, final int trafficClass, final int hopLimit)
    {
        this.vlanIds = vlanIds;
        this.trafficClass = trafficClass;
        this.hopLimit = hopLimit;
    }

    void onIpPacket(final int ipOffset, final int ipLength, final int udpOffset)
    {
        this.udpOffset = udpOffset;
        this.ipOffset = ipOffset;
        this.ipLength = ipLength;
    }

    void onExtent(final boolean isFragment, final boolean isCut)
    {
        this.isFragment = isFragment;
        this.isCut = isCut;
    }

    /** Takes over the UDP payload, when the envelope has its addresses. */
    void onPayload(final byte[] data, final int offset, final int capturedLength, final int length)
    {
        final byte[] array = datagram.envelope().array();
        System.arraycopy(data, offset, array, Envelope.PACKET_OFFSET, capturedLength);

        // Nothing of an earlier frame may be read as this one's.
        if (capturedLength < usedLength)
        {
            Arrays.fill(array, Envelope.PACKET_OFFSET + capturedLength, Envelope.PACKET_OFFSET + usedLength, (byte)0);
        }

        usedLength = length;
        this.capturedLength = capturedLength;
        datagram.onBytes(length);
    }

    /**
     * Becomes one of the datagrams that another holds.
     *
     * @param length of each but the last.
     */
    void onSegment(final RoceFrame whole, final int index, final int length, final int count, final Icrc icrc)
    {
        final Envelope envelope = datagram.envelope();
        final RoceDatagram all = whole.datagram;
        final int offset = index * length;
        final int ownLength = Math.min(length, all.length() - offset);
        envelope.copyFrom(all.envelope(), 0);
        onHeaders(whole.vlanIds, whole.trafficClass, whole.hopLimit);
        onIpPacket(whole.ipOffset, whole.ipLength - all.length() + ownLength, whole.udpOffset);
        final int captured = Math.max(0, Math.min(ownLength, whole.capturedLength - offset));
        onExtent(false, captured < ownLength);
        onPayload(all.envelope().array(), Envelope.PACKET_OFFSET + offset, captured, ownLength);
        datagram.segment(index);
        segments = count;
        verifyIcrc(icrc, null);
        // Datagrams that came one by one, and were put together on arrival, may all have the first one's.
        if (icrcStatus == IcrcStatus.BAD && index > 0 && !envelope.isIpv6())
        {
            envelope.identification(all.envelope().identification() + index);
            verifyIcrc(icrc, null);
        }
    }

    /**
     * Compares the ICRC that the packet carries with the right one.
     *
     * @param byIpHeader what in the IP header forbids it; null for nothing.
     */
    void verifyIcrc(final Icrc icrc, final IcrcUnavailable byIpHeader)
    {
        icrcUnavailable = unavailable(byIpHeader);
        icrcStatus = IcrcStatus.NOT_AVAILABLE;
        icrcExpected = 0;
        if (icrcUnavailable == null)
        {
            icrcExpected = icrc.compute(datagram.envelope(), datagram.length());
            icrcStatus = icrcExpected == Icrc.read(datagram.envelope(), datagram.length()) ?
                IcrcStatus.GOOD : IcrcStatus.BAD;
        }
    }

    private IcrcUnavailable unavailable(final IcrcUnavailable byIpHeader)
    {
        if (isFragment)
        {
            return IcrcUnavailable.FIRST_FRAGMENT;
        }

        if (!isWhole())
        {
            return isCut ? IcrcUnavailable.CUT_BY_CAPTURE : IcrcUnavailable.BEYOND_FRAME;
        }

        return isIcrcReadable() ? byIpHeader : IcrcUnavailable.TOO_SHORT;
    }
}
