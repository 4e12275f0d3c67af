package io.roce.tools.report;

import io.roce.tools.cli.Parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Many tasks, some at a time, each thread taking the next one when it has done one. */
public final class Tasks
{
    private Tasks()
    {
    }

    /**
     * The results in the order of the tasks.
     *
     * @param onProgress told how many are done, by one thread at a time.
     */
    public static <T> List<T> run(
        final List<Callable<T>> tasks, final int threads, final Consumer<Integer> onProgress)
    {
        final List<T> results = new ArrayList<>();
        tasks.forEach(task -> results.add(null));
        final AtomicInteger next = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
        final List<Callable<Void>> workers = new ArrayList<>();
        for (int i = 0; i < Math.min(threads, tasks.size()); i++)
        {
            workers.add(() ->
            {
                for (int task = next.getAndIncrement(); task < tasks.size(); task = next.getAndIncrement())
                {
                    final T result = tasks.get(task).call();
                    synchronized (results)
                    {
                        results.set(task, result);
                        onProgress.accept(done.incrementAndGet());
                    }
                }
                return null;
            });
        }
        Parallel.run(workers);
        return results;
    }
}
