package io.roce.wire.capture;

import io.roce.wire.icrc.Envelope;

/**
 * Finds a RoCEv2 packet that its own headers hide: the protocol number is not UDP's, or the destination port not
 * RoCEv2's, and the ICRC, which covers both, says that they were. Not thread-safe.
 */
public final class FrameRepair
{
    private static final int IPV4_PROTOCOL_OFFSET = 9;
    private static final int IPV6_NEXT_HEADER_OFFSET = 6;
    private static final byte UDP_PROTOCOL = 17;
    private static final int UDP_DESTINATION_OFFSET = 2;

    private final LinkHeader link = new LinkHeader();
    private final FrameDissector dissector = new FrameDissector();
    private final Frame copy = new Frame();

    /**
     * Takes a frame that is dissected as something else.
     *
     * @param roceFrame is filled in when there is an answer.
     * @return the field that is wrong; null when there is no such packet.
     */
    public String repair(final Frame frame, final FrameKind kind, final RoceFrame roceFrame)
    {
        if (kind != FrameKind.NOT_UDP && kind != FrameKind.OTHER_UDP_PORT ||
            link.read(frame) != FrameKind.ROCE_V2)
        {
            return null;
        }

        copy.number = frame.number;
        copy.timestampNs = frame.timestampNs;
        copy.linkType = frame.linkType;
        copy.lengths(frame.capturedLength, frame.originalLength);
        System.arraycopy(frame.data, 0, copy.data, 0, frame.capturedLength);
        final int ip = link.length();
        if (kind == FrameKind.NOT_UDP)
        {
            copy.data[ip + (link.isIpv4() ? IPV4_PROTOCOL_OFFSET : IPV6_NEXT_HEADER_OFFSET)] = UDP_PROTOCOL;
        }
        else
        {
            final int udp = ip +
                (link.isIpv4() ? (copy.data[ip] & 0xF) * Integer.BYTES : Envelope.IPV6_HEADER_LENGTH);
            copy.data[udp + UDP_DESTINATION_OFFSET] = (byte)(Envelope.ROCE_PORT >> Byte.SIZE);
            copy.data[udp + UDP_DESTINATION_OFFSET + 1] = (byte)Envelope.ROCE_PORT;
        }

        return dissector.dissect(copy, roceFrame) == FrameKind.ROCE_V2 && roceFrame.icrcStatus() == IcrcStatus.GOOD ?
            kind == FrameKind.NOT_UDP ? "protocol" : "UDP destination port" : null;
    }
}
