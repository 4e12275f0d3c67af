package io.roce.nic.stats;

/**
 * The ledger at one moment.
 *
 * @param received     datagrams that the link delivered.
 * @param injected     duplicates that a fault rule added.
 * @param held         datagrams that are delayed or on their way between lanes.
 * @param counts       by {@link Fate#ordinal()}.
 * @param icrcExact    ICRCs that were right for the header as assumed.
 * @param icrcInferred ICRCs that were right for an inferred identification.
 */
public record LedgerSnapshot(
    long received, long injected, long held, long[] counts, long icrcExact, long icrcInferred)
{
    public long count(final Fate fate)
    {
        return counts[fate.ordinal()];
    }

    /** Whether every datagram has its one fate. */
    public boolean isBalanced()
    {
        long ended = 0;
        for (final long count : counts)
        {
            ended += count;
        }
        return received + injected == ended + held;
    }

    /** The account on one line, with those fates that there were: for people who look for what went wrong. */
    @Override
    public String toString()
    {
        final StringBuilder fates = new StringBuilder();
        long ended = 0;
        for (final Fate fate : Fate.values())
        {
            if (count(fate) > 0)
            {
                ended += count(fate);
                fates.append(fates.isEmpty() ? ": " : ", ").append(count(fate)).append(' ').append(fate);
            }
        }
        return "received %d + injected %d %s fates %d + held %d%s".formatted(
            received, injected, isBalanced() ? "=" : "!=", ended, held, fates);
    }
}
