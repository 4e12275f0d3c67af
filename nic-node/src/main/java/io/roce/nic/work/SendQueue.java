package io.roce.nic.work;

import io.roce.nic.error.VerbsException;
import io.roce.wire.opcode.TransportType;

/**
 * The send requests of a queue pair, from the posting to the completion. One thread of the program posts, or several
 * that see to it themselves that they do so one after the other; all else is the lane's.
 *
 * <p>Entries are named by an index that only grows: those from {@link #head} to {@link #tail} are here, those from
 * {@link #next} on were not sent yet, or have to be sent again. They complete in order. A request that is not signaled
 * and succeeds completes without a word. Its slot is free as soon as it has completed, as in Linux's software adapter,
 * while drivers of hardware free it only when a completion of it or of a later one is polled: a program that must also
 * run there asks for a signal at least once in each {@code max_send_wr} requests.
 */
public final class SendQueue
{
    private final WorkRing ring;
    private final SendWqe[] entries;
    private final TransportType transport;
    private final QpCap cap;
    private final boolean isAllSignaled;
    private final CompletionQueue cq;
    private final WorkCompletion completion;
    private long next;

    /**
     * @param isAllSignaled every request is signaled, as {@code sq_sig_all} says.
     * @param cq            where completions go.
     * @param qpn           of the queue pair, which its completions say.
     * @param generation    of the queue pair.
     * @throws VerbsException when {@code cap} is out of range.
     */
    public SendQueue(
        final TransportType transport,
        final QpCap cap,
        final boolean isAllSignaled,
        final CompletionQueue cq,
        final int qpn,
        final long generation)
        throws VerbsException
    {
        cap.require();
        this.transport = transport;
        this.cap = cap;
        this.isAllSignaled = isAllSignaled;
        this.cq = cq;
        completion = new WorkCompletion().qp(qpn, generation);
        ring = new WorkRing(cap.maxSendWr());
        entries = new SendWqe[ring.slots()];
        for (int i = 0; i < entries.length; i++)
        {
            entries[i] = new SendWqe(cap);
        }
    }

    /**
     * Posts a request, whose object may be used again at once. Program's thread. The lane must be told that there is
     * something to do.
     *
     * @return false when the queue is full: as many requests as it holds are not complete (ENOMEM of libibverbs).
     * @throws VerbsException when no queue pair of this kind could ever do it; nothing was posted.
     */
    public boolean post(final SendWr wr) throws VerbsException
    {
        WrCheck.require(wr, transport, cap);
        final int slot = ring.claim();
        if (slot == WorkRing.FULL)
        {
            return false;
        }
        entries[slot].set(wr, isAllSignaled || SendFlag.SIGNALED.isIn(wr.flags()));
        ring.publish();
        return true;
    }

    /** Index of the oldest request that is not complete. */
    public long head()
    {
        return ring.head();
    }

    /** Index of the request that is sent next; {@link #tail} when all were sent. */
    public long next()
    {
        return next;
    }

    /** Sets {@link #next}: forth when a request was sent, back when requests have to be sent again. */
    public void next(final long index)
    {
        if (index < head() || index > tail())
        {
            throw new IndexOutOfBoundsException("next is %d, outside %d to %d".formatted(index, head(), tail()));
        }
        next = index;
    }

    /** Index behind the newest request; what is posted later moves it. */
    public long tail()
    {
        return ring.tail();
    }

    public boolean isEmpty()
    {
        return head() == tail();
    }

    /**
     * A request that is not complete.
     *
     * @throws IndexOutOfBoundsException when the index is not from {@link #head} to below {@link #tail}.
     */
    public SendWqe get(final long index)
    {
        return entries[ring.slotOf(index)];
    }

    /**
     * The oldest request completes.
     *
     * @param vendorErr says more than the status, 0 when there is no more to say.
     * @return false when the completion was lost, since its queue is full or has been: the queue pair cannot go on.
     */
    public boolean complete(final WcStatus status, final int vendorErr)
    {
        final SendWqe wqe = get(head());
        final boolean isSuccess = status == WcStatus.SUCCESS;
        final boolean isToBeTold = wqe.isSignaled() || !isSuccess;
        if (isToBeTold)
        {
            completion.wrId(wqe.wr().wrId())
                .status(status, vendorErr)
                .opcode(wqe.wr().opcode().completion())
                .byteLen(isSuccess ? wqe.length() : 0);
        }
        // Before it is told: who has polled a completion finds room for another request.
        ring.retire();
        next = Math.max(next, head());
        return !isToBeTold || cq.add(completion);
    }

    /**
     * Every request posted so far completes with {@link WcStatus#WR_FLUSH_ERR}, oldest first.
     *
     * @return as {@link #complete}, for all of them.
     */
    public boolean flush()
    {
        boolean isTold = true;
        final long end = tail();
        while (head() < end)
        {
            isTold &= complete(WcStatus.WR_FLUSH_ERR, 0);
        }
        return isTold;
    }

    /** Every request posted so far ends without completion: the queue pair is reset or destroyed. */
    public void discard()
    {
        ring.retireAll();
        next = head();
    }
}
