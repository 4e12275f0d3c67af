package io.roce.nic.qpn;

import java.util.Arrays;

/**
 * A run of numbers that there will be when the fewest have left the quarantine, in the order in which they leave.
 *
 * @param leaving   entries of those that must leave, 1 or more.
 * @param allocator a copy in which they have: it has the run.
 */
record RunAhead(int[] leaving, QpnAllocator allocator)
{
    /** How far the order is looked at first, and how many times as far whenever that does not do: it costs the most. */
    private static final int FIRST_REACH = 64;
    private static final int REACH_FACTOR = 4;

    /**
     * Looks ahead; null when there is no run even with all numbers let out.
     *
     * @param allocator has no run.
     */
    static RunAhead find(
        final QpnAllocator allocator, final QpnQuarantine quarantine, final int count, final int maxPages)
    {
        final int[] all = quarantine.entries();
        if (!without(allocator, quarantine, all, 0, all.length).hasRun(count, maxPages))
        {
            return null;
        }

        QpnAllocator tooFew = allocator;
        int few = 0;
        int enough = Math.min(FIRST_REACH, all.length);
        int[] order = quarantine.firstToYield(enough);
        QpnAllocator tried = without(tooFew, quarantine, order, few, enough);
        while (!tried.hasRun(count, maxPages))
        {
            tooFew = tried;
            few = enough;
            enough = Math.min(REACH_FACTOR * enough, all.length);
            order = quarantine.firstToYield(enough);
            tried = without(tooFew, quarantine, order, few, enough);
        }

        QpnAllocator found = tried;
        while (enough - few > 1)
        {
            final int middle = (few + enough) >>> 1;
            tried = without(tooFew, quarantine, order, few, middle);
            if (tried.hasRun(count, maxPages))
            {
                enough = middle;
                found = tried;
            }
            else
            {
                few = middle;
                tooFew = tried;
            }
        }
        return new RunAhead(Arrays.copyOf(order, enough), found);
    }

    /** A copy in which some numbers of the quarantine are free. */
    private static QpnAllocator without(
        final QpnAllocator allocator,
        final QpnQuarantine quarantine,
        final int[] entries,
        final int from,
        final int to)
    {
        final QpnAllocator later = allocator.copy();
        for (int i = from; i < to; i++)
        {
            later.release(quarantine.qpn(entries[i]));
        }
        return later;
    }
}
