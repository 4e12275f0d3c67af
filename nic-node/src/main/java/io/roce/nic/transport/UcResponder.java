package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.WcStatus;
import io.roce.wire.Psn;
import io.roce.wire.header.NakCode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

/**
 * What a UC queue pair does with requests (IBTA Vol 1, section 9.8): the steps of RC, but nothing is answered. A
 * message of which a packet is missing or refused is dropped up to the start of the next, without completion, and its
 * receive is used for that. Lane thread only.
 */
final class UcResponder
{
    private final Services services;
    private final MessageSteps steps;
    private final ResponderReasons reasons;

    UcResponder(final Services services)
    {
        this.services = services;
        steps = new MessageSteps(services);
        reasons = new ResponderReasons(services);
    }

    /** A request passed admission. */
    Fate onRequest(final RoceDatagram datagram, final ServedQp qp)
    {
        final RocePacket packet = datagram.packet();
        final RequestKind kind = RequestKind.of(packet.opcode());

        Fate fate = checkPsn(qp, packet);
        fate = fate != null ? fate : checkRequest(qp, packet, kind);
        fate = fate != null ? fate : checkResources(qp, packet, kind);
        fate = fate != null ? fate : checkLength(qp, packet, kind);
        fate = fate != null ? fate : checkKey(qp, packet, kind);
        if (fate == Fate.RECEIVE_TOO_SMALL && services.profile().isFailedByTooLong())
        {
            steps.completeInError(qp, WcStatus.LOC_QP_OP_ERR);
            return fail(qp, fate);
        }
        if (fate != null)
        {
            MessageSteps.abandon(qp);
            qp.responder.isDropping = true;
            return fate;
        }
        return execute(qp, packet, kind);
    }

    /** A packet that begins a message sets the PSN, whatever was before. */
    private Fate checkPsn(final ServedQp qp, final RocePacket packet)
    {
        final ResponderState state = qp.responder;
        final int psn = packet.bth().psn();
        if (packet.opcode().isStart())
        {
            MessageSteps.abandon(qp);
            state.isDropping = false;
        }
        else if (state.isDropping)
        {
            reasons.sequence(qp, packet);
            return Fate.UC_MESSAGE_DROPPED;
        }
        else if (psn != state.ePsn)
        {
            reasons.psn(state.ePsn, packet);
            return Fate.UC_MESSAGE_DROPPED;
        }
        state.ePsn = Psn.add(psn, 1);
        return null;
    }

    private Fate checkRequest(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (!MessageSteps.isInSequence(packet.opcode(), kind, qp.responder.message))
        {
            reasons.sequence(qp, packet);
            return Fate.UC_REQUEST_INVALID;
        }
        if (!MessageSteps.isAllowed(qp, kind))
        {
            reasons.access(qp, kind);
            return Fate.UC_REQUEST_INVALID;
        }
        return null;
    }

    private Fate checkResources(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (!MessageSteps.needsReceive(packet.opcode(), kind) || qp.recvQueue.oldest() != null)
        {
            return null;
        }
        reasons.noReceive();
        return Fate.NO_RECEIVE_POSTED;
    }

    private Fate checkLength(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (!MessageSteps.isLengthRight(packet, qp.mtu))
        {
            reasons.length(packet, qp.mtu);
            return Fate.UC_REQUEST_INVALID;
        }
        if (MessageSteps.isReceiveLongEnough(qp, packet, kind))
        {
            return null;
        }
        reasons.receiveLength(qp, packet);
        return Fate.RECEIVE_TOO_SMALL;
    }

    private Fate checkKey(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (steps.checkRemoteKey(qp, packet, kind) != KeyVerdict.VALID)
        {
            reasons.remoteKey(qp, packet, kind);
            return Fate.UC_ACCESS_REFUSED;
        }
        if (MessageSteps.isAsLongAsSaid(qp, packet, kind))
        {
            return null;
        }
        reasons.messageLength(qp, packet);
        return Fate.UC_REQUEST_INVALID;
    }

    private Fate execute(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final Opcode opcode = packet.opcode();
        if (steps.place(qp, packet, kind) != KeyVerdict.VALID)
        {
            reasons.receiveMemory(qp);
            steps.completeInError(
                qp, services.profile().receiveStatus(NakCode.REMOTE_OPERATIONAL, WcStatus.LOC_PROT_ERR));
            return fail(qp, Fate.RECEIVE_MEMORY_REFUSED);
        }
        if (opcode.isEnd() && !steps.complete(qp, packet, kind))
        {
            reasons.completionQueue(qp.recvCq.capacity());
            return fail(qp, Fate.CQ_OVERFLOW);
        }
        return Fate.REQUEST_EXECUTED;
    }

    private Fate fail(final ServedQp qp, final Fate fate)
    {
        qp.responder.stop();
        services.failures().toErr(qp);
        return fate;
    }
}
