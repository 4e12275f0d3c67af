package io.roce.wire.capture;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;

import java.nio.ByteBuffer;

/**
 * Goes down a frame to the UDP datagram in it. The UDP destination port alone says that it is RoCEv2, and the UDP
 * length where it ends: what follows in the frame (padding, a frame check sequence) is not looked at. Checksums of IP
 * and UDP are not verified: captures taken on the sending host hold many that the adapter was yet to fill in. Not
 * thread-safe.
 */
public final class FrameDissector
{
    private final LinkHeader link = new LinkHeader();
    private final IpHeader ip = new IpHeader();
    private final Icrc icrc = new Icrc();

    /**
     * Takes a frame apart. Whatever its bytes are, this returns an answer.
     *
     * @param roceFrame is filled in when the answer is {@link FrameKind#ROCE_V2}, and is else not to be read.
     */
    public FrameKind dissect(final Frame frame, final RoceFrame roceFrame)
    {
        ip.reset();
        FrameKind kind = link.read(frame);
        if (kind != FrameKind.ROCE_V2)
        {
            return kind;
        }

        kind = link.isIpv4() ?
            ip.readIpv4(frame, link.length()) :
            ip.readIpv6(frame, link.length());

        return kind == FrameKind.ROCE_V2 ? onUdp(frame, roceFrame) : kind;
    }

    /** The link layer of the frame just taken apart. */
    LinkHeader link()
    {
        return link;
    }

    /** The IP header of the frame just taken apart. */
    IpHeader ip()
    {
        return ip;
    }

    private FrameKind onUdp(final Frame frame, final RoceFrame roceFrame)
    {
        if (ip.udpSpace() < Envelope.UDP_HEADER_LENGTH)
        {
            return FrameKind.BAD_UDP_LENGTH;
        }

        final int captured = Math.min(frame.capturedLength - ip.udpOffset(), ip.udpSpace());
        if (captured < Envelope.UDP_HEADER_LENGTH)
        {
            return FrameKind.CUT_BEFORE_UDP;
        }

        final ByteBuffer udp = ByteBuffer.wrap(frame.data, ip.udpOffset(), captured);
        final int sourcePort = udp.getShort() & 0xFFFF;
        final int destinationPort = udp.getShort() & 0xFFFF;
        final int udpLength = udp.getShort() & 0xFFFF;
        if (destinationPort != Envelope.ROCE_PORT)
        {
            return FrameKind.OTHER_UDP_PORT;
        }

        if (udpLength < Envelope.UDP_HEADER_LENGTH || udpLength > ip.udpSpace() && !ip.isFragment())
        {
            return FrameKind.BAD_UDP_LENGTH;
        }

        final Envelope envelope = roceFrame.datagram().envelope();
        envelope.addresses(ip.source(), ip.destination());
        envelope.ports(sourcePort, destinationPort);
        if (!envelope.isIpv6())
        {
            envelope.identification(ip.identification(), ip.fragmentField());
        }
        final int onWire = Math.min(Math.min(frame.wireLength() - ip.udpOffset(), ip.udpSpace()), udpLength);
        roceFrame.onHeaders(link.vlanIds(), ip.trafficClass(), ip.hopLimit());
        roceFrame.onIpPacket(link.length(), ip.udpOffset() + ip.udpSpace() - link.length(), ip.udpOffset());
        roceFrame.onExtent(ip.isFragment(), captured < onWire);
        roceFrame.onPayload(
            frame.data,
            ip.udpOffset() + Envelope.UDP_HEADER_LENGTH,
            Math.min(captured, udpLength) - Envelope.UDP_HEADER_LENGTH,
            udpLength - Envelope.UDP_HEADER_LENGTH);
        // As a socket would have it: without extension headers, whose part in the ICRC nobody has laid down.
        envelope.ipPayloadLength(ip.udpSpace());
        roceFrame.verifyIcrc(icrc, ip.icrcUnavailable());

        return FrameKind.ROCE_V2;
    }
}
