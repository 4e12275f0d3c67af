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
    private final ResponderReasons reasons;

    RcResponder(final Services services)
    {
        this.services = services;
        steps = new MessageSteps(services);
        answers = new RcAnswers(services);
        reasons = new ResponderReasons(services);
        fetches = new RcFetches(services, answers, reasons);
    }

    /** A request passed admission. */
    Fate onRequest(final RoceDatagram datagram, final ServedQp qp)
    {
        final RocePacket packet = datagram.packet();
        final RequestKind kind = RequestKind.of(packet.opcode());

        Fate fate = checkServed(qp, packet, kind);
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

    private Fate checkServed(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (qp.responder.isFailing)
        {
            reasons.failing(qp, packet);
            return Fate.RESPONDER_FAILING;
        }
        if (kind == RequestKind.UNSERVED && !services.profile().refusesUnserved())
        {
            reasons.unserved(packet);
            return Fate.UNSERVED_DROPPED;
        }
        return null;
    }

    private Fate checkPsn(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final ResponderState state = qp.responder;
        final int ahead = Psn.diff(packet.bth().psn(), state.ePsn);
        if (ahead == 0)
        {
            state.isNakSent = false;
            answers.onAccepted(qp, state.ePsn);
            return null;
        }
        reasons.psn(state.ePsn, packet);
        if (ahead < 0)
        {
            return onDuplicate(qp, packet, kind);
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
        if (kind == RequestKind.UNSERVED)
        {
            reasons.unserved(packet);
            return refuse(qp, packet, NakCode.INVALID_REQUEST);
        }
        if (!MessageSteps.isInSequence(packet.opcode(), kind, qp.responder.message))
        {
            reasons.sequence(qp, packet);
            return refuse(qp, packet, NakCode.INVALID_REQUEST);
        }
        return null;
    }

    private Fate checkAccess(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (MessageSteps.isAllowed(qp, kind))
        {
            return null;
        }
        reasons.access(qp, kind);
        return refuse(qp, packet, NakCode.INVALID_REQUEST);
    }

    private Fate checkResources(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (kind.isFetch())
        {
            if (qp.responder.saved.hasRoom())
            {
                return null;
            }
            reasons.unanswered(qp);
            return refuse(qp, packet, NakCode.INVALID_REQUEST);
        }
        if (!MessageSteps.needsReceive(packet.opcode(), kind) || qp.recvQueue.oldest() != null)
        {
            return null;
        }
        reasons.noReceive();
        qp.responder.isNakSent = services.profile().isSilentAfterRnrNak();
        answers.retry(qp, packet.bth().psn(), Syndrome.rnrNak(qp.minRnrTimer));
        return Fate.RNR_NAK;
    }

    private Fate checkLength(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final boolean isChecked = kind != RequestKind.SEND || services.profile().checksShapeOfSend();
        if (isChecked && !MessageSteps.isLengthRight(packet, qp.mtu))
        {
            reasons.length(packet, qp.mtu);
            return refuse(qp, packet, kind, NakCode.INVALID_REQUEST);
        }
        if (MessageSteps.isReceiveLongEnough(qp, packet, kind))
        {
            return null;
        }
        reasons.receiveLength(qp, packet);
        return refuseWithReceive(qp, packet, services.profile().receiveTooShort(), WcStatus.LOC_LEN_ERR);
    }

    private Fate checkKey(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (steps.checkRemoteKey(qp, packet, kind) != KeyVerdict.VALID)
        {
            reasons.remoteKey(qp, packet, kind);
            return refuse(qp, packet, kind, NakCode.REMOTE_ACCESS);
        }
        if (MessageSteps.isAsLongAsSaid(qp, packet, kind))
        {
            return null;
        }
        reasons.messageLength(qp, packet);
        return refuse(qp, packet, kind, NakCode.INVALID_REQUEST);
    }

    private Fate execute(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        if (steps.place(qp, packet, kind) == KeyVerdict.VALID)
        {
            return null;
        }
        reasons.receiveMemory(qp);
        return refuseWithReceive(qp, packet, NakCode.REMOTE_OPERATIONAL, WcStatus.LOC_PROT_ERR);
    }

    private Fate complete(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final Opcode opcode = packet.opcode();
        final KeyVerdict verdict = opcode.has(HeaderType.IETH) ?
            services.regions().invalidate(packet.ieth().rKey(), qp.pd) : KeyVerdict.VALID;
        if (verdict != KeyVerdict.VALID)
        {
            reasons.invalidate(verdict, packet.ieth().rKey());
            steps.completeInError(qp, WcStatus.REM_INV_REQ_ERR);
            final boolean isAcknowledged =
                packet.bth().isAckRequest() && services.profile().acknowledgesRefusedInvalidate();
            answers.fail(qp, packet.bth().psn(), isAcknowledged ? RcAnswers.ACK : ResponderState.SILENT);
            return Fate.INVALIDATE_REFUSED;
        }
        if (opcode.isEnd() && !steps.complete(qp, packet, kind))
        {
            reasons.completionQueue(qp.recvCq.capacity());
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
