package io.roce.wire.capture;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Changes a copy of a frame. The checksums of IP, UDP, TCP and ICMPv6, and a frame check sequence that was captured,
 * stay as right or as wrong as they were; a UDP checksum of 0 stays 0. Begin with {@link #wrap}, end with
 * {@link #finish}. Re-used from frame to frame. Not thread-safe.
 */
public final class FrameEditor
{
    /** By how many bytes a VLAN tag makes a frame longer. */
    public static final int VLAN_TAG_LENGTH = 4;

    private static final int ETHER_ADDRESS_LENGTH = 6;
    private static final int VLAN_TAG_PROTOCOL = 0x8100;
    private static final int VLAN_ID_MASK = 0x0FFF;
    private static final int IPV4_CHECKSUM_OFFSET = 10;
    private static final int ECN_MASK = 0x3;
    private static final int ONES = 0xFFFF;

    private static final int NO_TAG_CHANGE = -1;
    private static final int TAG_REMOVED = -2;

    private final ChecksumUpdate checksum = new ChecksumUpdate();
    private final FrameCheckSequence checkSequence = new FrameCheckSequence();
    private Frame frame;
    private LinkHeader link;
    private IpHeader ip;
    private ByteBuffer data = ByteBuffer.allocate(2048);
    private int length;
    private int tagChange;
    private boolean hasCheckSequence;

    /**
     * Takes a copy of a frame.
     *
     * @param frame     which the {@code dissector} has just taken apart.
     * @param dissector whose views of the frame's headers are used until {@link #finish}.
     */
    public void wrap(final Frame frame, final FrameDissector dissector)
    {
        this.frame = frame;
        link = dissector.link().isRead() ? dissector.link() : null;
        ip = dissector.ip().isRead() ? dissector.ip() : null;
        tagChange = NO_TAG_CHANGE;
        length = frame.capturedLength;
        if (data.capacity() < length + VLAN_TAG_LENGTH)
        {
            data = ByteBuffer.allocate(Math.max(2 * data.capacity(), length + VLAN_TAG_LENGTH));
        }

        data.put(0, frame.data, 0, length);
        hasCheckSequence = isEthernet() && frame.capturedLength == frame.originalLength &&
            length - (ip == null ? link.length() : ip.end()) >= FrameCheckSequence.LENGTH &&
            checkSequence.isRight(data.array(), length);
    }

    /** Whether the frame's Ethernet header is there. */
    public boolean isEthernet()
    {
        return link != null && frame.linkType == LinkType.ETHERNET;
    }

    /** Destination, then source: 6 bytes each. Only if {@link #isEthernet}. */
    public byte[] etherAddress(final boolean isSource)
    {
        final int offset = isSource ? ETHER_ADDRESS_LENGTH : 0;
        return Arrays.copyOfRange(data.array(), offset, offset + ETHER_ADDRESS_LENGTH);
    }

    /** Only if {@link #isEthernet}. */
    public void etherAddress(final boolean isSource, final byte[] address)
    {
        data.put(isSource ? ETHER_ADDRESS_LENGTH : 0, address, 0, ETHER_ADDRESS_LENGTH);
    }

    /** How many VLAN tags the frame has; -1 where its link layer has no place for any. */
    public int vlanTagCount()
    {
        return link == null || link.typeOffset() < 0 ? -1 : link.vlanCount();
    }

    /** The outermost tag's VLAN. Only if there is one. */
    public int vlanId()
    {
        return data.getShort(link.tagOffset()) & VLAN_ID_MASK;
    }

    /** Changes the outermost tag's VLAN; priority and drop eligibility stay. Only if there is one. */
    public void vlanId(final int vlanId)
    {
        final int tag = data.getShort(link.tagOffset());
        data.putShort(link.tagOffset(), (short)(tag & ~VLAN_ID_MASK | vlanId));
    }

    /** Adds a tag, of 802.1Q and priority 0, outside those that are there. Only if there is a place for one. */
    public void addVlanTag(final int vlanId)
    {
        tagChange = vlanId;
    }

    /** Takes away the outermost tag. Only if there is one. */
    public void removeVlanTag()
    {
        tagChange = TAG_REMOVED;
    }

    /** Whether the frame's IP header is there and can be read, extension headers included. */
    public boolean isIp()
    {
        return ip != null;
    }

    /** Only if {@link #isIp}. */
    public byte[] source()
    {
        return ip.source();
    }

    /** Only if {@link #isIp}. */
    public byte[] destination()
    {
        return ip.destination();
    }

    /**
     * Whether all checksums that cover the IP addresses can be kept right: not where it is not known what follows the
     * IP header, nor where an IPv6 routing header may name the real destination. Only if {@link #isIp}.
     */
    public boolean isReaddressable()
    {
        return !ip.isRouted() && (ip.isLaterFragment() || TransportChecksum.get(ip.protocol()) != null);
    }

    /** Only if {@link #isReaddressable}; of the same length as those that are there. */
    public void addresses(final byte[] source, final byte[] destination)
    {
        data.put(ip.addressesOffset(), source).put(ip.addressesOffset() + source.length, destination);
    }

    /** Changes the upper six bits of TOS or traffic class. Only if {@link #isIp}. */
    public void dscp(final int dscp)
    {
        if (ip.isIpv6())
        {
            final int word = data.getInt(ip.offset());
            data.putInt(ip.offset(), word & ~(0xFC << 20) | dscp << 22);
        }
        else
        {
            final int offset = ip.offset() + 1;
            data.put(offset, (byte)(data.get(offset) & ECN_MASK | dscp << 2));
        }
    }

    /** Only of a RoCEv2 datagram. */
    public void udpSourcePort(final int port)
    {
        data.putShort(ip.udpOffset(), (short)port);
    }

    /**
     * Changes the first bytes of a RoCEv2 datagram, as many as it was captured with.
     *
     * @param envelope     behind which the new ones stand.
     * @param headerLength from the start of the BTH on.
     */
    public void packetHeaders(final Envelope envelope, final int headerLength)
    {
        final int offset = ip.udpOffset() + Envelope.UDP_HEADER_LENGTH;
        data.put(offset, envelope.array(), Envelope.PACKET_OFFSET, Math.min(headerLength, length - offset));
    }

    /** Only if {@link RoceFrame#isIcrcReadable}. */
    public void icrc(final int packetLength, final int icrc)
    {
        data.putInt(ip.udpOffset() + Envelope.UDP_HEADER_LENGTH + packetLength - Icrc.LENGTH, icrc);
    }

    /**
     * Brings checksums and tags up to date.
     *
     * @return whether any byte of the frame is another one.
     */
    public boolean finish()
    {
        final boolean isOther = tagChange != NO_TAG_CHANGE ||
            !Arrays.equals(data.array(), 0, length, frame.data, 0, length);
        if (isOther)
        {
            if (ip != null)
            {
                updateChecksums();
            }
            changeTags();
            if (hasCheckSequence)
            {
                checkSequence.repair(data.array(), length);
            }
        }

        return isOther;
    }

    /** The first {@link #length()} bytes are the frame's. Valid until {@link #wrap}. */
    public byte[] data()
    {
        return data.array();
    }

    public int length()
    {
        return length;
    }

    private void updateChecksums()
    {
        if (!ip.isIpv6())
        {
            checksum.reset();
            checksum.change(frame.data, data.array(), ip.offset(), Envelope.IPV4_HEADER_LENGTH);
            update(ip.offset() + IPV4_CHECKSUM_OFFSET, ONES);
        }

        final TransportChecksum transport = ip.isLaterFragment() ? null : TransportChecksum.get(ip.protocol());
        final int end = Math.min(length, ip.end());
        if (transport != null && transport.isOverAddresses() &&
            ip.udpOffset() + transport.offset() + Short.BYTES <= end)
        {
            checksum.reset();
            checksum.change(frame.data, data.array(), ip.addressesOffset(), ip.addressesLength());
            checksum.change(frame.data, data.array(), ip.udpOffset(), end - ip.udpOffset());
            update(ip.udpOffset() + transport.offset(), transport == TransportChecksum.UDP ? 0 : ONES);
        }
    }

    private void update(final int offset, final int unused)
    {
        data.putShort(offset, (short)checksum.of(data.getShort(offset) & ONES, unused));
    }

    /**
     * A tag's protocol stands where the type of what follows stood, and that behind the tag's own two bytes. In a
     * cooked header these are not next to each other.
     */
    private void changeTags()
    {
        final byte[] array = data.array();
        final int tag = link == null ? 0 : link.tagOffset();
        if (tagChange == TAG_REMOVED)
        {
            data.putShort(link.typeOffset(), data.getShort(tag + Short.BYTES));
            System.arraycopy(array, tag + VLAN_TAG_LENGTH, array, tag, length - tag - VLAN_TAG_LENGTH);
            length -= VLAN_TAG_LENGTH;
        }
        else if (tagChange != NO_TAG_CHANGE)
        {
            System.arraycopy(array, tag, array, tag + VLAN_TAG_LENGTH, length - tag);
            data.putShort(tag, (short)tagChange).putShort(tag + Short.BYTES, data.getShort(link.typeOffset()));
            data.putShort(link.typeOffset(), (short)VLAN_TAG_PROTOCOL);
            length += VLAN_TAG_LENGTH;
        }
    }
}
