package io.roce.tools.decode;

import io.roce.wire.capture.RoceFrame;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.util.HexFormat;

/** The payload of a packet without its padding, as far as the capture holds it. */
final class CapturedPayload
{
    /** How many bytes are dumped for people. */
    static final int DUMPED = 64;

    private static final int PER_LINE = 16;

    private CapturedPayload()
    {
    }

    /** Empty when the packet is malformed, or is cut in front of its payload. */
    static byte[] of(final RoceFrame frame)
    {
        if (frame.datagram().error() != WireError.NONE || !frame.isErrorKnown())
        {
            return new byte[0];
        }
        final RocePacket packet = frame.datagram().packet();
        final int start = packet.payloadOffset() - packet.offset();
        final byte[] bytes = new byte[Math.max(0, Math.min(packet.payloadLength(), frame.capturedLength() - start))];
        packet.buffer().getBytes(packet.payloadOffset(), bytes);
        return bytes;
    }

    /** Lines of an offset and 16 bytes, and how many bytes more there are. */
    static String dump(final byte[] payload, final String indent)
    {
        final HexFormat hex = HexFormat.ofDelimiter(" ");
        final StringBuilder text = new StringBuilder();
        final int dumped = Math.min(payload.length, DUMPED);
        for (int at = 0; at < dumped; at += PER_LINE)
        {
            text.append(indent).append(String.format("%04x  ", at))
                .append(hex.formatHex(payload, at, Math.min(at + PER_LINE, dumped))).append('\n');
        }
        if (payload.length > dumped)
        {
            text.append(indent).append("... ").append(payload.length - dumped).append(" more\n");
        }
        return text.toString();
    }
}
