package io.roce.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Tasks, some at a time. */
public final class Parallel
{
    /** Tasks that run at a time, at most: enough where they mostly wait for a node's answer. */
    public static final int THREADS = 8;

    private Parallel()
    {
    }

    /**
     * The results in the order of the tasks.
     *
     * @throws RuntimeException what the first task in that order that failed has thrown; by then no task runs any more.
     */
    public static <T> List<T> run(final List<Callable<T>> tasks)
    {
        final ExecutorService threads = Executors.newFixedThreadPool(Math.min(THREADS, Math.max(1, tasks.size())));
        try
        {
            final List<Future<T>> futures = new ArrayList<>();
            tasks.forEach(task -> futures.add(threads.submit(task)));
            final List<T> results = new ArrayList<>();
            for (final Future<T> future : futures)
            {
                results.add(future.get());
            }
            return results;
        }
        catch (final ExecutionException e)
        {
            if (e.getCause() instanceof RuntimeException failure)
            {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted", e);
        }
        finally
        {
            end(threads);
        }
    }

    private static void end(final ExecutorService threads)
    {
        threads.shutdownNow();
        try
        {
            // A request is given up when it is interrupted, so this does not take long.
            threads.awaitTermination(1, TimeUnit.MINUTES);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
    }
}
