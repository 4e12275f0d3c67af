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

    UcResponder(final Services services)
    {
        this.services = services;
        steps = new MessageSteps(services);
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
    private static Fate checkPsn(final ServedQp qp, final RocePacket packet)
    {
        final ResponderState state = qp.responder;
        final int psn = packet.bth().psn();
        if (packet.opcode().isStart())
        {
            MessageSteps.abandon(qp);
            state.isDropping = false;
        }
        else if (state.isDropping || psn != state.ePsn)
        {
            return Fate.UC_MESSAGE_DROPPED;
        }
        state.ePsn = Psn.add(psn, 1);
        return null;
    }

    private static Fate checkRequest(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        return MessageSteps.isInSequence(packet.opcode(), kind, qp.responder.message) &&
            MessageSteps.isAllowed(qp, kind) ? null : Fate.UC_REQUEST_INVALID;
    }

    private static Fate checkResources(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        return MessageSteps.needsReceive(packet.opcode(), kind) && qp.recvQueue.oldest() == null ?
            Fate.NO_RECEIVE_POSTED : null;
    }

    private static Fate checkLength(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (!MessageSteps.isLengthRight(packet, qp.mtu))
        {
            return Fate.UC_REQUEST_INVALID;
        }
        return MessageSteps.isReceiveLongEnough(qp, packet, kind) ? null : Fate.RECEIVE_TOO_SMALL;
    }

    private Fate checkKey(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (steps.checkRemoteKey(qp, packet, kind) != KeyVerdict.VALID)
        {
            return Fate.UC_ACCESS_REFUSED;
        }
        return MessageSteps.isAsLongAsSaid(qp, packet, kind) ? null : Fate.UC_REQUEST_INVALID;
    }

    private Fate execute(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final Opcode opcode = packet.opcode();
        if (steps.place(qp, packet, kind) != KeyVerdict.VALID)
        {
            steps.completeInError(
                qp, services.profile().receiveStatus(NakCode.REMOTE_OPERATIONAL, WcStatus.LOC_PROT_ERR));
            return fail(qp, Fate.RECEIVE_MEMORY_REFUSED);
        }
        if (opcode.isEnd() && !steps.complete(qp, packet, kind))
        {
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
