package io.roce.nic;

import java.util.ArrayDeque;
import java.util.Queue;

import org.agrona.ErrorHandler;

/**
 * What an adapter in memory puts off until what is under way has come to its end: tasks, since an event's handler may
 * ask for a verb amid a packet, and then failures, since whoever is told of them may throw. One thread.
 */
final class MemoryTurns implements ErrorHandler
{
    private final ErrorHandler errors;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Queue<Throwable> untold = new ArrayDeque<>();
    private boolean isUnderWay;

    MemoryTurns(final ErrorHandler errors)
    {
        this.errors = errors;
    }

    /**
     * Runs a task: at once, or behind what is under way.
     *
     * @param task throws nothing.
     */
    void run(final Runnable task)
    {
        tasks.add(task);
        drain();
    }

    @Override
    public void onError(final Throwable error)
    {
        untold.add(error);
        drain();
    }

    /** A packet or a poll begins; never within another. */
    void begin()
    {
        isUnderWay = true;
    }

    /** It has ended. Throws what whoever is told of failures throws. */
    void end()
    {
        isUnderWay = false;
        drain();
    }

    private void drain()
    {
        while (!isUnderWay && !(tasks.isEmpty() && untold.isEmpty()))
        {
            if (tasks.isEmpty())
            {
                errors.onError(untold.remove());
                continue;
            }
            isUnderWay = true;
            try
            {
                tasks.remove().run();
            }
            finally
            {
                isUnderWay = false;
            }
        }
    }
}
