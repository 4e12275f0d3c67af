package io.roce.nic.admin;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.roce.nic.lane.Lanes;
import org.agrona.concurrent.NanoClock;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * {@code /metrics}: the node's figures for Prometheus. The lanes are held for it ten times a second at most, however
 * many scrape: who comes soon after another has the same reading. Admin loop only.
 */
final class MetricsResource
{
    private static final long MIN_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);

    private final Lanes lanes;
    private final NodeFacts facts;
    private final NanoClock clock;

    /** Of the lanes, which keep theirs; asked for by the first who scrapes. */
    private CompletableFuture<List<Long>> threadIds;
    private CompletableFuture<MetricsReading> reading;
    private long readNs;

    MetricsResource(final Lanes lanes, final NodeFacts facts, final NanoClock clock)
    {
        this.lanes = lanes;
        this.facts = facts;
        this.clock = clock;
    }

    CompletableFuture<Answer> show(final Route.Call call)
    {
        if (threadIds == null)
        {
            threadIds = lanes.onEach(lane -> Thread.currentThread().getId());
        }
        // Here and not when the lanes have answered: the library would be loaded on a lane's thread.
        final MetricsText text = MetricsText.accepted(call.accept());
        return threadIds.thenCombine(
            reading(),
            (ids, figures) -> Answer.ok(
                Map.of(), text.contentType(), out -> text.write(samples(ids, figures), out)));
    }

    private CompletableFuture<MetricsReading> reading()
    {
        final long nowNs = clock.nanoTime();
        final boolean isOver = reading == null || reading.isDone() && nowNs - readNs >= MIN_INTERVAL_NS;
        if (isOver || reading.isCompletedExceptionally())
        {
            readNs = nowNs;
            reading = lanes.whileHeld(() -> MetricsReading.of(lanes));
        }
        return reading;
    }

    /** While the answer is written: what is asked of the system and of the virtual machine costs the lanes nothing. */
    private MetricSamples samples(final List<Long> threadIds, final MetricsReading figures)
    {
        final MetricSamples samples = new MetricSamples();
        figures.addTo(samples, facts);
        figures.addKernelDrops(samples, lanes.first().kernelDrops());
        final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        for (int i = 0; i < threadIds.size(); i++)
        {
            final String lane = String.valueOf(i);
            samples.addKnown(Metric.LANE_CPU, threads.getThreadCpuTime(threadIds.get(i)), NS_PER_S, lane);
            samples.addKnown(Metric.LANE_ALLOCATED, threads.getThreadAllocatedBytes(threadIds.get(i)), 1, lane);
        }
        samples.addKnown(
            Metric.PROCESS_CPU,
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
            NS_PER_S);
        return samples;
    }
}
