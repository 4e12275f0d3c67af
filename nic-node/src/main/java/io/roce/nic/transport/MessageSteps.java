package io.roce.nic.transport;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.work.RecvWqe;
import io.roce.nic.work.SgeList;
import io.roce.nic.work.WcFlag;
import io.roce.nic.work.WcOpcode;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.RethFlyweight;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

/**
 * The steps that RC and UC responders share: SENDs and RDMA WRITEs, packet by packet. What becomes of a packet that
 * fails one is theirs. Lane thread only.
 */
final class MessageSteps
{
    private static final int PAD_MASK = 3;

    private final Services services;
    private final WorkCompletion completion = new WorkCompletion();

    MessageSteps(final Services services)
    {
        this.services = services;
    }

    /** Whether a packet may follow the one before: First and Only between messages, Middle and Last within theirs. */
    static boolean isInSequence(final Opcode opcode, final RequestKind kind, final IncomingMessage message)
    {
        return opcode.isStart() ? !message.isOpen() : message.kind() == kind;
    }

    /** Whether the queue pair's own flags allow the operation. */
    static boolean isAllowed(final ServedQp qp, final RequestKind kind)
    {
        return (qp.accessFlags & kind.access()) == kind.access();
    }

    /** Whether a receive must be posted: for a SEND from its start on, for an RDMA WRITE where the immediate is. */
    static boolean needsReceive(final Opcode opcode, final RequestKind kind)
    {
        return kind == RequestKind.SEND ? opcode.isStart() :
            kind == RequestKind.RDMA_WRITE && opcode.has(HeaderType.IMM_DT);
    }

    /** Whether payload and pad are as long as the opcode and the path MTU allow. */
    static boolean isLengthRight(final RocePacket packet, final int mtu)
    {
        final Opcode opcode = packet.opcode();
        final int length = packet.payloadLength();
        final boolean isPayloadRight;
        if (!opcode.hasPayload())
        {
            isPayloadRight = length == 0;
        }
        else if (!opcode.isEnd())
        {
            isPayloadRight = length == mtu;
        }
        else
        {
            isPayloadRight = length <= mtu && (length > 0 || opcode.isStart());
        }
        return isPayloadRight && packet.bth().padCount() == padCount(length) &&
            (!packet.has(HeaderType.RETH) || packet.reth().dmaLength() <= SgeList.MAX_MESSAGE_LENGTH);
    }

    /** Bytes behind a payload of that length, up to a multiple of 4. */
    static int padCount(final int length)
    {
        return -length & PAD_MASK;
    }

    /** Whether the receive of a SEND has room for this packet's payload too. */
    static boolean isReceiveLongEnough(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (kind != RequestKind.SEND)
        {
            return true;
        }
        final long before = packet.opcode().isStart() ? 0 : qp.responder.message.received();
        return before + packet.payloadLength() <= qp.recvQueue.oldest().length();
    }

    /** Whether the memory of an RDMA WRITE may be written: all of it at its start, then what each packet brings. */
    KeyVerdict checkRemoteKey(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (kind != RequestKind.RDMA_WRITE)
        {
            return KeyVerdict.VALID;
        }
        final int access = AccessFlag.REMOTE_WRITE.bit();
        if (packet.opcode().isStart())
        {
            final RethFlyweight reth = packet.reth();
            return services.regions().check(reth.rKey(), qp.pd, reth.virtualAddress(), reth.dmaLength(), access);
        }
        final IncomingMessage message = qp.responder.message;
        return services.regions().check(message.rKey(), qp.pd, message.addr(), packet.payloadLength(), access);
    }

    /** Whether a packet of an RDMA WRITE brings what is left of the length that its first packet said. */
    static boolean isAsLongAsSaid(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (kind != RequestKind.RDMA_WRITE)
        {
            return true;
        }
        final Opcode opcode = packet.opcode();
        final long remaining = opcode.isStart() ? packet.reth().dmaLength() : qp.responder.message.remaining();
        // What does not end the message is a full packet, by the step before.
        return opcode.isEnd() ? packet.payloadLength() == remaining : packet.payloadLength() < remaining;
    }

    /**
     * Writes the payload where it belongs.
     *
     * @return what the keys of the receive say; another step has checked those of the peer.
     */
    KeyVerdict place(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final IncomingMessage message = qp.responder.message;
        if (packet.opcode().isStart())
        {
            open(message, packet, kind);
        }

        final int length = packet.payloadLength();
        final byte[] array = packet.buffer().byteArray();
        KeyVerdict verdict = KeyVerdict.VALID;
        if (kind == RequestKind.SEND)
        {
            verdict = scatter(qp, message, array, packet.payloadOffset(), length);
        }
        else if (length > 0)
        {
            services.regions().find(message.rKey()).putBytes(message.addr(), array, packet.payloadOffset(), length);
        }
        message.onPayload(length);
        return verdict;
    }

    /**
     * The message is whole: its receive, if it takes one, completes.
     *
     * @return false when the completion found no room.
     */
    boolean complete(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final IncomingMessage message = qp.responder.message;
        message.close();
        final boolean hasImmediate = packet.has(HeaderType.IMM_DT);
        if (kind != RequestKind.SEND && !hasImmediate)
        {
            return true;
        }

        final int flags = services.profile().connectedReceiveFlags();
        completion.clear()
            .flags(flags)
            .opcode(kind == RequestKind.SEND ? WcOpcode.RECV : WcOpcode.RECV_RDMA_WITH_IMM)
            .byteLen(message.received())
            .solicited(packet.bth().isSolicitedEvent());
        if (hasImmediate)
        {
            completion.flags(flags | WcFlag.WITH_IMM.bit()).immData(packet.immDt().immediateData());
        }
        else if (packet.has(HeaderType.IETH))
        {
            completion.flags(flags | WcFlag.WITH_INV.bit()).invalidatedRkey(packet.ieth().rKey());
        }
        return qp.recvQueue.complete(completion);
    }

    /** The receive of the message ends with an error, and so does the queue pair. */
    void completeInError(final ServedQp qp, final WcStatus status)
    {
        qp.responder.message.close();
        qp.recvQueue.complete(completion.clear().status(status, 0).opcode(WcOpcode.RECV));
    }

    /** The rest of the message is not wanted: its receive is as it was posted. */
    static void abandon(final ServedQp qp)
    {
        if (qp.responder.message.kind() == RequestKind.SEND)
        {
            qp.recvQueue.oldest().isStarted(false);
        }
        qp.responder.message.close();
    }

    private static void open(final IncomingMessage message, final RocePacket packet, final RequestKind kind)
    {
        if (kind == RequestKind.SEND)
        {
            message.openSend();
            return;
        }
        final RethFlyweight reth = packet.reth();
        message.openWrite(reth.rKey(), reth.virtualAddress(), reth.dmaLength());
    }

    private KeyVerdict scatter(
        final ServedQp qp, final IncomingMessage message, final byte[] array, final int offset, final int length)
    {
        final RecvWqe wqe = qp.recvQueue.oldest();
        if (!wqe.isStarted())
        {
            final KeyVerdict verdict = services.scatterGather().check(wqe, qp.pd);
            if (verdict != KeyVerdict.VALID)
            {
                return verdict;
            }
            wqe.isStarted(true);
        }
        return services.scatterGather().scatter(
            wqe.wr().sges(), qp.pd, message.received(), array, offset, length);
    }
}
