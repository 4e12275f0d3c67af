package io.roce.nic.admin;

import java.util.concurrent.TimeUnit;

/** Nanoseconds as the API writes them. */
final class Durations
{
    private Durations()
    {
    }

    /** Milliseconds, rounded up: who waits that long has waited long enough. */
    static long ceilMs(final long ns)
    {
        final long nsPerMs = TimeUnit.MILLISECONDS.toNanos(1);
        return ns / nsPerMs + (ns % nsPerMs > 0 ? 1 : 0);
    }
}
