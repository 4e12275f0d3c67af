package io.roce.nic.work;

import java.util.concurrent.atomic.AtomicReference;

/** The lane's part in this thread, the program's part in another: either one's failure ends both. */
final class TwoThreads
{
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** One side of it; it goes on until it is done. */
    interface Side
    {
        /** Does something, or finds that there is nothing to do yet. False when this side is done. */
        boolean step() throws Exception;
    }

    void run(final Side lane, final Side program) throws Exception
    {
        final Thread other = new Thread(() -> runToEnd(program));
        other.start();
        runToEnd(lane);
        try
        {
            other.join();
        }
        catch (final InterruptedException ex)
        {
            failure.compareAndSet(null, ex);
        }
        if (failure.get() != null)
        {
            throw new AssertionError(failure.get());
        }
    }

    private void runToEnd(final Side side)
    {
        try
        {
            while (failure.get() == null && side.step())
            {
                if (Thread.interrupted())
                {
                    throw new InterruptedException("the test took too long");
                }
            }
        }
        catch (final Throwable ex)
        {
            failure.compareAndSet(null, ex);
        }
    }
}
