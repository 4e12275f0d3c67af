package io.roce.tools.bench;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Numbers;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** From a number to its queue pair. */
final class LookupPart
{
    private static final int[] LIVE = {1 << 10, 1 << 16, 1 << 20};
    /** With few look-ups it is not worth while to fill a large table. */
    private static final int MAX_LIVE_PER_PACKET = 64;
    private static final int DRAWS = 1 << 20;
    private static final int FIRST_QPN = NicNodeConfig.FIRST_QPN_DEFAULT;
    private static final Goal GOAL = Goal.atMost(1.3);
    private static final long SEED = 0x5EED;

    private LookupPart()
    {
    }

    static PartResult run(final Bench bench)
    {
        final PartResult result = new PartResult();
        for (final int live : LIVE)
        {
            if (live <= (long)bench.packets() * MAX_LIVE_PER_PACKET)
            {
                measure(bench, live, result);
            }
        }
        result.note("One thread, its processor time; numbers in a row, each drawn as often as another; a count in " +
            "the record, as a packet makes it, is in it.");
        result.limit("With few queue pairs the loop itself; with a million of them, whose records take 256 MB, the " +
            "memory's latency for the record, which both tables have to wait for: the page's address, which two " +
            "levels load before, is in the cache.");
        return result;
    }

    private static void measure(final Bench bench, final int live, final PartResult result)
    {
        final List<Double> twoLevelNs = new ArrayList<>();
        final List<Double> flatNs = new ArrayList<>();
        try (Table twoLevel = new Table(QpTableKind.TWO_LEVEL, live); Table flat = new Table(QpTableKind.FLAT, live))
        {
            bench.progress().show("lookup: warming up");
            twoLevel.lookUp(bench.warmUp());
            flat.lookUp(bench.warmUp());
            for (int round = 0; round < bench.rounds(); round++)
            {
                bench.progress().show("lookup: " + live + " live, round " + (round + 1) + " of " + bench.rounds());
                twoLevelNs.add(CpuTime.nsEach(twoLevel::lookUp, bench.packets()));
                flatNs.add(CpuTime.nsEach(flat::lookUp, bench.packets()));
            }
        }
        result.add(Figure.of(
            Numbers.count(live) + " live, two levels", "ns", twoLevelNs, "flat", flatNs,
            live == LIVE[LIVE.length - 1] ? GOAL : null));
    }

    /** A table with so many queue pairs, and what is looked up in it. */
    private static final class Table implements AutoCloseable
    {
        private final QpTable table;
        private final QpContext context = new QpContext();
        private final int[] qpns = new int[DRAWS];
        private int next;

        Table(final QpTableKind kind, final int live)
        {
            table = kind.open(FIRST_QPN, FIRST_QPN + live - 1);
            for (int i = 0; i < live; i++)
            {
                if (!table.install(FIRST_QPN + i, QpType.RC, i, 0))
                {
                    table.close();
                    throw new CommandFailedException(
                        "there is no memory for " + Numbers.count(live) + " queue pairs; ROCE_JAVA_OPTS=" +
                            "-XX:MaxDirectMemorySize=2g gives the table more");
                }
            }
            final SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 0; i < DRAWS; i++)
            {
                qpns[i] = FIRST_QPN + random.nextInt(live);
            }
        }

        void lookUp(final int times)
        {
            for (int i = 0; i < times; i++)
            {
                if (!table.lookup(qpns[next], context))
                {
                    throw new IllegalStateException("a live queue pair is not found: " + qpns[next]);
                }
                context.onRequest();
                next = next + 1 & DRAWS - 1;
            }
        }

        @Override
        public void close()
        {
            table.close();
        }
    }
}
