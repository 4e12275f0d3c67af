package io.roce.tools.lint;

import io.roce.wire.Qpn;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.net.InetAddress;

/**
 * The RoCEv2 packet that the rules look at now. Addresses and source port are those that the sender meant: where a
 * wrong ICRC tells others than the headers, the ICRC is believed. Re-used from frame to frame; not thread-safe.
 */
final class Sighting
{
    private Frame frame;
    private RoceFrame roceFrame;
    private InetAddress source;
    private InetAddress destination;
    private int sourcePort;

    void wrap(final Frame frame, final RoceFrame roceFrame)
    {
        this.frame = frame;
        this.roceFrame = roceFrame;
        source = envelope().source();
        destination = envelope().destination();
        sourcePort = envelope().sourcePort();
    }

    /** The ICRC was computed for these; null and 0 leave what there is. */
    void meant(final InetAddress source, final InetAddress destination, final int sourcePort)
    {
        this.source = source == null ? this.source : source;
        this.destination = destination == null ? this.destination : destination;
        this.sourcePort = sourcePort == 0 ? this.sourcePort : sourcePort;
    }

    Frame frame()
    {
        return frame;
    }

    RoceFrame roceFrame()
    {
        return roceFrame;
    }

    long number()
    {
        return frame.number();
    }

    long timeNs()
    {
        return frame.timestampNs();
    }

    Envelope envelope()
    {
        return roceFrame.datagram().envelope();
    }

    RocePacket packet()
    {
        return roceFrame.datagram().packet();
    }

    InetAddress source()
    {
        return source;
    }

    InetAddress destination()
    {
        return destination;
    }

    int sourcePort()
    {
        return sourcePort;
    }

    /** Null when it is reserved or not there. */
    Opcode opcode()
    {
        return packet().opcode();
    }

    int psn()
    {
        return packet().bth().psn();
    }

    int destQp()
    {
        return packet().bth().destQp();
    }

    int payloadLength()
    {
        return packet().payloadLength();
    }

    int identification()
    {
        return envelope().identification();
    }

    /** The ICRC that it carries, which stands for all of its bytes; 0 when the capture does not hold it. */
    int icrc()
    {
        return roceFrame.isIcrcReadable() ? Icrc.read(envelope(), roceFrame.datagram().length()) : 0;
    }

    /** Whether it is well formed and its BTH is there. */
    boolean isWellFormed()
    {
        return roceFrame.datagram().error() == WireError.NONE && roceFrame.isErrorKnown();
    }

    boolean isReadable(final HeaderType header)
    {
        return roceFrame.isReadable(header);
    }

    /** Whom it is from and to, as far as it says so itself. */
    Conversation conversation()
    {
        final boolean isBthReadable = isReadable(HeaderType.BTH);
        return new Conversation(
            isBthReadable && opcode() != null ? opcode().transport() : null,
            source,
            isReadable(HeaderType.DETH) ? packet().deth().srcQp() : Conversation.UNKNOWN,
            destination,
            isBthReadable ? destQp() & Qpn.MASK : Conversation.UNKNOWN);
    }
}
