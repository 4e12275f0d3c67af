package io.roce.tools.reuse;

import io.roce.nic.error.VerbsException;

import java.util.Arrays;

/** What was counted in a part of a run. */
final class Batch
{
    private final long[] outcomes = new long[Outcome.values().length];
    private long asked;
    private long refused;
    private long waits;
    private double waitedSeconds;

    void onStale(final StudyNode node, final Connection ended) throws VerbsException
    {
        node.sendStale(ended, outcomes);
    }

    void onAsked()
    {
        asked++;
    }

    void onRefused()
    {
        refused++;
    }

    void onWaited(final long ns)
    {
        waits++;
        waitedSeconds += ns / 1e9;
    }

    /** Stale packets that ended so. */
    long count(final Outcome outcome)
    {
        return outcomes[outcome.ordinal()];
    }

    /** Stale packets. */
    long packets()
    {
        return Arrays.stream(outcomes).sum();
    }

    /** How often a number was asked for, or to be let out of RESET. */
    long asked()
    {
        return asked;
    }

    /** How often that was refused. */
    long refused()
    {
        return refused;
    }

    /** Refusals of which it is known when they would have been none. */
    long waits()
    {
        return waits;
    }

    /** Until then, of all of them. */
    double waitedSeconds()
    {
        return waitedSeconds;
    }
}
