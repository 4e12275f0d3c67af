package io.roce.tools.top;

/** What a node counted between two snapshots, by the node's own clock. */
record Rates(Snapshot before, Snapshot now)
{
    private static final double MS_PER_S = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;

    double received()
    {
        return perSecond(now.ledger().received() - before.ledger().received());
    }

    double ended(final FateGroup group)
    {
        return perSecond(now.ended(group) - before.ended(group));
    }

    double ended(final String fate)
    {
        return perSecond(now.ledger().count(fate) - before.ledger().count(fate));
    }

    /** Of one processor, in percent. */
    double cpu()
    {
        return PERCENT * (now.cpuNs() - before.cpuNs()) / NS_PER_MS / elapsedMs();
    }

    private double perSecond(final long difference)
    {
        return difference * MS_PER_S / elapsedMs();
    }

    private long elapsedMs()
    {
        return Math.max(1, now.uptimeMs() - before.uptimeMs());
    }
}
