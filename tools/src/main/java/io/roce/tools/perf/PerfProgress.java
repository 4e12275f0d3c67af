package io.roce.tools.perf;

import io.roce.tools.cli.ProgressNote;
import io.roce.tools.cli.Terminal;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Says on a terminal how far a run is, by a thread of its own: the one that measures only counts. */
final class PerfProgress implements AutoCloseable
{
    private static final long INTERVAL_MS = 200;

    private final ProgressNote note;
    private final AtomicLong messages = new AtomicLong();
    private final ScheduledExecutorService ticker;
    private volatile String phase = "";

    PerfProgress(final ProgressNote note)
    {
        this.note = note;
        ticker = Terminal.isError() ? Executors.newSingleThreadScheduledExecutor() : null;
        if (ticker != null)
        {
            ticker.scheduleAtFixedRate(this::show, INTERVAL_MS, INTERVAL_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** To be set to the messages of the phase that have completed. */
    AtomicLong messages()
    {
        return messages;
    }

    /** Another phase begins. */
    void begin(final int index, final int count, final PerfPhase next)
    {
        messages.set(0);
        phase = "%d of %d, %s%s of %,d bytes: ".formatted(
            index + 1, count, next.isWarmUp() ? "warm-up for " : "", next.test().name().toLowerCase(), next.size());
    }

    @Override
    public void close()
    {
        if (ticker != null)
        {
            ticker.shutdownNow();
            try
            {
                ticker.awaitTermination(1, TimeUnit.SECONDS);
            }
            catch (final InterruptedException e)
            {
                Thread.currentThread().interrupt();
            }
        }
        note.clear();
    }

    private void show()
    {
        note.show(phase + "%,d messages".formatted(messages.get()));
    }
}
