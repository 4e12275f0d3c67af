package io.roce.tools.adapter;

import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.WorkCompletion;
import io.roce.tools.cli.CommandFailedException;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A completion queue and how one thread waits for it: it looks for a while, since what it waits for is often about to
 * come and a thread that sleeps takes long to wake; then it sleeps until a completion wakes it, and leaves the
 * processor to others.
 */
public final class Completions
{
    /** Some times as long as a round trip between two processes takes. */
    static final Duration SPIN_DEFAULT = Duration.ofNanos(100_000);

    private final long spinNs;
    private final CompletionQueue cq;
    private volatile Thread sleeper;

    private Completions(final Adapter adapter, final int cqe, final Duration spin)
    {
        spinNs = spin.toNanos();
        cq = Adapter.answer(adapter.verbs().createCq(cqe, this::onEvent));
    }

    /**
     * A new completion queue.
     *
     * @param cqe  completions that it holds.
     * @param spin how long a wait looks before it sleeps; 0 for a thread that sleeps at once.
     */
    public static Completions create(final Adapter adapter, final int cqe, final Duration spin)
    {
        return new Completions(adapter, cqe, spin);
    }

    /** For queue pairs that are to complete here. */
    public CompletionQueue cq()
    {
        return cq;
    }

    /**
     * Takes the oldest completion out, if there is one. The thread that waits.
     *
     * @throws CommandFailedException when completions were lost, since none comes any more.
     */
    public boolean poll(final WorkCompletion into)
    {
        if (cq.poll(into))
        {
            return true;
        }
        if (!cq.isOverflowed())
        {
            return false;
        }
        // What came before the gap is taken first, and may have come after the first look.
        if (cq.poll(into))
        {
            return true;
        }
        throw new CommandFailedException(
            "more completions came than the " + cq.capacity() + " that the completion queue holds");
    }

    /**
     * Waits for a completion and takes it out. One thread alone.
     *
     * @param timeoutNs how long, from now on; {@link Long#MAX_VALUE} for ever.
     * @return false when none came in time.
     * @throws CommandFailedException as {@link #poll}, and when the thread is interrupted.
     */
    public boolean await(final WorkCompletion into, final long timeoutNs)
    {
        final long startNs = System.nanoTime();
        final long lookNs = Math.min(spinNs, timeoutNs);
        do
        {
            if (poll(into))
            {
                return true;
            }
            Thread.onSpinWait();
        }
        while (System.nanoTime() - startNs < lookNs);

        sleeper = Thread.currentThread();
        try
        {
            while (true)
            {
                // Asked for before the last look: a completion is seen here, or wakes the sleeper.
                cq.reqNotify(false);
                if (poll(into))
                {
                    return true;
                }
                final long leftNs = timeoutNs - (System.nanoTime() - startNs);
                if (leftNs <= 0)
                {
                    return false;
                }
                LockSupport.parkNanos(this, leftNs);
                if (Thread.interrupted())
                {
                    throw new CommandFailedException("interrupted while it waited for a completion");
                }
            }
        }
        finally
        {
            sleeper = null;
        }
    }

    /** Lane thread. */
    private void onEvent()
    {
        final Thread asleep = sleeper;
        if (asleep != null)
        {
            LockSupport.unpark(asleep);
        }
    }
}
