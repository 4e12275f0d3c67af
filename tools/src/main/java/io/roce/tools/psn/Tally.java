package io.roce.tools.psn;

import io.roce.nic.stats.Fate;

import java.util.Arrays;
import java.util.Set;

/** What became of old packets, counted as it was seen. Not thread-safe. */
public final class Tally
{
    private final long[] fates = new long[Fate.values().length];
    private final long[] harms = new long[Harm.values().length];
    private final long[] answers = new long[Answer.values().length];
    private long harmful;

    /** One packet has ended. */
    void add(final Fate fate, final Set<Harm> done)
    {
        fates[fate.ordinal()]++;
        if (!done.isEmpty())
        {
            harmful++;
            done.forEach(harm -> harms[harm.ordinal()]++);
        }
    }

    /** One packet was sent in answer. */
    void add(final Answer answer)
    {
        answers[answer.ordinal()]++;
    }

    void add(final Tally other)
    {
        add(fates, other.fates);
        add(harms, other.harms);
        add(answers, other.answers);
        harmful += other.harmful;
    }

    long count(final Fate fate)
    {
        return fates[fate.ordinal()];
    }

    long count(final Harm harm)
    {
        return harms[harm.ordinal()];
    }

    long count(final Answer answer)
    {
        return answers[answer.ordinal()];
    }

    /** Packets that have ended. */
    long count()
    {
        return Arrays.stream(fates).sum();
    }

    /** Packets that did any harm. */
    long harmful()
    {
        return harmful;
    }

    private static void add(final long[] counts, final long[] more)
    {
        for (int i = 0; i < counts.length; i++)
        {
            counts[i] += more[i];
        }
    }
}
