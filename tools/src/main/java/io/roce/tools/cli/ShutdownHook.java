package io.roce.tools.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Something that is to be done when the process is told to end before this is closed. */
public final class ShutdownHook implements AutoCloseable
{
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Thread thread;

    /**
     * Registers it.
     *
     * @param task runs in a thread of its own while the threads of the program go on.
     * @throws CommandFailedException when the process is ending already.
     */
    public ShutdownHook(final String name, final Runnable task)
    {
        thread = new Thread(task, name);
        try
        {
            Runtime.getRuntime().addShutdownHook(thread);
        }
        catch (final IllegalStateException e)
        {
            throw new CommandFailedException("the command was ended", e);
        }
    }

    /** Whether the process is ending: it was told to by a signal, or a command has ended it. */
    public static boolean isProcessEnding()
    {
        final Thread probe = new Thread(() -> { }, "probe");
        try
        {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        }
        catch (final IllegalStateException e)
        {
            return true;
        }
    }

    /** Waits for at most so long until the process is ending. */
    public static void awaitProcessEnding(final Duration patience)
    {
        final long startNs = System.nanoTime();
        while (!isProcessEnding() && System.nanoTime() - startNs < patience.toNanos())
        {
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /** It is not to be done any more; while the process is ending it is done nevertheless. */
    @Override
    public void close()
    {
        try
        {
            Runtime.getRuntime().removeShutdownHook(thread);
        }
        catch (final IllegalStateException e)
        {
            // The process is ending, and the hook has been started.
            return;
        }
    }
}
