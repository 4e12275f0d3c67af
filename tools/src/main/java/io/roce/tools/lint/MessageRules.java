package io.roce.tools.lint;

import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;

/** Which packet may follow which, and how long they are together: within the messages of a flow. */
final class MessageRules
{
    private final Findings findings;
    private final ReadRules reads;

    MessageRules(final Findings findings, final ReadRules reads)
    {
        this.findings = findings;
        this.reads = reads;
    }

    /**
     * A request that is sent for the first time.
     *
     * @param before the one with the PSN before; null when it is not known.
     * @param sent   what is remembered of this one: what its RDMA WRITE still lacks is filled in.
     */
    void onRequest(final Flow flow, final Sighting packet, final SentPacket before, final SentPacket sent)
    {
        final Opcode opcode = packet.opcode();
        pathMtu(flow, packet, opcode, packet.payloadLength());
        if (before != null)
        {
            sequence(flow, packet, before, opcode);
        }
        if (MessageKind.of(opcode) == MessageKind.RDMA_WRITE)
        {
            sent.remaining = remaining(flow, packet, before);
        }
    }

    /** Of a packet with payload, request or answer: the connection has one path MTU. */
    void pathMtu(final Flow flow, final Sighting packet, final Opcode opcode, final int payloadLength)
    {
        if (!opcode.isEnd())
        {
            if (!LengthRules.isPathMtu(payloadLength))
            {
                return;
            }
            if (flow.pathMtu != 0 && flow.pathMtu != payloadLength)
            {
                findings.add(FindingCode.MTU_DIFFERS, flow, packet.number(),
                    opcode + " of " + payloadLength + " bytes, others have " + flow.pathMtu);
                return;
            }
            if (flow.pathMtu == 0)
            {
                flow.pathMtu = payloadLength;
                reads.onPathMtu(flow, packet);
            }
        }
        else if (flow.pathMtu != 0 && payloadLength > flow.pathMtu)
        {
            findings.add(FindingCode.MTU_EXCEEDED, flow, packet.number(),
                opcode + " of " + payloadLength + " bytes, path MTU " + flow.pathMtu);
        }
    }

    private void sequence(final Flow flow, final Sighting packet, final SentPacket before, final Opcode opcode)
    {
        final boolean isOpen = !before.opcode.isEnd();
        if (isOpen != opcode.isStart() && (!isOpen || MessageKind.of(before.opcode) == MessageKind.of(opcode)))
        {
            return;
        }
        final boolean isGivenUp = flow.transport == TransportType.UC && isOpen && opcode.isStart();
        findings.add(isGivenUp ? FindingCode.MESSAGE_ABANDONED : FindingCode.OPCODE_SEQUENCE, flow, packet.number(),
            opcode + " behind " + before.opcode + " of frame " + before.firstFrame);
    }

    /** Bytes that an RDMA WRITE lacks behind this packet. */
    private long remaining(final Flow flow, final Sighting packet, final SentPacket before)
    {
        final Opcode opcode = packet.opcode();
        final long left;
        if (opcode.has(HeaderType.RETH))
        {
            if (opcode.isEnd() || !packet.isReadable(HeaderType.RETH))
            {
                return opcode.isEnd() ? 0 : SentPacket.UNKNOWN;
            }
            left = packet.packet().reth().dmaLength();
        }
        else
        {
            left = before == null || MessageKind.of(before.opcode) != MessageKind.RDMA_WRITE || before.opcode.isEnd() ?
                SentPacket.UNKNOWN : before.remaining;
        }
        if (left == SentPacket.UNKNOWN)
        {
            return left;
        }

        final long behind = left - packet.payloadLength();
        if (opcode.isEnd() ? behind != 0 : behind <= 0)
        {
            findings.add(FindingCode.PAYLOAD_LENGTH, flow, packet.number(),
                opcode + " of " + packet.payloadLength() + " bytes, " + left + " are left of its message");
            return SentPacket.UNKNOWN;
        }
        return behind;
    }
}
