package io.roce.tools.perf;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;


/**
 * As many messages on their way as may be: whenever one completes, the next is posted. Runs once; allocates nothing
 * between the first message and the last.
 */
final class BandwidthRun
{
    /** What a peak lasts at least: longer than what is on its way takes to complete. */
    private static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final PhaseEnd end;
    private final PhaseLimit limit;
    private final AtomicLong progress;

    private final Verification verification = new Verification();
    private final long[] posted;
    private final long[] completed;
    private long startNs;

    /** @param progress is set to the messages that have completed. */
    BandwidthRun(final PhaseEnd end, final PhaseLimit limit, final AtomicLong progress)
    {
        this.end = end;
        this.limit = limit;
        this.progress = progress;
        posted = new long[end.layout().qps()];
        completed = new long[end.layout().qps()];
    }

    Measured run()
    {
        startNs = System.nanoTime();
        long underWay = begin();
        long done = 0;
        long windowDone = 0;
        long windowNs = startNs;
        double peakPerS = 0;
        while (underWay > 0)
        {
            final int qp = (int)end.completions().await(end.qps().sends()).wrId();
            if (end.isVerified())
            {
                verify(qp, completed[qp]);
            }
            completed[qp]++;
            done++;
            underWay += post(qp) ? 0 : -1;
            progress.setRelease(done);

            final long nowNs = System.nanoTime();
            if (nowNs - windowNs >= WINDOW_NS)
            {
                peakPerS = Math.max(peakPerS, (done - windowDone) * Measured.NS_PER_S / (nowNs - windowNs));
                windowDone = done;
                windowNs = nowNs;
            }
        }
        final long elapsedNs = System.nanoTime() - startNs;
        return new Measured(
            completed, elapsedNs, Math.max(peakPerS, done * Measured.NS_PER_S / elapsedNs), null, 0, verification);
    }

    /** Fills the queues; the queue pairs take turns. */
    private long begin()
    {
        long underWay = 0;
        for (int i = 0; i < end.layout().outSlots(); i++)
        {
            for (int qp = 0; qp < end.layout().qps(); qp++)
            {
                underWay += post(qp) ? 1 : 0;
            }
        }
        return underWay;
    }

    private boolean post(final int qp)
    {
        final long number = posted[qp];
        if (!limit.allows(number, System.nanoTime() - startNs))
        {
            return false;
        }
        if (end.isVerified())
        {
            prepare(qp, number);
        }
        end.qps().post(qp, number);
        posted[qp]++;
        return true;
    }

    private void prepare(final int qp, final long number)
    {
        if (end.plan().op().isFetch())
        {
            end.memory().setMemory(end.layout().out(qp, number), end.size(), (byte)0);
        }
        else
        {
            MessageContent.fill(end.memory(), end.layout().out(qp, number), end.size(), qp, number);
        }
    }

    private void verify(final int qp, final long number)
    {
        if (end.plan().op().isFetch())
        {
            verification.add(FetchedContent.isRight(end, qp, number));
        }
    }
}
