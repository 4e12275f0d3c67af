package io.roce.nic.work;

import io.roce.nic.error.VerbsException;

/**
 * The receives of a queue pair, used up oldest first. One thread of the program posts, or several that see to it
 * themselves that they do so one after the other; all else is the lane's. A receive's slot is free as soon as it has
 * completed.
 */
public final class RecvQueue
{
    private final WorkRing ring;
    private final RecvWqe[] entries;
    private final QpCap cap;
    private final CompletionQueue cq;
    private final int qpn;
    private final long generation;
    private final WorkCompletion flushed = new WorkCompletion();

    /**
     * @param cq         where completions go.
     * @param qpn        of the queue pair, which its completions say.
     * @param generation of the queue pair.
     * @throws VerbsException when {@code cap} is out of range.
     */
    public RecvQueue(final QpCap cap, final CompletionQueue cq, final int qpn, final long generation)
        throws VerbsException
    {
        cap.require();
        this.cap = cap;
        this.cq = cq;
        this.qpn = qpn;
        this.generation = generation;
        ring = new WorkRing(cap.maxRecvWr());
        entries = new RecvWqe[ring.slots()];
        for (int i = 0; i < entries.length; i++)
        {
            entries[i] = new RecvWqe(cap);
        }
    }

    /**
     * Posts a receive, whose object may be used again at once. Program's thread.
     *
     * @return false when the queue is full: as many receives as it holds are not complete (ENOMEM of libibverbs).
     * @throws VerbsException when it is out of range; nothing was posted.
     */
    public boolean post(final RecvWr wr) throws VerbsException
    {
        WrCheck.require(wr, cap);
        final int slot = ring.claim();
        if (slot == WorkRing.FULL)
        {
            return false;
        }
        entries[slot].set(wr);
        ring.publish();
        return true;
    }

    /** Receives that are not complete. */
    public int size()
    {
        return (int)(ring.tail() - ring.head());
    }

    /** The receive that the next message, or the one that is coming in, is written to; null when none is posted. */
    public RecvWqe oldest()
    {
        return ring.head() == ring.tail() ? null : entries[ring.slotOf(ring.head())];
    }

    /**
     * The oldest receive completes.
     *
     * @param completion all but the request's id and the queue pair's number, which are filled in here.
     * @return false when the completion was lost, since its queue is full or has been: the queue pair cannot go on.
     */
    public boolean complete(final WorkCompletion completion)
    {
        final RecvWqe wqe = entries[ring.slotOf(ring.head())];
        completion.wrId(wqe.wr().wrId()).qp(qpn, generation);
        // Before it is told: who has polled a completion finds room for another receive.
        ring.retire();
        return cq.add(completion);
    }

    /**
     * Every receive posted so far completes with {@link WcStatus#WR_FLUSH_ERR}, oldest first.
     *
     * @return as {@link #complete}, for all of them.
     */
    public boolean flush()
    {
        boolean isTold = true;
        final long end = ring.tail();
        while (ring.head() < end)
        {
            isTold &= complete(flushed.clear().status(WcStatus.WR_FLUSH_ERR, 0).opcode(WcOpcode.RECV));
        }
        return isTold;
    }

    /** Every receive posted so far ends without completion: the queue pair is reset or destroyed. */
    public void discard()
    {
        ring.retireAll();
    }
}
