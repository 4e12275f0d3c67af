package io.roce.nic.transport;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.RecvQueue;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendQueue;
import io.roce.nic.work.SendWr;

import java.util.List;

/** The work queues of a served queue pair, for one thread of the program that posts to them. */
public final class QpQueues
{
    private final ServedQp qp;
    private final Doorbells doorbells;

    QpQueues(final ServedQp qp, final Doorbells doorbells)
    {
        this.qp = qp;
        this.doorbells = doorbells;
    }

    ServedQp qp()
    {
        return qp;
    }

    public int qpn()
    {
        return qp.qpn;
    }

    public long generation()
    {
        return qp.generation;
    }

    public QpType type()
    {
        return qp.type;
    }

    /** Any thread: the state at this moment; null when it was destroyed. */
    public QpState state()
    {
        return qp.state;
    }

    /**
     * Refuses a queue pair that was destroyed, whoever has its number now.
     *
     * @return the state at this moment.
     */
    public QpState requireLive() throws VerbsException
    {
        final QpState state = qp.state;
        if (state == null)
        {
            throw new VerbsException(
                VerbsErrorCode.UNALLOCATED, "queue pair %s was destroyed".formatted(NumberForm.HEX_24.format(qp.qpn)))
                .with("qpn", qp.qpn);
        }
        return state;
    }

    /**
     * Posts a request as {@link SendQueue#post}. What is posted while the queue pair goes to RESET or is destroyed may
     * still be taken, and is never done: a thread that posts must not sleep in this call until after the step to INIT.
     *
     * @throws VerbsException before RTS too, where requests are not taken, and when the queue pair was destroyed.
     */
    public boolean postSend(final SendWr wr) throws VerbsException
    {
        requireTakesSends();
        return qp.sendQueue.post(wr);
    }

    /** Refuses what {@link #postSend} would; nothing is posted. */
    public void requireSend(final SendWr wr) throws VerbsException
    {
        requireTakesSends();
        qp.sendQueue.require(wr);
    }

    /** Requests that can be posted before the queue is full. */
    public int sendRoom()
    {
        return qp.sendQueue.room();
    }

    /**
     * Posts a receive as {@link RecvQueue#post}; otherwise as {@link #postSend}.
     *
     * @throws VerbsException in RESET too, where receives are not taken, and when the queue pair was destroyed.
     */
    public boolean postRecv(final RecvWr wr) throws VerbsException
    {
        requireTakesReceives();
        return qp.recvQueue.post(wr);
    }

    /** Refuses what {@link #postRecv} would; nothing is posted. */
    public void requireRecv(final RecvWr wr) throws VerbsException
    {
        requireTakesReceives();
        qp.recvQueue.require(wr);
    }

    /** Receives that can be posted before the queue is full. */
    public int recvRoom()
    {
        return qp.recvQueue.room();
    }

    /**
     * Something was posted. For a receive that is needed only in the error state, in which it is flushed. Lane thread
     * only.
     */
    public void doorbell()
    {
        if (qp.state != null)
        {
            doorbells.ring(qp);
        }
    }

    private void requireTakesSends() throws VerbsException
    {
        final QpState state = requireLive();
        if (state == QpState.RESET || state == QpState.INIT || state == QpState.RTR)
        {
            throw refused("send", state, List.of(QpState.RTS, QpState.SQD, QpState.SQE, QpState.ERR));
        }
    }

    private void requireTakesReceives() throws VerbsException
    {
        final QpState state = requireLive();
        if (state == QpState.RESET)
        {
            throw refused("receive", state, List.of(
                QpState.INIT, QpState.RTR, QpState.RTS, QpState.SQD, QpState.SQE, QpState.ERR));
        }
    }

    private VerbsException refused(final String work, final QpState state, final List<QpState> allowed)
    {
        return new VerbsException(
            VerbsErrorCode.ILLEGAL_STATE,
            "queue pair %s is in %s, which takes no %s".formatted(NumberForm.HEX_24.format(qp.qpn), state, work))
            .with("qpn", qp.qpn)
            .with("state", state.name())
            .with("allowed", allowed.stream().map(Enum::name).toList());
    }
}
