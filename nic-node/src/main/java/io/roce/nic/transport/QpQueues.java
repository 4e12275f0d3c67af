package io.roce.nic.transport;

import io.roce.nic.work.RecvQueue;
import io.roce.nic.work.SendQueue;

/**
 * The work queues of a served queue pair. A program's thread posts to them; what is posted when the queue pair is no
 * more is never done.
 */
public final class QpQueues
{
    private final ServedQp qp;
    private final Doorbells doorbells;

    QpQueues(final ServedQp qp, final Doorbells doorbells)
    {
        this.qp = qp;
        this.doorbells = doorbells;
    }

    public int qpn()
    {
        return qp.qpn;
    }

    public long generation()
    {
        return qp.generation;
    }

    public SendQueue sendQueue()
    {
        return qp.sendQueue;
    }

    public RecvQueue recvQueue()
    {
        return qp.recvQueue;
    }

    /**
     * Something was posted. For a receive that is needed only in the error state, in which it is flushed. Lane thread
     * only.
     */
    public void doorbell()
    {
        doorbells.ring(qp);
    }
}
