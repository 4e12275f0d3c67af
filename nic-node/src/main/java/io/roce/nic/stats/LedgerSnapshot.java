package io.roce.nic.stats;

/**
 * The ledger at one moment.
 *
 * @param received     datagrams that the link delivered.
 * @param injected     duplicates that a fault rule added.
 * @param held         datagrams that are delayed.
 * @param counts       by {@link Fate#ordinal()}.
 * @param icrcExact    ICRCs that were right for the header as assumed.
 * @param icrcInferred ICRCs that were right for an inferred identification.
 * @param handedOver   of what this lane received, datagrams that it gave to another one, which decides.
 * @param takenOver    datagrams that other lanes received and this one decides.
 */
public record LedgerSnapshot(
    long received,
    long injected,
    long held,
    long[] counts,
    long icrcExact,
    long icrcInferred,
    long handedOver,
    long takenOver)
{
    /** Of a node with one lane. */
    public LedgerSnapshot(
        final long received,
        final long injected,
        final long held,
        final long[] counts,
        final long icrcExact,
        final long icrcInferred)
    {
        this(received, injected, held, counts, icrcExact, icrcInferred, 0, 0);
    }


    public long count(final Fate fate)
    {
        return counts[fate.ordinal()];
    }

    /** Datagrams that have their fate. */
    public long ended()
    {
        long ended = 0;
        for (final long count : counts)
        {
            ended += count;
        }
        return ended;
    }

    /** Datagrams that are held, and those on their way to another lane: of all lanes of a node together. */
    public long heldOrHandedOver()
    {
        return held + handedOver - takenOver;
    }

    /** Whether every datagram has its one fate. */
    public boolean isBalanced()
    {
        return received + injected == ended() + heldOrHandedOver();
    }

    /** Both accounts in one: lanes at the same moment. */
    public LedgerSnapshot plus(final LedgerSnapshot other)
    {
        final long[] sums = counts.clone();
        for (int i = 0; i < sums.length; i++)
        {
            sums[i] += other.counts[i];
        }
        return new LedgerSnapshot(
            received + other.received,
            injected + other.injected,
            held + other.held,
            sums,
            icrcExact + other.icrcExact,
            icrcInferred + other.icrcInferred,
            handedOver + other.handedOver,
            takenOver + other.takenOver);
    }

    /** The account on one line, with those fates that there were: for people who look for what went wrong. */
    @Override
    public String toString()
    {
        final StringBuilder fates = new StringBuilder();
        for (final Fate fate : Fate.values())
        {
            if (count(fate) > 0)
            {
                fates.append(fates.isEmpty() ? ": " : ", ").append(count(fate)).append(' ').append(fate);
            }
        }
        return "received %d + injected %d %s fates %d + held %d%s".formatted(
            received, injected, isBalanced() ? "=" : "!=", ended(), heldOrHandedOver(), fates);
    }
}
