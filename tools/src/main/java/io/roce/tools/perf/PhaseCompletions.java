package io.roce.tools.perf;

import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.tools.adapter.Completions;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Durations;

import java.util.concurrent.TimeUnit;

/**
 * Waits for completions of a phase, and for nothing that cannot come any more: when the other end has gone, a message
 * has failed or nothing happens for long it says so. Allocates nothing until then.
 */
final class PhaseCompletions
{
    /** How often is looked whether the other end is still there. */
    static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** More than all retries of a requester with the usual timeout together. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** When the other end dies, its silence may be noticed before its connection breaks. */
    private static final long NEWS_NS = TimeUnit.SECONDS.toNanos(1);

    private final PeerLine line;
    private final WorkCompletion completion = new WorkCompletion();

    PhaseCompletions(final PeerLine line)
    {
        this.line = line;
    }

    /** The next completion, a success, as {@link #completion}. */
    WorkCompletion await(final Completions completions)
    {
        for (long waitedNs = 0; waitedNs < PATIENCE_NS; waitedNs += LOOK_NS)
        {
            if (await(completions, LOOK_NS))
            {
                return completion;
            }
        }
        throw new CommandFailedException("nothing has completed for " + Durations.format(PATIENCE_NS));
    }

    /** Whether one has come in time, a success. */
    boolean await(final Completions completions, final long timeoutNs)
    {
        if (completions.await(completion, timeoutNs))
        {
            requireSuccess();
            return true;
        }
        requirePeer();
        return false;
    }

    /** Throws when the other end has gone. */
    void requirePeer()
    {
        line.requireOpen();
    }

    /** The last one that has come; valid until the next is waited for. */
    WorkCompletion completion()
    {
        return completion;
    }

    private void requireSuccess()
    {
        if (completion.status() == WcStatus.SUCCESS)
        {
            return;
        }
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < NEWS_NS)
        {
            requirePeer();
            Thread.onSpinWait();
        }
        throw new CommandFailedException("a message failed with " + completion.status() + ": " +
            completion.status().description());
    }
}
