package io.roce.tools.lint;

import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

/** Payload, padding and path MTU of a single packet. */
final class LengthRules
{
    private static final int ALIGNMENT = 4;
    private static final int MIN_PATH_MTU = 256;

    private final Findings findings;

    LengthRules(final Findings findings)
    {
        this.findings = findings;
    }

    /** Of a well-formed packet. */
    void onPacket(final Sighting sighting)
    {
        final RocePacket packet = sighting.packet();
        final Opcode opcode = packet.opcode();
        final int payload = packet.payloadLength();
        final int pad = packet.bth().padCount();
        final boolean isWrite = isWholeWrite(sighting);
        if (isWrite && pad != (-packet.reth().dmaLength() & ALIGNMENT - 1))
        {
            findings.add(FindingCode.PAD_COUNT, sighting,
                "pad count " + pad + " for " + packet.reth().dmaLength() + " bytes");
        }
        else if ((payload + pad) % ALIGNMENT != 0 || pad != 0 && (!opcode.hasPayload() || !opcode.isEnd()))
        {
            findings.add(FindingCode.PAD_COUNT, sighting, "pad count " + pad + " for " + payload + " bytes");
        }
        else if (isWrite && payload != packet.reth().dmaLength() || !opcode.hasPayload() && payload != 0)
        {
            findings.add(FindingCode.PAYLOAD_LENGTH, sighting, payload + " bytes for " +
                (isWrite ? packet.reth().dmaLength() : 0));
        }

        if (!opcode.isEnd() && !isPathMtu(payload))
        {
            findings.add(FindingCode.MTU_INVALID, sighting, opcode + " of " + payload + " bytes");
        }
        if (opcode.isEnd() && !opcode.isStart() && opcode.hasPayload() && payload == 0)
        {
            findings.add(FindingCode.LAST_EMPTY, sighting, opcode.name());
        }
        padBytes(sighting, pad);
    }

    static boolean isPathMtu(final int length)
    {
        return length >= MIN_PATH_MTU && length <= RocePacket.MAX_PATH_MTU && Integer.bitCount(length) == 1;
    }

    /** An RDMA WRITE in one packet, of a length that is to be told. */
    private static boolean isWholeWrite(final Sighting sighting)
    {
        final Opcode opcode = sighting.opcode();
        return opcode.isStart() && opcode.isEnd() && opcode.hasPayload() && sighting.isReadable(HeaderType.RETH) &&
            !opcode.has(HeaderType.FETH) && opcode != Opcode.RC_ATOMIC_WRITE;
    }

    private void padBytes(final Sighting sighting, final int pad)
    {
        final RocePacket packet = sighting.packet();
        if (!sighting.roceFrame().isWhole())
        {
            return;
        }
        for (int i = 0; i < pad; i++)
        {
            if (packet.buffer().getByte(packet.payloadOffset() + packet.payloadLength() + i) != 0)
            {
                findings.add(FindingCode.PAD_BYTES, sighting, pad + " pad bytes");
                return;
            }
        }
    }
}
