package io.roce.tools.stale;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.pace.Pause;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

import org.agrona.concurrent.NanoClock;

/** Lets time pass until a node no longer holds something back, up to a bound. Not thread-safe. */
public final class HoldWait
{
    /** What is left when nothing is held back any more. */
    static final long OVER = -1;

    /** Time between two notes of what is left, in nanoseconds. */
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Nodes round up to it what they say is left. */
    private static final long RESOLUTION_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final NanoClock clock;
    private final Pause pause;
    private final long maxWaitNs;
    private final LongConsumer onWaiting;

    /**
     * @param maxWaitNs longest wait for one thing.
     * @param onWaiting told now and then how many nanoseconds are left.
     */
    public HoldWait(final NanoClock clock, final Pause pause, final long maxWaitNs, final LongConsumer onWaiting)
    {
        this.clock = clock;
        this.pause = pause;
        this.maxWaitNs = maxWaitNs;
        this.onWaiting = onWaiting;
    }

    /**
     * Refuses to wait too long.
     *
     * @param what what is held, and how: "numbers back".
     * @throws CommandFailedException when the node holds it for longer than this would wait.
     */
    void requireBearable(final String what, final long leftNs)
    {
        if (leftNs - RESOLUTION_NS >= maxWaitNs)
        {
            throw new CommandFailedException(String.format(
                "the node holds %s for %d ms, longer than the %d ms that this waits (--max-wait)",
                what, TimeUnit.NANOSECONDS.toMillis(leftNs), TimeUnit.NANOSECONDS.toMillis(maxWaitNs)));
        }
    }

    /**
     * Returns when it is over.
     *
     * @param what    as {@link #requireBearable}.
     * @param firstNs nanoseconds that the node has just said are left, 0 or more, or {@link #OVER}.
     * @param left    asks it again.
     * @throws CommandFailedException when it would take longer than the longest wait.
     */
    void await(final String what, final long firstNs, final LongSupplier left)
    {
        final long startNs = clock.nanoTime();
        for (long leftNs = firstNs; leftNs != OVER; leftNs = left.getAsLong())
        {
            requireBearable(what, clock.nanoTime() - startNs + leftNs);
            pass(Math.max(leftNs, RESOLUTION_NS));
        }
    }

    private void pass(final long durationNs)
    {
        final long startNs = clock.nanoTime();
        for (long leftNs = durationNs; leftNs > 0; leftNs = durationNs - (clock.nanoTime() - startNs))
        {
            onWaiting.accept(leftNs);
            pause.pauseNs(Math.min(leftNs, INTERVAL_NS));
        }
    }
}
