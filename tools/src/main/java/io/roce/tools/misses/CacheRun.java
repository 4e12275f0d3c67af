package io.roce.tools.misses;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.qp.MissCost;
import io.roce.nic.qp.QpCache;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;

import java.util.SplittableRandom;

/** Looks queue pairs up as the packet path does: cache, then table. */
final class CacheRun
{
    private static final int FIRST_QPN = NicNodeConfig.FIRST_QPN_DEFAULT;

    /**
     * How often each queue pair or handle has had its turn, in the mean, before anything is counted, and once at
     * least.
     */
    private static final int WARM_UP = 2;

    private CacheRun()
    {
    }

    /**
     * Hits, for each seed.
     *
     * @param packets that are counted; of round-robin whole rounds, at least one.
     */
    static double[] hits(final CacheCell cell, final int packets, final long[] seeds)
    {
        final double[] hits = new double[seeds.length];
        try (QpTable table = QpTableKind.TWO_LEVEL.open(FIRST_QPN, FIRST_QPN + cell.active() - 1))
        {
            for (int i = 0; i < cell.active(); i++)
            {
                if (!table.install(FIRST_QPN + i, QpType.RC, i + 1, 0))
                {
                    throw new OutOfMemoryError("no memory for " + cell.active() + " queue pairs");
                }
            }
            for (int i = 0; i < seeds.length; i++)
            {
                hits[i] = hits(cell, packets, table, new SplittableRandom(seeds[i]));
            }
        }
        return hits;
    }

    private static long hits(
        final CacheCell cell, final int packets, final QpTable table, final SplittableRandom random)
    {
        final int[] qpns = shuffled(cell, random);
        try (QpCache cache =
            cell.shape().kind().open(cell.shape().sets(), cell.shape().ways(), MissCost.NONE, random.split()))
        {
            final QpResolver resolver = new QpResolver(table, cache, () -> 0);
            final Workload.Draw draw = cell.workload().draw(cell.active(), cell.exponent(), random);
            for (final int qpn : qpns)
            {
                resolver.resolve(qpn);
            }
            look(resolver, draw, qpns, WARM_UP * Math.max(cell.active(), cell.shape().size()));
            final long before = cache.hits();
            look(resolver, draw, qpns, packets);
            return cache.hits() - before;
        }
    }

    /** Which queue pair is the most popular has nothing to do with its number. */
    private static int[] shuffled(final CacheCell cell, final SplittableRandom random)
    {
        final int[] qpns = new int[cell.active()];
        for (int i = 0; i < qpns.length; i++)
        {
            qpns[i] = FIRST_QPN + i;
        }
        // Zipf's closed form is of one order, and so are all seeds.
        final SplittableRandom order = cell.workload() == Workload.ZIPF ? new SplittableRandom(1) : random;
        for (int i = qpns.length - 1; i > 0; i--)
        {
            final int place = order.nextInt(i + 1);
            final int qpn = qpns[i];
            qpns[i] = qpns[place];
            qpns[place] = qpn;
        }
        return qpns;
    }

    /** The numbers in the order of their popularity. */
    static int[] byPopularity(final CacheCell cell)
    {
        return shuffled(cell, new SplittableRandom(1));
    }

    private static void look(
        final QpResolver resolver, final Workload.Draw draw, final int[] qpns, final int times)
    {
        for (int i = 0; i < times; i++)
        {
            if (resolver.resolve(qpns[draw.next()]) == null)
            {
                throw new IllegalStateException("a live queue pair was not found");
            }
        }
    }
}
