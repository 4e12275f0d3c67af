package io.roce.tools.lint;

import io.roce.wire.PKey;
import io.roce.wire.Qpn;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.WireError;

import java.util.Arrays;
import java.util.List;

/** What a packet's headers say that no packet may, whatever came before. */
final class HeaderRules
{
    private static final List<PacketField> RESERVED =
        Arrays.stream(PacketField.values()).filter(PacketField::isReserved).toList();
    private static final int ECN_MASK = 3;

    private final Findings findings;

    HeaderRules(final Findings findings)
    {
        this.findings = findings;
    }

    /** A packet whose ICRC is wrong for no reason that is known: its length may be the reason. */
    void onUnexplained(final Sighting packet)
    {
        final WireError error = packet.roceFrame().datagram().error();
        switch (error)
        {
            case TRUNCATED_HEADERS, OVERSIZE -> findings.add(code(error), packet, malformed(packet, error));
            default ->
            {
                // The field that says so may be what is wrong.
            }
        }
    }

    void onPacket(final Sighting packet)
    {
        final RoceFrame roceFrame = packet.roceFrame();
        final WireError error = roceFrame.datagram().error();
        if (error != WireError.NONE && roceFrame.isErrorKnown())
        {
            findings.add(code(error), packet, malformed(packet, error));
        }
        if (!roceFrame.isReadable(HeaderType.BTH))
        {
            return;
        }

        for (final PacketField field : RESERVED)
        {
            if (roceFrame.isReadable(field.header()) && field.get(packet.packet()) != 0)
            {
                findings.add(FindingCode.RESERVED_BITS, packet,
                    field.header() + " " + field.label() + '=' + field.format(field.get(packet.packet())));
            }
        }
        if (error == WireError.NONE)
        {
            keys(packet);
            congestion(packet);
        }
    }

    private void keys(final Sighting packet)
    {
        final int pKey = packet.packet().bth().pKey();
        if (!PKey.isValid(pKey))
        {
            findings.add(FindingCode.P_KEY_INVALID, packet, PKey.format(pKey));
        }

        final int destQp = packet.destQp();
        final boolean isDatagram = packet.opcode().transport() == TransportType.UD;
        if (destQp == Qpn.SMI || !isDatagram && (Qpn.isManagement(destQp) || Qpn.isMulticast(destQp)))
        {
            findings.add(FindingCode.DEST_QP, packet, packet.opcode() + " to " + Qpn.format(destQp));
        }
    }

    private void congestion(final Sighting packet)
    {
        final boolean isNotification = packet.opcode() == Opcode.CNP;
        final StringBuilder marks = new StringBuilder();
        marks.append(isNotification ? " CNP" : "");
        marks.append(packet.packet().bth().isFecn() ? " FECN" : "");
        marks.append(packet.packet().bth().isBecn() && !isNotification ? " BECN" : "");
        marks.append((packet.roceFrame().trafficClass() & ECN_MASK) == ECN_MASK ? " ECN" : "");
        if (!marks.isEmpty())
        {
            findings.add(FindingCode.CONGESTION, packet, marks.substring(1));
        }
    }

    private static FindingCode code(final WireError error)
    {
        return switch (error)
        {
            case TRUNCATED_BTH, TRUNCATED_HEADERS -> FindingCode.TRUNCATED;
            case OVERSIZE -> FindingCode.OVERSIZE;
            case UNSUPPORTED_TVER -> FindingCode.TVER;
            case UNKNOWN_OPCODE -> FindingCode.OPCODE_RESERVED;
            case PAD_EXCEEDS_PAYLOAD -> FindingCode.PAD_COUNT;
            case NONE -> throw new IllegalArgumentException("nothing is wrong");
        };
    }

    private static String malformed(final Sighting packet, final WireError error)
    {
        return switch (error)
        {
            case UNSUPPORTED_TVER -> "TVer " + packet.packet().bth().transportVersion();
            case UNKNOWN_OPCODE -> String.format("opcode 0x%02x", packet.packet().bth().opcodeValue());
            default -> packet.roceFrame().datagram().length() + " bytes: " + error.description();
        };
    }
}
