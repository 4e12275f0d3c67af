package io.roce.tools.levels;

import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpTable;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How long it takes from a number to its context, in processor time.
 *
 * @param ns for each round.
 */
record LookupTime(TableCell cell, double[] ns)
{
    private static final int DRAWS = 1 << 16;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Of each kind, by turns: what else the machine does slows all of them. */
    static List<LookupTime> of(final List<TableCell> cells, final int lookups, final int rounds, final long seed)
    {
        final List<LookupTime> times = new ArrayList<>();
        final List<QpTable> tables = new ArrayList<>();
        try
        {
            final int[] drawn = new int[DRAWS];
            for (final TableCell cell : cells)
            {
                final SplittableRandom random = new SplittableRandom(seed);
                final int[] qpns = cell.layout().qpns(TableCell.FIRST_QPN, cell.pool(), cell.live(), random);
                tables.add(cell.open(qpns));
                Arrays.setAll(drawn, i -> qpns[random.nextInt(qpns.length)]);
                times.add(new LookupTime(cell, new double[rounds]));
            }
            tables.forEach(table -> lookUp(table, drawn, lookups));
            for (int round = 0; round < rounds; round++)
            {
                for (int i = 0; i < tables.size(); i++)
                {
                    final long startNs = THREADS.getCurrentThreadCpuTime();
                    lookUp(tables.get(i), drawn, lookups);
                    times.get(i).ns[round] = (double)(THREADS.getCurrentThreadCpuTime() - startNs) / lookups;
                }
            }
        }
        finally
        {
            tables.forEach(QpTable::close);
        }
        return times;
    }

    double median()
    {
        final double[] sorted = ns.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    double lowest()
    {
        return Arrays.stream(ns).min().orElseThrow();
    }

    double highest()
    {
        return Arrays.stream(ns).max().orElseThrow();
    }

    /** Counts in the record, as a packet does: so it is loaded. */
    private static void lookUp(final QpTable table, final int[] drawn, final int times)
    {
        final QpContext context = new QpContext();
        for (int i = 0; i < times; i++)
        {
            if (!table.lookup(drawn[i & DRAWS - 1], context))
            {
                throw new IllegalStateException("a live queue pair is not found");
            }
            context.onRequest();
        }
    }
}
