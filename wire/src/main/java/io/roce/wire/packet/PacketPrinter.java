package io.roce.wire.packet;

import io.roce.wire.AsciiText;
import io.roce.wire.PKey;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;

import java.util.List;

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
        final AsciiText line = new AsciiText(160);
        appendLine(line, datagram);
        return line.toString();
    }

    /** The same behind a text that is there already; allocates nothing for a packet that is well formed. */
    public static void appendLine(final AsciiText line, final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        appendOpcode(line, packet);
        if (packet.isReadable(HeaderType.BTH))
        {
            appendHeader(line, packet, HeaderType.BTH);
        }
        final List<HeaderType> headers = packet.opcode() == null ? List.of() : packet.opcode().extendedHeaders();
        for (int i = 0; i < headers.size(); i++)
        {
            if (packet.isReadable(headers.get(i)))
            {
                appendHeader(line, packet, headers.get(i));
            }
        }

        if (datagram.error() == WireError.NONE)
        {
            line.append(" payload=").appendDecimal(packet.payloadLength());
        }
        else
        {
            appendError(line, datagram);
        }
    }

    /** All fields of all headers and the payload's length, one a line; the lines end with a line feed. */
    public static String verbose(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        final AsciiText lines = new AsciiText(1024);
        appendOpcode(lines, packet);
        if (packet.isReadable(HeaderType.BTH))
        {
            lines.append(" (0x").appendHex(packet.bth().opcodeValue(), 2).append(')');
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
                lines.append(INDENT).append(INDENT).append(padded(field.label()));
                field.append(lines, field.get(packet));
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
                .appendDecimal(packet.payloadLength()).append(NEW_LINE);
        }
        return lines.toString();
    }

    private static void appendOpcode(final AsciiText out, final RocePacket packet)
    {
        final Opcode opcode = packet.opcode();
        if (opcode != null)
        {
            out.append(opcode.name());
        }
        else if (packet.isReadable(HeaderType.BTH))
        {
            out.append("reserved opcode 0x").appendHex(packet.bth().opcodeValue(), 2);
        }
        else
        {
            out.append("no opcode");
        }
    }

    private static void appendHeader(final AsciiText out, final RocePacket packet, final HeaderType header)
    {
        final boolean isBth = header == HeaderType.BTH;
        final List<PacketField> fields = PacketField.of(header);
        boolean isFirst = true;
        for (int i = 0; i < fields.size(); i++)
        {
            final PacketField field = fields.get(i);
            final long value = field.get(packet);
            if (isWorthALine(field, value))
            {
                out.append(' ');
                if (!isBth && isFirst)
                {
                    out.append(header.label()).append('(');
                }
                isFirst = false;
                appendField(out, field, value);
            }
        }
        if (!isBth && !isFirst)
        {
            out.append(')');
        }
    }

    private static void appendField(final AsciiText out, final PacketField field, final long value)
    {
        if (field == PacketField.SYNDROME)
        {
            out.append(Syndrome.describe((int)value)).append(',');
            return;
        }
        out.append(field == PacketField.PAD_COUNT ? "pad" : field.label());
        if (!field.isFlag())
        {
            field.append(out.append('='), value);
        }
    }

    private static boolean isWorthALine(final PacketField field, final long value)
    {
        return switch (field)
        {
            case PAD_COUNT, TVER -> value != 0;
            case P_KEY -> value != PKey.DEFAULT;
            default -> !field.isFlag() && !field.isReserved() || value != 0;
        };
    }

    private static void appendError(final AsciiText out, final RoceDatagram datagram)
    {
        out.append(" malformed: ").append(datagram.error().description())
            .append(", ").appendDecimal(datagram.length()).append(" bytes");
        if (!datagram.packet().isReadable(HeaderType.BTH))
        {
            final DirectBuffer buffer = datagram.packet().buffer();
            for (int i = 0; i < Math.min(datagram.length(), BthFlyweight.LENGTH); i++)
            {
                out.append(' ').appendHex(buffer.getByte(datagram.packet().offset() + i) & 0xFF, 2);
            }
        }
    }

    private static String padded(final String label)
    {
        return label + " ".repeat(LABEL_WIDTH - label.length());
    }
}
