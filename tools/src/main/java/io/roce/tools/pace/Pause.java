package io.roce.tools.pace;

import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
@FunctionalInterface
public interface Pause
{
    /** Really waits; may return early. */
    Pause REAL = LockSupport::parkNanos;

    /** Lets about that many nanoseconds pass; may return early. */
    void pauseNs(long durationNs);
}
