package io.roce.tools.cli;

/** Something that is to be done when the process is told to end before this is closed. */
public final class ShutdownHook implements AutoCloseable
{
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
