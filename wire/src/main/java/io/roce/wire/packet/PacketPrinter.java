package io.roce.wire.packet;

import io.roce.wire.PKey;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;

import org.agrona.DirectBuffer;

/**
 * Packets as a person reads them, with the names that JSON and the command line use too. Prints any bytes: of a
 * malformed packet what can be read, and what is wrong. Addresses and whether the ICRC is right are the caller's to
 * print.
 */
public final class PacketPrinter
{
    private static final String NEW_LINE = "\n";
    private static final String INDENT = "  ";
    private static final int LABEL_WIDTH = 18;

    private PacketPrinter()
    {
    }

    /**
     * One line. Flags, pad count, reserved bits and transport version are shown only when set, the P_Key only
     * when it is not the default one.
     */
    public static String line(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        final StringBuilder line = new StringBuilder(160);
        appendOpcode(line, packet);
        for (final HeaderType header : HeaderType.values())
        {
            if (packet.isReadable(header))
            {
                appendHeader(line, packet, header);
            }
        }

        if (datagram.error() == WireError.NONE)
        {
            line.append(" payload=").append(packet.payloadLength());
        }
        else
        {
            appendError(line, datagram);
        }
        return line.toString();
    }

    /** All fields of all headers and the payload's length, one a line; the lines end with a line feed. */
    public static String verbose(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        final StringBuilder lines = new StringBuilder(1024);
        appendOpcode(lines, packet);
        if (packet.isReadable(HeaderType.BTH))
        {
            lines.append(String.format(" (0x%02x)", packet.bth().opcodeValue()));
        }
        if (datagram.error() != WireError.NONE)
        {
            appendError(lines, datagram);
        }
        lines.append(NEW_LINE);

        HeaderType header = null;
        for (final PacketField field : PacketField.values())
        {
            if (packet.isReadable(field.header()))
            {
                if (field.header() != header)
                {
                    header = field.header();
                    lines.append(INDENT).append(header.label()).append(NEW_LINE);
                }
                lines.append(INDENT).append(INDENT).append(padded(field.label())).append(value(field, packet));
                if (field == PacketField.SYNDROME)
                {
                    lines.append(" (").append(Syndrome.describe(packet.aeth().syndrome())).append(')');
                }
                lines.append(NEW_LINE);
            }
        }

        if (datagram.error() == WireError.NONE)
        {
            lines.append(INDENT).append(padded("payload_length")).append(INDENT)
                .append(packet.payloadLength()).append(NEW_LINE);
        }
        return lines.toString();
    }

    private static void appendOpcode(final StringBuilder out, final RocePacket packet)
    {
        final Opcode opcode = packet.opcode();
        if (opcode != null)
        {
            out.append(opcode.name());
        }
        else if (packet.isReadable(HeaderType.BTH))
        {
            out.append(String.format("reserved opcode 0x%02x", packet.bth().opcodeValue()));
        }
        else
        {
            out.append("no opcode");
        }
    }

    private static void appendHeader(final StringBuilder out, final RocePacket packet, final HeaderType header)
    {
        final int start = out.length();
        for (final PacketField field : PacketField.values())
        {
            if (field.header() == header && isWorthALine(field, packet))
            {
                out.append(' ');
                if (field == PacketField.SYNDROME)
                {
                    out.append(Syndrome.describe(packet.aeth().syndrome())).append(',');
                }
                else
                {
                    out.append(field == PacketField.PAD_COUNT ? "pad" : field.label());
                    out.append(field.isFlag() ? "" : '=' + value(field, packet));
                }
            }
        }
        if (header != HeaderType.BTH && out.length() > start)
        {
            out.replace(start, start + 1, ' ' + header.label() + '(').append(')');
        }
    }

    private static boolean isWorthALine(final PacketField field, final RocePacket packet)
    {
        return switch (field)
        {
            case PAD_COUNT -> packet.bth().padCount() != 0;
            case P_KEY -> packet.bth().pKey() != PKey.DEFAULT;
            case TVER -> packet.bth().transportVersion() != 0;
            default -> !field.isFlag() && !field.isReserved() || field.get(packet) != 0;
        };
    }

    private static void appendError(final StringBuilder out, final RoceDatagram datagram)
    {
        out.append(" malformed: ").append(datagram.error().description())
            .append(", ").append(datagram.length()).append(" bytes");
        if (!datagram.packet().isReadable(HeaderType.BTH))
        {
            final DirectBuffer buffer = datagram.packet().buffer();
            for (int i = 0; i < Math.min(datagram.length(), BthFlyweight.LENGTH); i++)
            {
                out.append(String.format(" %02x", buffer.getByte(datagram.packet().offset() + i)));
            }
        }
    }

    private static String value(final PacketField field, final RocePacket packet)
    {
        return field.format(field.get(packet));
    }

    private static String padded(final String label)
    {
        return label + " ".repeat(LABEL_WIDTH - label.length());
    }
}
