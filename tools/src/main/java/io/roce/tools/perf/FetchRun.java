package io.roce.tools.perf;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.HdrHistogram.Histogram;

/**
 * One READ or atomic after the other; the time until its completion is a latency. Runs once; allocates nothing between
 * the first and the last.
 */
final class FetchRun
{
    private static final long MAX_LATENCY_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final PhaseEnd end;
    private final PhaseLimit limit;
    private final AtomicLong progress;

    /** Arguments as of {@link BandwidthRun}. */
    FetchRun(final PhaseEnd end, final PhaseLimit limit, final AtomicLong progress)
    {
        this.end = end;
        this.limit = limit;
        this.progress = progress;
    }

    /** Of latencies in nanoseconds. It grows only for one above a minute, as when the process was stopped meanwhile. */
    static Histogram newHistogram()
    {
        final Histogram latencyNs = new Histogram(MAX_LATENCY_NS, SIGNIFICANT_DIGITS);
        latencyNs.setAutoResize(true);
        return latencyNs;
    }

    Measured run()
    {
        final Histogram latencyNs = newHistogram();
        final Verification verification = new Verification();
        final long startNs = System.nanoTime();
        long done = 0;
        while (limit.allows(done, System.nanoTime() - startNs))
        {
            if (end.isVerified())
            {
                end.memory().setMemory(end.layout().out(0, 0), end.size(), (byte)0);
            }
            final long postedNs = System.nanoTime();
            end.qps().post(0, done);
            end.completions().await(end.qps().sends());
            latencyNs.recordValue(System.nanoTime() - postedNs);
            if (end.isVerified())
            {
                verification.add(FetchedContent.isRight(end, 0, done));
            }
            done++;
            progress.setRelease(done);
        }
        return new Measured(new long[]{done}, System.nanoTime() - startNs, 0, latencyNs, 0, verification);
    }
}
