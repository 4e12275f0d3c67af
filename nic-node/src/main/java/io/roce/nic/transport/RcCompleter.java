package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateReason;
import io.roce.nic.work.SendQueue;
import io.roce.nic.work.SendWqe;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Psn;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

/**
 * Takes the responses to the requests of reliable connections (IBTA Vol 1, section 9.7.6 and 9.9): PSN, then what all
 * of them acknowledge, then what they bring. Lane thread only.
 */
final class RcCompleter
{
    private static final int PSN_SEQUENCE_ERROR = 0;
    private static final int INVALID_REQUEST = 1;
    private static final int REMOTE_ACCESS_ERROR = 2;
    private static final int REMOTE_OPERATIONAL_ERROR = 3;

    private final Services services;
    private final RcRecovery recovery;
    private final FateReason reason;
    private final ResponderReasons reasons;

    RcCompleter(final Services services, final RcRecovery recovery)
    {
        this.services = services;
        this.recovery = recovery;
        reason = services.reason();
        reasons = new ResponderReasons(services);
    }

    /** A response that passed admission. */
    Fate onResponse(final RoceDatagram datagram, final ServedQp qp)
    {
        final RocePacket packet = datagram.packet();
        final Fate outside = checkPsn(packet.bth().psn(), qp.requester);
        if (outside != null)
        {
            reason.set(
                Expectation.RESPONSE_PSN, qp.requester.unackedPsn, qp.requester.nextPsn, packet.bth().psn(), 0);
            return outside;
        }

        final Fate fate = switch (packet.opcode())
        {
            case RC_ACKNOWLEDGE -> onAcknowledge(packet, qp);
            case RC_ATOMIC_ACKNOWLEDGE -> onAtomicAnswer(packet, qp);
            default -> onReadResponse(packet, qp);
        };
        if (qp.requester.isCompletionLost)
        {
            qp.requester.isCompletionLost = false;
            reasons.completionQueue(qp.sendCq.capacity());
            services.failures().toErr(qp);
            return Fate.RESPONSE_CQ_OVERFLOW;
        }
        return fate;
    }

    private static Fate checkPsn(final int psn, final RequesterState state)
    {
        final int ahead = Psn.diff(psn, state.unackedPsn);
        if (ahead < 0)
        {
            return -ahead <= state.ackedPsns ? Fate.RESPONSE_DUPLICATE : Fate.RESPONSE_UNEXPECTED;
        }
        return Psn.diff(psn, state.nextPsn) >= 0 ? Fate.RESPONSE_UNEXPECTED : null;
    }

    private Fate onAcknowledge(final RocePacket packet, final ServedQp qp)
    {
        final int psn = packet.bth().psn();
        final int syndrome = packet.aeth().syndrome();
        if (Syndrome.isAck(syndrome))
        {
            return acknowledgeBefore(Psn.add(psn, 1), qp) ? Fate.RESPONSE_ACCEPTED : askAgain(packet, qp);
        }
        if (Syndrome.isRnrNak(syndrome))
        {
            return acknowledgeBefore(psn, qp) ? onRnrNak(syndrome, qp) : askAgain(packet, qp);
        }
        if (Syndrome.isNak(syndrome) && Syndrome.value(syndrome) <= REMOTE_OPERATIONAL_ERROR)
        {
            return acknowledgeBefore(psn, qp) ? onNak(syndrome, qp) : askAgain(packet, qp);
        }
        reason.set(Expectation.SYNDROME, 0, syndrome);
        return Fate.RESPONSE_RESERVED_SYNDROME;
    }

    private Fate onRnrNak(final int syndrome, final ServedQp qp)
    {
        reason.set(Expectation.SYNDROME, 0, syndrome);
        // What has not been sent again since the last time is not refused once more.
        if (recovery.isAtUnacked(qp) || recovery.waitForReceive(qp, Syndrome.value(syndrome)))
        {
            return Fate.RESPONSE_RNR_NAK;
        }
        reason.set(Expectation.RNR_RETRIES, qp.rnrRetry, syndrome);
        return Fate.RESPONSE_RNR_RETRY_EXCEEDED;
    }

    private Fate onNak(final int syndrome, final ServedQp qp)
    {
        reason.set(Expectation.SYNDROME, 0, syndrome);
        switch (Syndrome.value(syndrome))
        {
            case PSN_SEQUENCE_ERROR:
                if (recovery.isAtUnacked(qp) || recovery.retransmit(qp))
                {
                    return Fate.RESPONSE_NAK_PSN_SEQUENCE;
                }
                reason.set(Expectation.RETRIES, qp.retryCnt, syndrome);
                return Fate.RESPONSE_RETRY_EXCEEDED;
            case INVALID_REQUEST:
                recovery.fail(qp, WcStatus.REM_INV_REQ_ERR);
                return Fate.RESPONSE_NAK_INVALID_REQUEST;
            case REMOTE_ACCESS_ERROR:
                recovery.fail(qp, WcStatus.REM_ACCESS_ERR);
                return Fate.RESPONSE_NAK_REMOTE_ACCESS;
            case REMOTE_OPERATIONAL_ERROR:
                recovery.fail(qp, WcStatus.REM_OP_ERR);
                return Fate.RESPONSE_NAK_REMOTE_OPERATIONAL;
            default:
                throw new IllegalStateException("syndrome " + syndrome);
        }
    }

    private Fate onAtomicAnswer(final RocePacket packet, final ServedQp qp)
    {
        if (!acknowledgeBefore(packet.bth().psn(), qp))
        {
            return askAgain(packet, qp);
        }

        final SendWqe wqe = qp.sendQueue.get(qp.sendQueue.head());
        if (!wqe.wr().opcode().isAtomic() || !Syndrome.isAck(packet.aeth().syndrome()))
        {
            return onBadResponse(packet, wqe, wqe.wr().opcode().isAtomic(), qp);
        }
        final KeyVerdict verdict = services.scatterGather().scatterLong(
            wqe.wr().sges(), qp.pd, packet.atomicAckEth().originalData());
        return onBrought(wqe, wqe.length(), verdict, qp);
    }

    private Fate onReadResponse(final RocePacket packet, final ServedQp qp)
    {
        if (!acknowledgeBefore(packet.bth().psn(), qp))
        {
            return askAgain(packet, qp);
        }

        final SendWqe wqe = qp.sendQueue.get(qp.sendQueue.head());
        if (wqe.wr().opcode() != WrOpcode.RDMA_READ || !isInOrder(packet, wqe, qp) || !isOfLength(packet, wqe, qp))
        {
            return onBadResponse(packet, wqe, wqe.wr().opcode() == WrOpcode.RDMA_READ, qp);
        }
        final int length = packet.payloadLength();
        final KeyVerdict verdict = services.scatterGather().scatter(
            wqe.wr().sges(), qp.pd, wqe.bytesDone(), packet.buffer().byteArray(), packet.payloadOffset(), length);
        return onBrought(wqe, length, verdict, qp);
    }

    /** First or Only where the READ begins, Middle or Last behind; either where it was asked for from its middle. */
    private static boolean isInOrder(final RocePacket packet, final SendWqe wqe, final ServedQp qp)
    {
        final int psn = packet.bth().psn();
        final Opcode opcode = packet.opcode();
        final boolean isInPlace = opcode.isStart() == (psn == wqe.firstPsn()) || psn == qp.requester.resumedPsn;
        return isInPlace && (!opcode.has(HeaderType.AETH) || Syndrome.isAck(packet.aeth().syndrome()));
    }

    private static boolean isOfLength(final RocePacket packet, final SendWqe wqe, final ServedQp qp)
    {
        final long rest = wqe.length() - wqe.bytesDone();
        return packet.opcode().isEnd() == rest <= qp.mtu && packet.payloadLength() == Math.min(rest, qp.mtu);
    }

    /** The next piece of what the oldest request asked for. */
    private Fate onBrought(final SendWqe wqe, final long length, final KeyVerdict verdict, final ServedQp qp)
    {
        if (verdict != KeyVerdict.VALID)
        {
            reasons.localMemory(qp, wqe.wr().sges());
            recovery.fail(qp, WcStatus.LOC_PROT_ERR);
            return Fate.RESPONSE_LOCAL_PROTECTION;
        }

        wqe.bytesDone(wqe.bytesDone() + length);
        advance(Psn.add(qp.requester.unackedPsn, 1), qp.requester);
        if (wqe.bytesDone() == wqe.length())
        {
            final SendQueue queue = qp.sendQueue;
            // It may be on the list of what is to be sent again.
            qp.requester.outstandingFetches -= queue.head() < queue.next() ? 1 : 0;
            complete(qp);
        }
        recovery.onProgress(qp);
        return Fate.RESPONSE_ACCEPTED;
    }

    /** @param isAnswer whether it is an answer to the kind of request that is the oldest. */
    private Fate onBadResponse(
        final RocePacket packet, final SendWqe wqe, final boolean isAnswer, final ServedQp qp)
    {
        final Opcode opcode = packet.opcode();
        if (!isAnswer)
        {
            reason.set(Expectation.ANSWER, wqe.wr().opcode().ordinal(), opcode.ordinal());
        }
        else if (opcode.has(HeaderType.AETH) && !Syndrome.isAck(packet.aeth().syndrome()))
        {
            reason.set(Expectation.SYNDROME, 0, packet.aeth().syndrome());
        }
        else if (!isInOrder(packet, wqe, qp))
        {
            reason.set(Expectation.ANSWER_ORDER, packet.bth().psn() == wqe.firstPsn() ? 1 : 0, opcode.ordinal());
        }
        else
        {
            onBadLength(packet, wqe, qp);
        }
        recovery.fail(qp, WcStatus.BAD_RESP_ERR);
        return Fate.RESPONSE_BAD;
    }

    /** Too long or too short, or the last packet of an answer that is not over, or none where it is. */
    private void onBadLength(final RocePacket packet, final SendWqe wqe, final ServedQp qp)
    {
        final long rest = wqe.length() - wqe.bytesDone();
        final long expected = Math.min(rest, qp.mtu);
        if (packet.payloadLength() != expected)
        {
            reason.set(Expectation.PAYLOAD_LENGTH, expected, expected, packet.payloadLength(), 0);
        }
        else
        {
            reason.set(Expectation.ANSWER_END, rest <= qp.mtu ? 1 : 0, packet.opcode().ordinal());
        }
    }

    /**
     * All before a PSN is acknowledged, but for READs and atomics, which their own answers alone complete, and what is
     * behind one.
     *
     * @param psn that was sent, or the next one.
     * @return whether it is now the oldest that is not acknowledged.
     */
    private boolean acknowledgeBefore(final int psn, final ServedQp qp)
    {
        final RequesterState state = qp.requester;
        final int unackedPsn = state.unackedPsn;
        boolean isReached = true;
        while (isReached && state.unackedPsn != psn)
        {
            final SendWqe wqe = qp.sendQueue.get(qp.sendQueue.head());
            if (wqe.wr().opcode().isFetch())
            {
                isReached = false;
            }
            else if (Psn.diff(wqe.lastPsn(), psn) < 0)
            {
                advance(Psn.add(wqe.lastPsn(), 1), state);
                complete(qp);
            }
            else
            {
                advance(psn, state);
                wqe.bytesDone((long)Psn.diff(psn, wqe.firstPsn()) * qp.mtu);
                wqe.bytesSent(Math.max(wqe.bytesSent(), wqe.bytesDone()));
            }
        }

        if (state.unackedPsn != unackedPsn)
        {
            recovery.onProgress(qp);
        }
        return isReached;
    }

    /** The answer to a READ or an atomic was passed over. What else is on its way behind it does not ask once more. */
    private Fate askAgain(final RocePacket packet, final ServedQp qp)
    {
        final RequesterState state = qp.requester;
        reason.set(Expectation.PSN, state.unackedPsn, packet.bth().psn());
        if (state.askedAgainPsn == state.unackedPsn)
        {
            return Fate.RESPONSE_AHEAD;
        }
        state.askedAgainPsn = state.unackedPsn;
        return recovery.isAtUnacked(qp) || recovery.retransmit(qp) ?
            Fate.RESPONSE_IMPLIED_NAK : Fate.RESPONSE_RETRY_EXCEEDED;
    }

    private static void advance(final int psn, final RequesterState state)
    {
        state.ackedPsns += Psn.diff(psn, state.unackedPsn);
        state.unackedPsn = psn;
        state.askedAgainPsn = RequesterState.NONE;
        state.resumedPsn = RequesterState.NONE;
    }

    private static void complete(final ServedQp qp)
    {
        qp.requester.isCompletionLost |= !qp.sendQueue.complete(WcStatus.SUCCESS, 0);
    }
}
