package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendQueue;
import io.roce.nic.work.SendWqe;
import io.roce.nic.work.WcStatus;
import io.roce.wire.Psn;

/**
 * Sends the requests of reliable connections (IBTA Vol 1, section 9.7). A request gets its PSNs when it is first sent;
 * how it is cut up, and which of its packets ask for an acknowledgement, is the same each time it is sent again. Lane
 * thread only.
 */
final class RcRequester implements Requester
{
    /** PSNs that may be on their way. Of so many, one at least asks for an acknowledgement. */
    static final int WINDOW = 2 * Transport.PACKETS_PER_ACK;

    /** Of more it could not be told what is ahead and what behind. */
    private static final int MAX_OUTSTANDING_PSNS = Psn.MASK >> 1;

    private final Services services;
    private final RcRecovery recovery;
    private final RequestPackets packets;

    RcRequester(final Services services, final RcRecovery recovery)
    {
        this.services = services;
        this.recovery = recovery;
        packets = new RequestPackets(services);
    }

    @Override
    public boolean sendNext(final ServedQp qp, final boolean mayStart)
    {
        final SendQueue queue = qp.sendQueue;
        if (qp.requester.isRnrWaiting || queue.next() == queue.tail())
        {
            return false;
        }

        final SendWqe wqe = queue.get(queue.next());
        if (wqe.isStarted() ? isStalled(wqe, qp) : !mayStart || !start(wqe, qp))
        {
            return false;
        }
        return wqe.wr().opcode().isFetch() ? sendFetch(wqe, qp) : sendSegment(wqe, qp);
    }

    /** Its time is over: that of an acknowledgement, or that of a peer without a receive. */
    void onTimer(final ServedQp qp)
    {
        if (qp.requester.isRnrWaiting)
        {
            qp.requester.isRnrWaiting = false;
            services.doorbells().ring(qp);
        }
        else if (!recovery.isAtUnacked(qp))
        {
            recovery.retransmit(qp);
        }
    }

    private boolean start(final SendWqe wqe, final ServedQp qp)
    {
        final WcStatus status = check(wqe, qp);
        if (status != WcStatus.SUCCESS)
        {
            return giveUp(qp, status);
        }
        if (isStalled(wqe, qp))
        {
            return false;
        }
        final int firstPsn = qp.requester.nextPsn;
        wqe.start(firstPsn, Psn.add(firstPsn, RequestPackets.packets(wqe, qp.mtu) - 1));
        return true;
    }

    /** Whether it can be sent at all. */
    private WcStatus check(final SendWqe wqe, final ServedQp qp)
    {
        if (wqe.wr().opcode().isFetch())
        {
            if (qp.maxRdAtomic == 0)
            {
                return WcStatus.LOC_QP_OP_ERR;
            }
            if (RequestPackets.packets(wqe, qp.mtu) > MAX_OUTSTANDING_PSNS)
            {
                return WcStatus.LOC_LEN_ERR;
            }
        }
        return services.scatterGather().check(wqe, qp.pd) == KeyVerdict.VALID ?
            WcStatus.SUCCESS : WcStatus.LOC_PROT_ERR;
    }

    /** The next request cannot be sent: it fails when those before it have completed. */
    private boolean giveUp(final ServedQp qp, final WcStatus status)
    {
        if (qp.sendQueue.next() == qp.sendQueue.head())
        {
            recovery.fail(qp, status);
        }
        return false;
    }

    /** Whether it waits for answers to what was sent before. */
    private static boolean isStalled(final SendWqe wqe, final ServedQp qp)
    {
        final RequesterState state = qp.requester;
        final int outstanding = Psn.diff(cursorPsn(wqe, qp), state.unackedPsn);
        if (outstanding >= WINDOW)
        {
            return true;
        }
        if (wqe.wr().opcode().isFetch() && (state.outstandingFetches >= qp.maxRdAtomic ||
            outstanding > MAX_OUTSTANDING_PSNS - RequestPackets.packets(wqe, qp.mtu)))
        {
            return true;
        }
        return SendFlag.FENCE.isIn(wqe.wr().flags()) && state.outstandingFetches > 0;
    }

    /** PSN of the packet that is sent next. */
    private static int cursorPsn(final SendWqe wqe, final ServedQp qp)
    {
        final long bytesBefore = wqe.wr().opcode().isFetch() ? wqe.bytesDone() : wqe.bytesSent();
        return wqe.isStarted() ? Psn.add(wqe.firstPsn(), (int)(bytesBefore / qp.mtu)) : qp.requester.nextPsn;
    }

    private boolean sendFetch(final SendWqe wqe, final ServedQp qp)
    {
        final RequesterState state = qp.requester;
        final int psn = cursorPsn(wqe, qp);
        packets.sendFetch(qp, wqe, psn);
        if (psn != wqe.firstPsn())
        {
            state.resumedPsn = psn;
        }
        state.outstandingFetches++;
        onSent(qp, wqe.lastPsn());
        qp.sendQueue.next(qp.sendQueue.next() + 1);
        return true;
    }

    private boolean sendSegment(final SendWqe wqe, final ServedQp qp)
    {
        final long offset = wqe.bytesSent();
        final int length = (int)Math.min(qp.mtu, wqe.length() - offset);
        final boolean isLast = offset + length == wqe.length();
        final int psn = cursorPsn(wqe, qp);
        final boolean isAckRequest = isLast || (offset / qp.mtu + 1) % Transport.PACKETS_PER_ACK == 0;
        if (packets.sendSegment(qp, wqe, psn, offset, length, isAckRequest) != KeyVerdict.VALID)
        {
            return giveUp(qp, WcStatus.LOC_PROT_ERR);
        }

        wqe.bytesSent(offset + length);
        onSent(qp, psn);
        if (isLast)
        {
            qp.sendQueue.next(qp.sendQueue.next() + 1);
        }
        return true;
    }

    private void onSent(final ServedQp qp, final int lastPsn)
    {
        if (Psn.diff(lastPsn, qp.requester.nextPsn) >= 0)
        {
            qp.requester.nextPsn = Psn.add(lastPsn, 1);
        }
        recovery.onSent(qp);
    }
}
