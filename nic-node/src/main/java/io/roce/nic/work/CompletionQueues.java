package io.roce.nic.work;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

import org.agrona.collections.Int2ObjectHashMap;

/**
 * The completion queues of a lane, and how many work queues complete to each: one that is in use stays. Lane thread
 * only.
 *
 * <p>The lanes of a node have the same queues: those of the first lane are made and ended, and counted, while all lanes
 * are held, and those of the others follow.
 */
public final class CompletionQueues
{
    /** What the limit on queues may be at most. */
    public static final int MAX_CQS = 1 << 20;

    private static final class Use
    {
        private final CompletionQueue cq;

        /** What the work queues of this lane complete to; null as long as there has been none. */
        private CompletionQueue own;
        private int workQueues;

        Use(final CompletionQueue cq)
        {
            this.cq = cq;
        }

        private boolean isOf(final CompletionQueue asked)
        {
            return asked == cq || asked == own;
        }
    }

    private final Int2ObjectHashMap<Use> uses = new Int2ObjectHashMap<>();
    private final int maxCqs;
    private final boolean isFirst;

    /** Of the other lanes; none but the first lane's has them. */
    private final List<CompletionQueues> others = new ArrayList<>();
    private int lastHandle;

    /**
     * @param maxCqs queues that may live at once, 1 to {@link #MAX_CQS}.
     * @throws IllegalArgumentException when it is outside.
     */
    public CompletionQueues(final int maxCqs)
    {
        if (maxCqs < 1 || maxCqs > MAX_CQS)
        {
            throw new IllegalArgumentException("maxCqs is %d, outside 1 to %d".formatted(maxCqs, MAX_CQS));
        }
        this.maxCqs = maxCqs;
        isFirst = true;
    }

    private CompletionQueues(final CompletionQueues first)
    {
        maxCqs = first.maxCqs;
        isFirst = false;
        first.others.add(this);
    }

    /** The same for another lane; before there is any. */
    public CompletionQueues ofAnotherLane()
    {
        return new CompletionQueues(this);
    }

    /** A queue that nothing completes to yet; arguments as of {@link CompletionQueue}. */
    public CompletionQueue createCq(final int cqe, final Runnable onEvent) throws VerbsException
    {
        if (uses.size() == maxCqs)
        {
            throw VerbsException.limitReached("completion queues", maxCqs);
        }
        if (lastHandle == Integer.MAX_VALUE)
        {
            // As with protection domains: an old handle is never that of a new queue.
            throw VerbsException.outOfRange("cq", lastHandle + 1L, 1, Integer.MAX_VALUE, NumberForm.DECIMAL);
        }

        final CompletionQueue cq = new CompletionQueue(lastHandle + 1, cqe, onEvent);
        lastHandle++;
        uses.put(lastHandle, new Use(cq));
        others.forEach(other -> other.uses.put(cq.handle(), new Use(cq)));
        return cq;
    }

    /** Ends a queue; refused while queue pairs use it. What is in it can still be polled. */
    public void destroyCq(final CompletionQueue cq) throws VerbsException
    {
        use(cq);
        final int workQueues = figures(cq.handle()).workQueues();
        if (workQueues > 0)
        {
            throw new VerbsException(
                VerbsErrorCode.IN_USE, "completion queue %d has %d work queues".formatted(cq.handle(), workQueues))
                .with("cq", cq.handle())
                .with("work_queues", workQueues);
        }
        uses.remove(cq.handle());
        others.forEach(other -> other.uses.remove(cq.handle()));
    }

    /** The queue with that handle, refused when there is none. */
    public CompletionQueue get(final int handle) throws VerbsException
    {
        return use(handle).cq;
    }

    /** How the queue with that handle fares, in all lanes together. */
    public CqFigures figures(final int handle) throws VerbsException
    {
        final Use use = use(handle);
        CqFigures figures = new CqFigures(handle, use.cq.capacity(), use.cq.size(), use.cq.lost(), use.workQueues);
        for (final CompletionQueues other : others)
        {
            final Use elsewhere = other.use(handle);
            if (elsewhere.own != null)
            {
                figures = figures.plus(elsewhere.own.size(), elsewhere.own.lost(), elsewhere.workQueues);
            }
        }
        return figures;
    }

    /**
     * What the work queues of this lane complete to, where the program polls the queue.
     *
     * @throws OutOfMemoryError when there is none for it; nothing has changed.
     */
    public CompletionQueue own(final CompletionQueue cq) throws VerbsException
    {
        final Use use = use(cq);
        if (use.own == null)
        {
            use.own = isFirst ? cq : cq.newPart();
        }
        return use.own;
    }

    /** The handles of all queues, in no order. */
    public void forEachHandle(final IntConsumer action)
    {
        uses.forEachInt((handle, use) -> action.accept(handle));
    }

    /** Refuses a queue that is none of these, or has ended. */
    public void require(final CompletionQueue cq) throws VerbsException
    {
        use(cq);
    }

    /** A send or receive queue begins to complete there; the queue, or what {@link #own} answers. */
    public void addUse(final CompletionQueue cq) throws VerbsException
    {
        use(cq).workQueues++;
    }

    /** A queue that {@link #addUse} was told of has ended. */
    public void removeUse(final CompletionQueue cq)
    {
        final Use use = uses.get(cq.handle());
        if (use == null || !use.isOf(cq) || use.workQueues == 0)
        {
            throw new IllegalStateException("no work queue completes to completion queue " + cq.handle());
        }
        use.workQueues--;
    }

    /** As many as may be at once. Any thread. */
    public int maxCqs()
    {
        return maxCqs;
    }

    /** Queues that live. */
    public int size()
    {
        return uses.size();
    }

    private Use use(final CompletionQueue cq) throws VerbsException
    {
        final Use use = use(cq.handle());
        if (!use.isOf(cq))
        {
            throw unknown(cq.handle());
        }
        return use;
    }

    private Use use(final int handle) throws VerbsException
    {
        final Use use = uses.get(handle);
        if (use == null)
        {
            throw unknown(handle);
        }
        return use;
    }

    private static VerbsException unknown(final int handle)
    {
        return new VerbsException(
            VerbsErrorCode.UNKNOWN_HANDLE, "no completion queue has the handle " + handle)
            .with("cq", handle);
    }
}
