package io.roce.nic;

import java.util.ArrayDeque;
import java.util.Queue;

import org.agrona.ErrorHandler;

/**
 * Failures of an adapter in memory, told when what is under way has come to its end: whoever is told may throw, and a
 * datagram has its fate before. One thread.
 */
final class DeferredErrors implements ErrorHandler
{
    private final ErrorHandler errors;
    private final Queue<Throwable> untold = new ArrayDeque<>();
    private int depth;

    DeferredErrors(final ErrorHandler errors)
    {
        this.errors = errors;
    }

    @Override
    public void onError(final Throwable error)
    {
        untold.add(error);
        tell();
    }

    /** Something begins, maybe within something else. */
    void begin()
    {
        depth++;
    }

    /** What began last has ended. Throws what whoever is told throws. */
    void end()
    {
        depth--;
        tell();
    }

    private void tell()
    {
        while (depth == 0 && !untold.isEmpty())
        {
            errors.onError(untold.remove());
        }
    }
}
