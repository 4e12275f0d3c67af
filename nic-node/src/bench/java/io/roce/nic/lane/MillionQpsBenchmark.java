package io.roce.nic.lane;

import io.roce.nic.Baseline;
import io.roce.nic.qp.QpTableKind;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** As many live queue pairs as a node has by default, 2^20, in each table. The score is nanoseconds a queue pair. */
@State(Scope.Thread)
@Baseline("table=FLAT")
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@OperationsPerInvocation(MillionQpsBenchmark.QPS)
@Fork(1)
public class MillionQpsBenchmark extends FullSizeBenchmark
{
    static final int QPS = 1 << 20;

    @Param
    private QpTableKind table;

    @Override
    QpTableKind table()
    {
        return table;
    }
}
