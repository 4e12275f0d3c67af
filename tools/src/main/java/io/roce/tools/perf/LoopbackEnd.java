package io.roce.tools.perf;


import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The end that waits, in a thread of this process. */
final class LoopbackEnd implements AutoCloseable
{
    private static final long END_MS = TimeUnit.SECONDS.toMillis(5);

    private final Listener listener;
    private final Thread thread;

    /** @param serve takes part in a run; of what it throws the other end is told. */
    LoopbackEnd(final InetAddress address, final Consumer<PeerLine> serve)
    {
        listener = new Listener(new InetSocketAddress(address, 0));
        thread = new Thread(() -> serve(serve), "roce-perf-waits");
        thread.setDaemon(true);
        thread.start();
    }

    /** Where it waits. */
    InetSocketAddress address()
    {
        return listener.address();
    }

    @Override
    public void close()
    {
        listener.close();
        try
        {
            thread.join(END_MS);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(final Consumer<PeerLine> serve)
    {
        try (PeerLine line = listener.accept())
        {
            serve.accept(line);
        }
        catch (final RuntimeException e)
        {
            // The other end fails with it, and says so.
            return;
        }
    }
}
