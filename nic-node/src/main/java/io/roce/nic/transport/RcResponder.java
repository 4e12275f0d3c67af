package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.WcStatus;
import io.roce.wire.Psn;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.NakCode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

/**
 * What an RC queue pair does with requests (IBTA Vol 1, section 9.7): PSN, opcode sequence, access flags, resources,
 * lengths, keys, then it executes, completes and acknowledges. Each step answers null or the fate that ends the packet.
 * A packet that is refused for good takes the queue pair to ERR. Lane thread only.
 */
final class RcResponder
{
    private final Services services;
    private final MessageSteps steps;
    private final RcAnswers answers;
    private final RcFetches fetches;

    RcResponder(final Services services)
    {
        this.services = services;
        steps = new MessageSteps(services);
        answers = new RcAnswers(services);
        fetches = new RcFetches(services, answers);
    }

    /** A request passed admission. */
    Fate onRequest(final RoceDatagram datagram, final ServedQp qp)
    {
        final RocePacket packet = datagram.packet();
        final RequestKind kind = RequestKind.of(packet.opcode());

        Fate fate = checkServed(qp, kind);
        fate = fate != null ? fate : checkPsn(qp, packet, kind);
        fate = fate != null ? fate : checkSequence(qp, packet, kind);
        fate = fate != null ? fate : checkAccess(qp, packet, kind);
        fate = fate != null ? fate : checkResources(qp, packet, kind);
        fate = fate != null ? fate : checkLength(qp, packet, kind);
        if (fate != null)
        {
            return fate;
        }
        if (kind.isFetch())
        {
            return fetches.execute(qp, packet, kind);
        }

        fate = checkKey(qp, packet, kind);
        fate = fate != null ? fate : execute(qp, packet, kind);
        fate = fate != null ? fate : complete(qp, packet, kind);
        return fate != null ? fate : acknowledge(qp, packet);
    }

    /**
     * A packet whose opcode is a reserved one of RC.
     *
     * @return {@link Fate#MALFORMED_UNKNOWN_OPCODE} when it was dropped.
     */
    Fate onReservedOpcode(final ServedQp qp, final int psn)
    {
        return services.profile().refusesUnserved() && !qp.responder.isFailing && psn == qp.responder.ePsn ?
            answers.refuse(qp, psn, NakCode.INVALID_REQUEST) :
            Fate.MALFORMED_UNKNOWN_OPCODE;
    }

    /**
     * Sends answers that are due: the scheduler's turn.
     *
     * @param budget packets at most.
     * @return packets that were sent. When more is due, the doorbell has been rung, or is when a pause ends.
     */
    int respond(final ServedQp qp, final int budget)
    {
        return answers.respond(qp, budget);
    }

    private Fate checkServed(final ServedQp qp, final RequestKind kind)
    {
        if (qp.responder.isFailing)
        {
            return Fate.RESPONDER_FAILING;
        }
        return kind == RequestKind.UNSERVED && !services.profile().refusesUnserved() ? Fate.UNSERVED_DROPPED : null;
    }

    private Fate checkPsn(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final ResponderState state = qp.responder;
        final int ahead = Psn.diff(packet.bth().psn(), state.ePsn);
        if (ahead < 0)
        {
            return onDuplicate(qp, packet, kind);
        }
        if (ahead == 0)
        {
            state.isNakSent = false;
            answers.onAccepted(qp, state.ePsn);
            return null;
        }
        if (state.isNakSent)
        {
            return Fate.PSN_AHEAD_DROPPED;
        }
        state.isNakSent = true;
        answers.retry(qp, state.ePsn, Syndrome.nak(NakCode.PSN_SEQUENCE));
        return Fate.NAK_PSN_SEQUENCE;
    }

    private Fate onDuplicate(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (kind == RequestKind.SEND || kind == RequestKind.RDMA_WRITE)
        {
            answers.acknowledgeAgain(qp);
            return Fate.DUPLICATE_ACKNOWLEDGED;
        }
        return kind.isFetch() ? fetches.onDuplicate(qp, packet, kind) : Fate.DUPLICATE_DROPPED;
    }

    private Fate checkSequence(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        return kind != RequestKind.UNSERVED &&
            MessageSteps.isInSequence(packet.opcode(), kind, qp.responder.message) ?
            null : refuse(qp, packet, NakCode.INVALID_REQUEST);
    }

    private Fate checkAccess(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        return MessageSteps.isAllowed(qp, kind) ? null : refuse(qp, packet, NakCode.INVALID_REQUEST);
    }

    private Fate checkResources(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (kind.isFetch())
        {
            return qp.responder.saved.hasRoom() ? null : refuse(qp, packet, NakCode.INVALID_REQUEST);
        }
        if (!MessageSteps.needsReceive(packet.opcode(), kind) || qp.recvQueue.oldest() != null)
        {
            return null;
        }
        qp.responder.isNakSent = services.profile().isSilentAfterRnrNak();
        answers.retry(qp, packet.bth().psn(), Syndrome.rnrNak(qp.minRnrTimer));
        return Fate.RNR_NAK;
    }

    private Fate checkLength(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final boolean isChecked = kind != RequestKind.SEND || services.profile().checksShapeOfSend();
        if (isChecked && !MessageSteps.isLengthRight(packet, qp.mtu))
        {
            return refuse(qp, packet, kind, NakCode.INVALID_REQUEST);
        }
        return MessageSteps.isReceiveLongEnough(qp, packet, kind) ?
            null :
            refuseWithReceive(qp, packet, services.profile().receiveTooShort(), WcStatus.LOC_LEN_ERR);
    }

    private Fate checkKey(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (steps.checkRemoteKey(qp, packet, kind) != KeyVerdict.VALID)
        {
            return refuse(qp, packet, kind, NakCode.REMOTE_ACCESS);
        }
        return MessageSteps.isAsLongAsSaid(qp, packet, kind) ?
            null :
            refuse(qp, packet, kind, NakCode.INVALID_REQUEST);
    }

    private Fate execute(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (steps.place(qp, packet, kind) == KeyVerdict.VALID)
        {
            return null;
        }
        return refuseWithReceive(qp, packet, NakCode.REMOTE_OPERATIONAL, WcStatus.LOC_PROT_ERR);
    }

    private Fate complete(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final Opcode opcode = packet.opcode();
        if (opcode.has(HeaderType.IETH) &&
            services.regions().invalidate(packet.ieth().rKey(), qp.pd) != KeyVerdict.VALID)
        {
            steps.completeInError(qp, WcStatus.REM_INV_REQ_ERR);
            final boolean isAcknowledged =
                packet.bth().isAckRequest() && services.profile().acknowledgesRefusedInvalidate();
            answers.fail(qp, packet.bth().psn(), isAcknowledged ? RcAnswers.ACK : ResponderState.SILENT);
            return Fate.INVALIDATE_REFUSED;
        }
        if (opcode.isEnd() && !steps.complete(qp, packet, kind))
        {
            answers.fail(qp, packet.bth().psn(), ResponderState.SILENT);
            return Fate.CQ_OVERFLOW;
        }
        return null;
    }

    private Fate acknowledge(final ServedQp qp, final RocePacket packet)
    {
        final ResponderState state = qp.responder;
        final int psn = packet.bth().psn();
        state.ePsn = Psn.add(psn, 1);
        state.newestMessagePsn = psn;
        if (packet.opcode().isEnd())
        {
            state.msn = Psn.add(state.msn, 1);
        }
        if (packet.bth().isAckRequest())
        {
            answers.acknowledge(qp, psn);
        }
        return Fate.REQUEST_EXECUTED;
    }

    /** A request that is refused before it took a receive, unless it is another in the midst of a SEND. */
    private Fate refuse(final ServedQp qp, final RocePacket packet, final NakCode code)
    {
        return qp.responder.message.kind() == RequestKind.SEND ?
            refuseWithReceive(qp, packet, code, null) :
            answers.refuse(qp, packet.bth().psn(), code);
    }

    /** A request that is refused when it has the receive that it needs. */
    private Fate refuse(final ServedQp qp, final RocePacket packet, final RequestKind kind, final NakCode code)
    {
        return MessageSteps.needsReceive(packet.opcode(), kind) ?
            refuseWithReceive(qp, packet, code, null) :
            refuse(qp, packet, code);
    }

    /** @param standard as {@link Profile#receiveStatus} has it. */
    private Fate refuseWithReceive(
        final ServedQp qp, final RocePacket packet, final NakCode code, final WcStatus standard)
    {
        final WcStatus status = services.profile().receiveStatus(code, standard);
        if (status != null)
        {
            steps.completeInError(qp, status);
        }
        return answers.refuse(qp, packet.bth().psn(), code);
    }
}
