package io.roce.nic;

import java.util.HashSet;
import java.util.Set;

import org.agrona.ErrorHandler;

/**
 * Logs each failure of the node itself once, with its stack trace: one that comes with every packet must not fill a
 * disk. How many datagrams it has cost is in the ledger, as {@link io.roce.nic.stats.Fate#INTERNAL_ERROR}. Any thread:
 * the lanes of a node have one.
 */
final class DistinctErrorLog implements ErrorHandler
{
    private static final int MAX_DISTINCT = 100;

    private final System.Logger logger;
    private final Set<String> seen = new HashSet<>();

    DistinctErrorLog(final System.Logger logger)
    {
        this.logger = logger;
    }

    @Override
    public synchronized void onError(final Throwable error)
    {
        if (seen.size() < MAX_DISTINCT && seen.add(identity(error)))
        {
            logger.log(
                System.Logger.Level.ERROR, "the node failed; the same failure is not logged again", error);
        }
    }

    /** Its class and the place where it was thrown. */
    private static String identity(final Throwable error)
    {
        final StackTraceElement[] trace = error.getStackTrace();
        return error.getClass().getName() + (trace.length == 0 ? "" : trace[0]);
    }
}
