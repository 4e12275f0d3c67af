package io.roce.nic.qp;

import org.agrona.concurrent.NanoClock;

/**
 * Answers which queue pair a number names: the cache first, then the table. The one place where numbers become
 * contexts, for receive and transmit alike. Any 24-bit number may be asked for. Lane thread only.
 */
public final class QpResolver
{
    private final QpTable table;
    private final QpCache cache;
    private final NanoClock clock;
    private final int levels;
    private int levelsWalked;

    public QpResolver(final QpTable table, final QpCache cache, final NanoClock clock)
    {
        this.table = table;
        this.cache = cache;
        this.clock = clock;
        levels = table.kind().levels();
    }

    /** The live queue pair with that number, or null; see {@link #status} for why. Valid until the next call. */
    public QpContext resolve(final int qpn)
    {
        final QpContext cached = cache.get(qpn);
        if (cached != null)
        {
            levelsWalked = 0;
            return cached;
        }

        levelsWalked = levels;
        final QpContext context = cache.spare();
        if (!table.lookup(qpn, context))
        {
            levelsWalked = table.levels(qpn);
            return null;
        }

        cache.put(context);
        return context;
    }

    /** For what has outlived a call: the same queue pair in the same epoch, or null when it is no more. */
    public QpContext resolve(final int qpn, final long generation, final int epoch)
    {
        final QpContext context = resolve(qpn);
        return context != null && context.generation() == generation && context.epoch() == epoch ? context : null;
    }

    /** Levels of the table that were walked when it was asked last; 0 when the cache had the answer. */
    public int levelsWalked()
    {
        return levelsWalked;
    }

    /** Nanoseconds that a number is still held back; 0 when it is not, a century and more while no time ends it. */
    public long quarantineRemainingNs(final int qpn)
    {
        return table.quarantineRemainingNs(qpn, clock.nanoTime());
    }

    /** What is true of a number at this moment. */
    public QpnStatus status(final int qpn)
    {
        return table.status(qpn, clock.nanoTime());
    }
}
