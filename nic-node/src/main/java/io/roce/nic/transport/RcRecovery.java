package io.roce.nic.transport;

import io.roce.nic.work.SendQueue;
import io.roce.nic.work.SendWqe;
import io.roce.nic.work.WcStatus;

/**
 * What an RC requester does about time and loss: it goes back to the oldest packet that is not acknowledged, waits, and
 * gives up (IBTA Vol 1, section 9.9). Lane thread only.
 */
final class RcRecovery
{
    private static final int FOR_EVER = 7;
    private static final long TIMEOUT_UNIT_NS = 4_096;

    private final Services services;
    private final Timers timers;

    RcRecovery(final Services services, final Timers timers)
    {
        this.services = services;
        this.timers = timers;
    }

    /** Whether nothing is on its way: what is sent next is the oldest packet that is not acknowledged. */
    boolean isAtUnacked(final ServedQp qp)
    {
        final SendQueue queue = qp.sendQueue;
        if (queue.next() != queue.head())
        {
            return false;
        }
        if (queue.isEmpty())
        {
            return true;
        }
        final SendWqe oldest = queue.get(queue.head());
        return oldest.wr().opcode().isFetch() || oldest.bytesSent() == oldest.bytesDone();
    }

    /** A packet left: time runs for the oldest that is not acknowledged. */
    void onSent(final ServedQp qp)
    {
        if (!qp.requester.isTimerArmed)
        {
            startTimeout(qp);
        }
    }

    /** Something was acknowledged: time and counts begin anew, and there may be room to send. */
    void onProgress(final ServedQp qp)
    {
        final RequesterState state = qp.requester;
        state.retries = 0;
        state.rnrRetries = 0;
        state.isRnrWaiting = false;
        if (isAtUnacked(qp))
        {
            timers.disarm(qp);
        }
        else
        {
            startTimeout(qp);
        }
        // With an empty queue too: in SQD that is what is waited for.
        if (qp.sendQueue.next() < qp.sendQueue.tail() || qp.sendQueue.isEmpty())
        {
            services.doorbells().ring(qp);
        }
    }

    /**
     * Something is missing: all from the oldest packet that is not acknowledged is sent again.
     *
     * @return false when it was sent as often as may be, and the queue pair has failed.
     */
    boolean retransmit(final ServedQp qp)
    {
        if (!mayRetry(qp.requester.retries, qp.retryCnt, services.profile().retriesForEver()))
        {
            fail(qp, WcStatus.RETRY_EXC_ERR);
            return false;
        }
        qp.requester.retries++;
        goBack(qp);
        services.doorbells().ring(qp);
        return true;
    }

    /**
     * The peer had no receive for the oldest packet that is not acknowledged.
     *
     * @param timerCode of the RNR NAK.
     * @return as {@link #retransmit}.
     */
    boolean waitForReceive(final ServedQp qp, final int timerCode)
    {
        if (!mayRetry(qp.requester.rnrRetries, qp.rnrRetry, true))
        {
            fail(qp, WcStatus.RNR_RETRY_EXC_ERR);
            return false;
        }
        qp.requester.rnrRetries++;
        goBack(qp);
        qp.requester.isRnrWaiting = true;
        timers.arm(qp, services.clock().nanoTime() + RnrTimer.ns(timerCode));
        return true;
    }

    /** The oldest request fails, and the queue pair with it. */
    void fail(final ServedQp qp, final WcStatus status)
    {
        timers.disarm(qp);
        qp.sendQueue.complete(status, 0);
        services.failures().toErr(qp);
    }

    private static boolean mayRetry(final int retries, final int limit, final boolean isSevenForEver)
    {
        return retries < limit || limit == FOR_EVER && isSevenForEver;
    }

    private void startTimeout(final ServedQp qp)
    {
        if (qp.timeout != 0)
        {
            timers.arm(qp, services.clock().nanoTime() + (TIMEOUT_UNIT_NS << qp.timeout));
        }
    }

    private void goBack(final ServedQp qp)
    {
        final SendQueue queue = qp.sendQueue;
        for (long i = queue.head(); i < queue.tail() && i <= queue.next() && queue.get(i).isStarted(); i++)
        {
            queue.get(i).bytesSent(0);
        }
        final SendWqe oldest = queue.get(queue.head());
        oldest.bytesSent(oldest.bytesDone());
        queue.next(queue.head());
        qp.requester.outstandingFetches = 0;
        timers.disarm(qp);
    }
}
