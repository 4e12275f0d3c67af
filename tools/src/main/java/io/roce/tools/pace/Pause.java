package io.roce.tools.pace;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
@FunctionalInterface
public interface Pause
{
    /** Really waits; may return early. */
    Pause REAL = LockSupport::parkNanos;

    /** What a system may take to wake a thread that sleeps, in nanoseconds, and a little more. */
    long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(250);

    /**
     * Sleeps for all but the last {@link #SPIN_NS}, and in these goes round without sleeping: exact to microseconds
     * where a processor is free, which it then keeps busy.
     */
    Pause EXACT = durationNs ->
    {
        if (durationNs > SPIN_NS)
        {
            LockSupport.parkNanos(durationNs - SPIN_NS);
        }
        else
        {
            Thread.onSpinWait();
        }
    };

    /** Lets about that many nanoseconds pass; may return early. */
    void pauseNs(long durationNs);
}
