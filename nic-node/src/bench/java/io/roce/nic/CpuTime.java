package io.roce.nic;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;

import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the whole process, the collector's and the compiler's included, for one operation. It says what one
 * core can do while others want it too. Not for single shots, whose preparation would count.
 */
public final class CpuTime implements InternalProfiler
{
    static final String LABEL = "cpu";

    private final OperatingSystemMXBean system =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long startNs;

    @Override
    public String getDescription()
    {
        return "Processor time for one operation";
    }

    @Override
    public void beforeIteration(final BenchmarkParams benchmark, final IterationParams iteration)
    {
        startNs = system.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
        final BenchmarkParams benchmark, final IterationParams iteration, final IterationResult result)
    {
        final long usedNs = system.getProcessCpuTime() - startNs;
        return benchmark.getMode() == Mode.SingleShotTime ?
            List.of() :
            List.of(new ScalarResult(
                LABEL, usedNs / (double)result.getMetadata().getAllOps(), "ns/op", AggregationPolicy.AVG));
    }
}
