package io.roce.nic.verbs;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneSignal;
import io.roce.nic.lane.QpDestroyed;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;

import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * A queue pair of the program ({@code ibv_qp}). Any thread may call, but for posting: sends are posted by one thread,
 * and receives by one, or by several that take turns. A handle of a queue pair that was destroyed is refused, also when
 * its number has been given again.
 */
public final class Qp
{
    private final Lane lane;
    private final QpQueues queues;
    private final LaneSignal doorbell;

    Qp(final Lane lane, final QpQueues queues)
    {
        this.lane = lane;
        this.queues = queues;
        doorbell = lane.signal(queues::doorbell);
    }

    public int qpn()
    {
        return queues.qpn();
    }

    public long generation()
    {
        return queues.generation();
    }

    /** The state at this moment, which failures change too; null when it was destroyed. */
    public QpState state()
    {
        return queues.state();
    }

    /** Goes to another state; all attributes are set or none. */
    public CompletableFuture<QpSnapshot> modify(final QpState next, final QpAttributes attributes)
    {
        return modify(new QpModification(next, null, attributes));
    }

    /** The same with all that can be said. */
    public CompletableFuture<QpSnapshot> modify(final QpModification modification)
    {
        return lane.submit(() -> live().modify(qpn(), modification));
    }

    public CompletableFuture<QpSnapshot> query()
    {
        return lane.submit(() -> live().query(qpn()));
    }

    /** Ends it: work that is not complete ends without a word, and its completions are taken out of their queues. */
    public CompletableFuture<QpDestroyed> destroy()
    {
        return lane.submit(() -> live().destroy(qpn()));
    }

    /**
     * Posts a request, whose object may be used again at once. What is posted while the queue pair goes to RESET, is
     * destroyed, or the node is closed may still be taken, and is never done.
     *
     * @return false when the queue is full: as many requests as it holds are not complete (ENOMEM of libibverbs).
     * @throws VerbsException when no queue pair of this kind could ever do it, before RTS, and when it was destroyed.
     * @throws RejectedExecutionException when the node is closed.
     */
    public boolean postSend(final SendWr wr) throws VerbsException
    {
        requireOpen();
        final boolean isPosted = queues.postSend(wr);
        if (isPosted)
        {
            doorbell.raise();
        }
        return isPosted;
    }

    /**
     * Posts a receive; otherwise as {@link #postSend}.
     *
     * @return false when the queue is full: as many receives as it holds are not complete (ENOMEM of libibverbs).
     * @throws VerbsException when it is out of range, in RESET, and when the queue pair was destroyed.
     * @throws RejectedExecutionException when the node is closed.
     */
    public boolean postRecv(final RecvWr wr) throws VerbsException
    {
        requireOpen();
        final boolean isPosted = queues.postRecv(wr);
        // Posted before the state is looked at, as the state is set before receives are flushed: one sees the other.
        VarHandle.fullFence();
        if (isPosted && queues.state() == QpState.ERR)
        {
            doorbell.raise();
        }
        return isPosted;
    }

    private void requireOpen()
    {
        if (lane.isClosed())
        {
            throw new RejectedExecutionException("the node of " + this + " is closed");
        }
    }

    /** The queue pairs, if the one with that number is still this one. Lane thread. */
    private QueuePairs live() throws VerbsException
    {
        queues.requireLive();
        return lane.queuePairs();
    }

    @Override
    public String toString()
    {
        final QpState state = state();
        return "qp " + NumberForm.HEX_24.format(qpn()) + (state == null ? " destroyed" : " in " + state);
    }
}
