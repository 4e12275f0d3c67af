package io.roce.nic.transport;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateReason;
import io.roce.nic.trace.KeyReason;
import io.roce.nic.work.RecvWqe;
import io.roce.nic.work.ScatterGather;
import io.roce.nic.work.SgeList;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.RethFlyweight;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

/**
 * What a step of a responder expected beside what came: to be called when the step has refused a packet, and before
 * anything changes for that. Nothing here decides, and nothing is allocated. Lane thread only.
 */
final class ResponderReasons
{
    private final FateReason reason;
    private final MemoryRegions regions;
    private final ScatterGather scatterGather;

    ResponderReasons(final Services services)
    {
        reason = services.reason();
        regions = services.regions();
        scatterGather = services.scatterGather();
    }

    /** An earlier request has failed the queue pair, and its answer waits for those before it. */
    void failing(final ServedQp qp, final RocePacket packet)
    {
        reason.set(Expectation.FAILED_PSN, qp.responder.waitingPsn, packet.bth().psn());
    }

    void unserved(final RocePacket packet)
    {
        reason.set(Expectation.OPERATION, 0, packet.opcode().ordinal());
    }

    /** @param ePsn the expected PSN before this packet. */
    void psn(final int ePsn, final RocePacket packet)
    {
        reason.set(Expectation.PSN, ePsn, packet.bth().psn());
    }

    /** A duplicate of a READ or an atomic asks for something else than what is saved. */
    void saved(final SavedResponse saved, final int rKey, final long addr, final long length)
    {
        reason.set(
            Expectation.SAVED,
            Integer.toUnsignedLong(saved.rKey()),
            saved.addr(),
            saved.length(),
            Integer.toUnsignedLong(rKey),
            addr,
            length);
    }

    void sequence(final ServedQp qp, final RocePacket packet)
    {
        final IncomingMessage message = qp.responder.message;
        final int opcode = packet.opcode().ordinal();
        if (message.isOpen())
        {
            reason.set(Expectation.MESSAGE_REST, message.kind() == RequestKind.SEND ? 0 : 1, opcode);
        }
        else
        {
            reason.set(Expectation.MESSAGE_START, 0, opcode);
        }
    }

    void access(final ServedQp qp, final RequestKind kind)
    {
        reason.set(Expectation.QP_ACCESS, qp.accessFlags, kind.access());
    }

    void unanswered(final ServedQp qp)
    {
        final int limit = qp.responder.saved.limit();
        reason.set(Expectation.UNANSWERED, limit, limit + 1L);
    }

    void noReceive()
    {
        reason.set(Expectation.RECEIVES, 1, 0);
    }

    /** Payload, pad or length of the message are not as opcode and path MTU have it. */
    void length(final RocePacket packet, final int mtu)
    {
        final Opcode opcode = packet.opcode();
        final int length = packet.payloadLength();
        final int least = !opcode.hasPayload() || opcode.isEnd() && opcode.isStart() ? 0 : opcode.isEnd() ? 1 : mtu;
        final int most = opcode.hasPayload() ? mtu : 0;
        final int pad = MessageSteps.padCount(length);
        if (length < least || length > most)
        {
            reason.set(Expectation.PAYLOAD_LENGTH, least, most, length, 0);
        }
        else if (packet.bth().padCount() != pad)
        {
            reason.set(Expectation.PAD_COUNT, pad, packet.bth().padCount());
        }
        else
        {
            reason.set(Expectation.DMA_LENGTH, SgeList.MAX_MESSAGE_LENGTH, packet.reth().dmaLength());
        }
    }

    void receiveLength(final ServedQp qp, final RocePacket packet)
    {
        final long before = packet.opcode().isStart() ? 0 : qp.responder.message.received();
        receiveLength(qp.recvQueue.oldest(), before + packet.payloadLength());
    }

    void receiveLength(final RecvWqe wqe, final long length)
    {
        reason.set(Expectation.RECEIVE_LENGTH, wqe.length(), length);
    }

    /** The key of an RDMA WRITE, checked as {@link MessageSteps#checkRemoteKey} has it. */
    void remoteKey(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (packet.has(HeaderType.RETH))
        {
            final RethFlyweight reth = packet.reth();
            remoteKey(qp, reth.rKey(), reth.virtualAddress(), reth.dmaLength(), kind);
        }
        else
        {
            final IncomingMessage message = qp.responder.message;
            remoteKey(qp, message.rKey(), message.addr(), packet.payloadLength(), kind);
        }
    }

    void remoteKey(
        final ServedQp qp, final int rKey, final long addr, final long length, final RequestKind kind)
    {
        key(Expectation.R_KEY, qp.pd, rKey, addr, length, kind.access());
    }

    /** A packet of an RDMA WRITE does not bring what is left of it. */
    void messageLength(final ServedQp qp, final RocePacket packet)
    {
        final Opcode opcode = packet.opcode();
        reason.set(
            Expectation.MESSAGE_LENGTH,
            opcode.isStart() ? packet.reth().dmaLength() : qp.responder.message.remaining(),
            opcode.isEnd() ? 1 : 0,
            packet.payloadLength(),
            0);
    }

    void alignment(final long addr)
    {
        reason.set(Expectation.ALIGNMENT, Long.BYTES, addr);
    }

    /** The memory of the oldest receive. */
    void receiveMemory(final ServedQp qp)
    {
        localMemory(qp, qp.recvQueue.oldest().wr().sges());
    }

    /** Memory that a packet's payload was to be written to. */
    void localMemory(final ServedQp qp, final SgeList sges)
    {
        final int refused = scatterGather.firstRefused(sges, qp.pd);
        if (refused < sges.count())
        {
            key(
                Expectation.L_KEY,
                qp.pd,
                sges.lkey(refused),
                sges.addr(refused),
                sges.length(refused),
                AccessFlag.LOCAL_WRITE.bit());
        }
        else
        {
            reason.clear();
        }
    }

    void invalidate(final KeyVerdict verdict, final int rKey)
    {
        KeyReason.set(reason, Expectation.INVALIDATE, verdict, regions.find(rKey), rKey, 0, 0, 0);
    }

    void completionQueue(final int capacity)
    {
        reason.set(Expectation.CQ_ROOM, capacity, 0);
    }

    private void key(
        final Expectation expectation,
        final ProtectionDomain pd,
        final int key,
        final long addr,
        final long length,
        final int access)
    {
        KeyReason.set(
            reason,
            expectation,
            regions.check(key, pd, addr, length, access),
            regions.find(key),
            key,
            access,
            addr,
            length);
    }
}
