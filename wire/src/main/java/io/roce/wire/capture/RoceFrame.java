package io.roce.wire.capture;

import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import java.util.Arrays;

/**
 * A RoCEv2 datagram found in a frame. Re-used from frame to frame. Not thread-safe.
 * <p>
 * A frame that was cut holds the first {@link #capturedLength()} bytes of a datagram whose length is nevertheless the
 * one that was sent; the bytes that are missing read as zeros. {@link #isReadable} tells which headers mean anything.
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
    private IcrcStatus icrcStatus = IcrcStatus.NOT_AVAILABLE;
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

    /** How many bytes of the datagram, from the start of the BTH, the capture holds; its length unless it is cut. */
    public int capturedLength()
    {
        return capturedLength;
    }

    /** Whether the capture holds fewer bytes of the datagram than the wire carried. */
    public boolean isCut()
    {
        return capturedLength < datagram.length();
    }

    /**
     * Whether the packet has this header and the capture the whole of it. When the BTH is not readable, neither is
     * {@link RoceDatagram#error()} of a cut frame: it was found on zeros.
     */
    public boolean isReadable(final HeaderType header)
    {
        if (header == HeaderType.BTH)
        {
            return datagram.error() != WireError.TRUNCATED_BTH && capturedLength >= header.length();
        }

        return datagram.error() == WireError.NONE &&
            datagram.packet().has(header) &&
            capturedLength >= datagram.packet().opcode().headerOffset(header) + header.length();
    }

    public IcrcStatus icrcStatus()
    {
        return icrcStatus;
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
     * Compares the ICRC that the packet carries with the right one.
     *
     * @param isDefined whether the IP header is one that the ICRC is defined for.
     */
    void verifyIcrc(final Icrc icrc, final boolean isDefined)
    {
        icrcStatus = IcrcStatus.NOT_AVAILABLE;
        icrcExpected = 0;
        if (isDefined && !isCut() && datagram.error() != WireError.TRUNCATED_BTH)
        {
            icrcExpected = icrc.compute(datagram.envelope(), datagram.length());
            icrcStatus = icrcExpected == Icrc.read(datagram.envelope(), datagram.length()) ?
                IcrcStatus.GOOD : IcrcStatus.BAD;
        }
    }
}
