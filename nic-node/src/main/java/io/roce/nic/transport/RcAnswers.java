package io.roce.nic.transport;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.stats.Fate;
import io.roce.wire.Psn;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.header.NakCode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

/**
 * What an RC responder sends, in the order of PSNs. Answers to READs go out by turns and at their pace, so what comes
 * due behind them waits: one ACK or NAK, since a newer one says all that an older one does. Lane thread only.
 */
final class RcAnswers
{
    static final int ACK = Syndrome.ack(Syndrome.NO_CREDIT_LIMIT);

    private final Services services;

    RcAnswers(final Services services)
    {
        this.services = services;
    }

    /** All requests up to that PSN are acknowledged. */
    void acknowledge(final ServedQp qp, final int psn)
    {
        send(qp, psn, ACK);
    }

    /**
     * A duplicate of a SEND or RDMA WRITE came: the newest packet of one is acknowledged again. Not the PSN of a READ
     * or an atomic behind it, even if that was answered: where the answer was lost, a requester may take an ACK with
     * its PSN for it, as Linux 6.1 does.
     */
    void acknowledgeAgain(final ServedQp qp)
    {
        final ResponderState state = qp.responder;
        final int newest = state.newestMessagePsn;
        // A NAK of the request behind it says more.
        if (!state.isAckWaiting || Psn.diff(newest, state.waitingPsn) >= 0)
        {
            send(qp, newest, ACK);
        }
    }

    /** The request with that PSN, which has changed nothing, is to come again. */
    void retry(final ServedQp qp, final int psn, final int syndrome)
    {
        send(qp, psn, syndrome);
    }

    /**
     * The request with that PSN has failed the queue pair: it goes to ERR when those before it are answered.
     *
     * @param syndrome of the NAK, or {@link ResponderState#SILENT}.
     */
    void fail(final ServedQp qp, final int psn, final int syndrome)
    {
        qp.responder.isFailing = true;
        send(qp, psn, syndrome);
    }

    /** The request with that PSN is refused for good: see {@link #fail}. */
    Fate refuse(final ServedQp qp, final int psn, final NakCode code)
    {
        fail(qp, psn, Syndrome.nak(code));
        return switch (code)
        {
            case REMOTE_ACCESS -> Fate.NAK_REMOTE_ACCESS;
            case REMOTE_OPERATIONAL -> Fate.NAK_REMOTE_OPERATIONAL;
            default -> Fate.NAK_INVALID_REQUEST;
        };
    }

    /** A request was accepted whose PSN a waiting NAK would ask for. */
    void onAccepted(final ServedQp qp, final int psn)
    {
        final ResponderState state = qp.responder;
        state.isAckWaiting &= state.waitingPsn != psn;
    }

    /** A READ or an atomic was accepted: all of its answer is due. */
    void answer(final ServedQp qp, final SavedResponse saved)
    {
        saved.due(false, saved.firstPsn(), saved.addr(), saved.length());
        onDue(qp, saved);
    }

    /**
     * A duplicate asks for the answer again, from that PSN on. What was to follow is dropped: its duplicates follow.
     *
     * @param addr   where the payload of that packet is.
     * @param length bytes that are asked for.
     */
    void answerAgain(
        final ServedQp qp, final SavedResponse saved, final int psn, final long addr, final long length)
    {
        final ResponderState state = qp.responder;
        if (saved.isDue() && Psn.diff(psn, saved.nextPsn()) >= 0)
        {
            // It is on its way there.
            return;
        }

        if (saved.kind() == RequestKind.RDMA_READ)
        {
            state.pace.onAskedAgain(psn);
        }
        saved.due(!saved.isUnanswered(), psn, addr, length);
        if (state.saved.goBackTo(saved) && state.isAckWaiting)
        {
            state.isAckWaiting = false;
            state.isNakSent = false;
        }
        onDue(qp, saved);
    }

    /**
     * Sends what is due.
     *
     * @param budget packets at most.
     * @return packets that were sent. When more is due, the doorbell has been rung, or is when the pause ends.
     */
    int respond(final ServedQp qp, final int budget)
    {
        final ResponderState state = qp.responder;
        int sent = 0;
        while (sent < budget && state.isResponding())
        {
            final SavedResponse next = state.saved.firstDue();
            if (state.isAckBefore(next))
            {
                state.isAckWaiting = false;
                sendNow(qp, state.waitingPsn, state.waitingSyndrome, state.waitingMsn);
            }
            else if (next.kind() == RequestKind.ATOMIC)
            {
                sendAtomic(qp, next);
            }
            else
            {
                sendRead(qp, next);
            }
            sent++;
        }
        if (state.isResponding())
        {
            services.doorbells().ring(qp);
        }
        return sent;
    }

    /** An atomic with nothing before it is answered at once. */
    private void onDue(final ServedQp qp, final SavedResponse saved)
    {
        final ResponderState state = qp.responder;
        if (saved.kind() == RequestKind.ATOMIC && state.saved.firstDue() == saved && !state.isAckWaiting)
        {
            sendAtomic(qp, saved);
        }
        else
        {
            services.doorbells().ring(qp);
        }
    }

    private void send(final ServedQp qp, final int psn, final int syndrome)
    {
        final ResponderState state = qp.responder;
        if (state.saved.firstDue() == null)
        {
            state.isAckWaiting = false;
            sendNow(qp, psn, syndrome, state.msn);
            return;
        }
        state.isAckWaiting = true;
        state.waitingPsn = psn;
        state.waitingSyndrome = syndrome;
        state.waitingMsn = state.msn;
        services.doorbells().ring(qp);
    }

    private void sendNow(final ServedQp qp, final int psn, final int syndrome, final int msn)
    {
        if (syndrome != ResponderState.SILENT)
        {
            final RocePacket packet = begin(qp, Opcode.RC_ACKNOWLEDGE, psn, 0);
            packet.aeth().syndrome(syndrome).msn(msn);
            services.writer().end();
        }
        if (qp.responder.isFailing)
        {
            qp.responder.stop();
            services.failures().toErr(qp);
        }
    }

    private void sendAtomic(final ServedQp qp, final SavedResponse saved)
    {
        saved.endDue();
        final RocePacket packet = begin(qp, Opcode.RC_ATOMIC_ACKNOWLEDGE, saved.firstPsn(), 0);
        packet.aeth().syndrome(ACK).msn(saved.msn());
        packet.atomicAckEth().originalData(saved.originalData());
        services.writer().end();
    }

    private void sendRead(final ServedQp qp, final SavedResponse saved)
    {
        final int length = (int)Math.min(saved.remaining(), qp.mtu);
        final KeyVerdict verdict = services.regions().check(
            saved.rKey(), qp.pd, saved.nextAddr(), length, AccessFlag.REMOTE_READ.bit());
        if (verdict != KeyVerdict.VALID)
        {
            qp.responder.isFailing = true;
            sendNow(qp, saved.nextPsn(), Syndrome.nak(NakCode.REMOTE_ACCESS), saved.msn());
            return;
        }

        final Opcode opcode = readResponse(saved.nextPsn() == saved.firstPsn(), length == saved.remaining());
        final RocePacket packet = begin(qp, opcode, saved.nextPsn(), length);
        if (opcode != Opcode.RC_RDMA_READ_RESPONSE_MIDDLE)
        {
            packet.aeth().syndrome(ACK).msn(saved.msn());
        }
        if (length > 0)
        {
            services.regions().find(saved.rKey())
                .getBytes(saved.nextAddr(), services.writer().array(), packet.payloadOffset(), length);
        }
        services.writer().end();

        final AnswerPace pace = qp.responder.pace;
        pace.onSent(saved.nextPsn());
        if (pace.beginPause())
        {
            services.doorbells().pause(qp, services.clock().nanoTime());
        }
        saved.onSent(length);
        if (saved.remaining() == 0)
        {
            saved.endDue();
        }
    }

    private static Opcode readResponse(final boolean isFirst, final boolean isLast)
    {
        if (isFirst)
        {
            return isLast ? Opcode.RC_RDMA_READ_RESPONSE_ONLY : Opcode.RC_RDMA_READ_RESPONSE_FIRST;
        }
        return isLast ? Opcode.RC_RDMA_READ_RESPONSE_LAST : Opcode.RC_RDMA_READ_RESPONSE_MIDDLE;
    }

    private RocePacket begin(final ServedQp qp, final Opcode opcode, final int psn, final int payloadLength)
    {
        final RocePacket packet = services.writer().begin(qp.route, opcode, payloadLength);
        final BthFlyweight bth = packet.bth();
        bth.pKey(qp.pKey).destQp(qp.destQpn).psn(psn);
        return packet;
    }
}
