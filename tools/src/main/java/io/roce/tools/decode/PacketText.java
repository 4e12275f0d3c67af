package io.roce.tools.decode;

import io.roce.tools.cli.Addresses;
import io.roce.wire.AsciiText;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.PacketPrinter;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.time.Instant;
import java.util.Arrays;

/** One packet of a capture as a person reads it. Of a cut one no more is shown than the capture holds. */
public final class PacketText
{
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final String INDENT = "  ";
    private static final int LABEL_WIDTH = 18;

    private PacketText()
    {
    }

    /**
     * One line; what the file says about the frame stands last, behind {@code #}.
     *
     * @param firstNs when the first packet was captured, nanoseconds since 1970: times are counted from there.
     */
    public static String line(final Frame frame, final RoceFrame roceFrame, final long firstNs)
    {
        final AsciiText text = new AsciiText(256);
        appendLine(text, frame, roceFrame, firstNs);
        return text.toString();
    }

    /** The same behind a text that is there already; allocates nothing for a whole packet with a good ICRC. */
    static void appendLine(
        final AsciiText text, final Frame frame, final RoceFrame roceFrame, final long firstNs)
    {
        appendPrefix(text, frame, roceFrame, frame.timestampNs() - firstNs);
        appendPacket(text.append("  "), roceFrame);
        text.append(suffix(roceFrame));
        if (roceFrame.segments() > 1)
        {
            text.append(" segment ").appendDecimal(roceFrame.datagram().segment())
                .append(" of ").appendDecimal(roceFrame.segments());
        }
        text.append(comment(frame));
    }

    /** All fields of all headers, one a line, and the facts of the IP header; ends with a line feed. */
    public static String verbose(final Frame frame, final RoceFrame roceFrame, final long firstNs)
    {
        final Envelope envelope = roceFrame.datagram().envelope();
        final AsciiText text = new AsciiText(1024);
        appendPrefix(text, frame, roceFrame, frame.timestampNs() - firstNs);
        text.append('\n');
        append(text, "time", Instant.EPOCH.plusNanos(frame.timestampNs()));
        append(text, "frame_length", frame.capturedLength() == frame.originalLength() ?
            frame.originalLength() : frame.originalLength() + ", captured " + frame.capturedLength());
        if (roceFrame.segments() > 1)
        {
            append(text, "segment", roceFrame.datagram().segment() + " of " + roceFrame.segments());
        }
        append(text, "vlan", roceFrame.vlanIds().length == 0 ? "none" : Arrays.toString(roceFrame.vlanIds()));
        append(text, "ip", envelope.isIpv6() ? "IPv6" :
            String.format("IPv4, identification 0x%04x, don't fragment %s",
                envelope.identification(), envelope.isDontFragment() ? "set" : "not set"));
        append(text, envelope.isIpv6() ? "traffic_class" : "tos", String.format("0x%02x", roceFrame.trafficClass()));
        append(text, envelope.isIpv6() ? "hop_limit" : "ttl", roceFrame.hopLimit());
        append(text, "udp_src_port", envelope.sourcePort());
        append(text, "udp_payload", roceFrame.datagram().length());
        if (isWhollyReadable(roceFrame))
        {
            text.append(PacketPrinter.verbose(roceFrame.datagram()).indent(INDENT.length()));
        }
        else
        {
            appendPacket(text.append(INDENT), roceFrame);
            text.append('\n');
        }
        final byte[] payload = CapturedPayload.of(roceFrame);
        if (payload.length > 0)
        {
            text.append(INDENT).append(INDENT).append("payload\n")
                .append(CapturedPayload.dump(payload, INDENT.repeat(3)));
        }
        if (roceFrame.isIcrcReadable())
        {
            append(text, "icrc", Icrc.format(icrc(roceFrame.datagram())));
        }
        append(text, "icrc_status", icrcStatus(roceFrame));
        if (roceFrame.isCut())
        {
            append(text, "cut", cut(roceFrame));
        }
        if (frame.comment() != null)
        {
            append(text, "comment", CommentText.of(frame));
        }
        return text.toString();
    }

    private static void appendPrefix(
        final AsciiText text, final Frame frame, final RoceFrame roceFrame, final long sinceFirstNs)
    {
        final Envelope envelope = roceFrame.datagram().envelope();
        final long sinceFirst = Math.abs(sinceFirstNs);
        text.appendDecimal(frame.number(), 6, ' ')
            .append(sinceFirstNs < 0 ? " -" : " ").appendDecimal(sinceFirst / NANOS_PER_SECOND)
            .append('.').appendDecimal(sinceFirst % NANOS_PER_SECOND / 1_000, 6, '0');
        Addresses.append(text.append("  "), envelope.sourceHigh(), envelope.sourceLow());
        Addresses.append(text.append(" > "), envelope.destinationHigh(), envelope.destinationLow());
        text.append("  ").appendDecimal(envelope.sourcePort(), 5, ' ');
    }

    private static void appendPacket(final AsciiText text, final RoceFrame roceFrame)
    {
        if (isWhollyReadable(roceFrame))
        {
            PacketPrinter.appendLine(text, roceFrame.datagram());
            return;
        }
        if (!roceFrame.isReadable(HeaderType.BTH))
        {
            text.append("no whole BTH captured");
            return;
        }

        final RocePacket packet = roceFrame.datagram().packet();
        text.append(packet.opcode() == null ?
            String.format("reserved opcode 0x%02x", packet.bth().opcodeValue()) : packet.opcode().name());
        for (final PacketField field : PacketField.values())
        {
            if (roceFrame.isReadable(field.header()))
            {
                field.append(text.append(' ').append(field.label()).append('='), field.get(packet));
            }
        }
    }

    private static String suffix(final RoceFrame roceFrame)
    {
        if (roceFrame.isCut())
        {
            return " icrc not available, cut: " + cut(roceFrame);
        }
        return switch (roceFrame.icrcStatus())
        {
            case GOOD -> " icrc good";
            case BAD -> " icrc BAD: " + Icrc.format(icrc(roceFrame.datagram())) +
                ", should be " + Icrc.format(roceFrame.icrcExpected());
            case NOT_AVAILABLE -> " icrc not available: " + roceFrame.icrcUnavailable().description();
        };
    }

    private static String comment(final Frame frame)
    {
        return frame.comment() == null ? "" : " # " + CommentText.of(frame);
    }

    private static String icrcStatus(final RoceFrame roceFrame)
    {
        return roceFrame.icrcStatus().name() + switch (roceFrame.icrcStatus())
        {
            case GOOD -> "";
            case BAD -> ", should be " + Icrc.format(roceFrame.icrcExpected());
            case NOT_AVAILABLE -> ": " + roceFrame.icrcUnavailable().description();
        };
    }

    private static boolean isWhollyReadable(final RoceFrame roceFrame)
    {
        final RocePacket packet = roceFrame.datagram().packet();
        return roceFrame.isWhole() || roceFrame.isReadable(HeaderType.BTH) && packet.opcode() != null &&
            packet.opcode().extendedHeaders().stream().allMatch(roceFrame::isReadable);
    }

    private static int icrc(final RoceDatagram datagram)
    {
        return Icrc.read(datagram.envelope(), datagram.length());
    }

    private static String cut(final RoceFrame roceFrame)
    {
        return roceFrame.capturedLength() + " of " + roceFrame.datagram().length() + " bytes captured";
    }

    private static void append(final AsciiText text, final String label, final Object value)
    {
        text.append(INDENT).append(INDENT).append(label)
            .append(" ".repeat(LABEL_WIDTH - label.length())).append(value.toString()).append('\n');
    }
}
