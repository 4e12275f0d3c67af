package io.roce.nic.lane;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpTableKind;

import java.util.SplittableRandom;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * So many queue pairs as there are operations in one call, with numbers in a row: what one costs to create from an
 * empty table on, to look up, uniformly drawn, and to destroy until the table is empty; and what memory there is for
 * them, in a line at the end of each pass. There is neither a cache nor a quarantine. Each pass starts with an empty
 * table, whose memory the system has to find again: that of the flat one when it opens, which is in no figure.
 */
public abstract class FullSizeBenchmark
{
    private final SplittableRandom random = new SplittableRandom();
    private SizedQueuePairs queuePairs;

    abstract QpTableKind table();

    @Setup(Level.Iteration)
    public void open(final BenchmarkParams params) throws VerbsException
    {
        queuePairs = new SizedQueuePairs(table(), params.getOpsPerInvocation());
        if (!params.getBenchmark().endsWith(".create"))
        {
            queuePairs.create();
        }
    }

    @TearDown(Level.Iteration)
    public void close()
    {
        System.out.println(queuePairs.memory());
        queuePairs.close();
    }

    @Benchmark
    public void create() throws VerbsException
    {
        queuePairs.create();
    }

    @Benchmark
    public long lookup()
    {
        return queuePairs.lookup(random);
    }

    @Benchmark
    public void destroy() throws VerbsException
    {
        queuePairs.destroy();
    }
}
