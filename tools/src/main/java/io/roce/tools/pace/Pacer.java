package io.roce.tools.pace;

import org.agrona.concurrent.NanoClock;

/** Holds back what is sent until it is due, counted from a start; what is late is not held back. Not thread-safe. */
public final class Pacer
{
    private final NanoClock clock;
    private final Pause pause;
    private long startNs;

    public Pacer(final NanoClock clock, final Pause pause)
    {
        this.clock = clock;
        this.pause = pause;
        restart();
    }

    /** Offsets count from now on. */
    public void restart()
    {
        startNs = clock.nanoTime();
    }

    /** Returns when so many nanoseconds have passed since the start; at once when they have. */
    public void awaitDue(final long offsetNs)
    {
        for (long leftNs = untilDueNs(offsetNs); leftNs > 0; leftNs = untilDueNs(offsetNs))
        {
            pause.pauseNs(leftNs);
        }
    }

    /** By how many nanoseconds it is past due. */
    public long latenessNs(final long offsetNs)
    {
        return -untilDueNs(offsetNs);
    }

    private long untilDueNs(final long offsetNs)
    {
        return offsetNs - (clock.nanoTime() - startNs);
    }
}
