package io.roce.tools.perf;

import io.roce.nic.qp.QpType;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Durations;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.HdrHistogram.Histogram;

/**
 * One message there and one like it back, again and again; half of the time that takes is a latency. Over UC and UD
 * either may be lost: then it is not waited for any longer. Runs once; allocates nothing between the first message and
 * the last.
 */
final class PingPongRun
{
    /** After so long an answer is not waited for any more where nobody sends it again. */
    static final long LOST_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long NO_ANSWER = -1;

    private final PhaseEnd end;
    private final PhaseLimit limit;
    private final AtomicLong progress;
    private final Incoming incoming;
    private final Histogram latencyNs = FetchRun.newHistogram();
    private final Verification verification = new Verification();

    /** Posts its receives; arguments as of {@link BandwidthRun}. */
    PingPongRun(final PhaseEnd end, final PhaseLimit limit, final AtomicLong progress)
    {
        this.end = end;
        this.limit = limit;
        this.progress = progress;
        incoming = new Incoming(end);
    }

    Measured run()
    {
        final long startNs = System.nanoTime();
        long sent = 0;
        long unanswered = 0;
        while (limit.allows(sent, System.nanoTime() - startNs))
        {
            sent++;
            final long roundTripNs = roundTripNs(sent);
            if (roundTripNs == NO_ANSWER)
            {
                unanswered++;
            }
            else
            {
                latencyNs.recordValue(roundTripNs / 2);
            }
            progress.setRelease(sent);
        }
        return new Measured(
            new long[]{sent}, System.nanoTime() - startNs, 0, latencyNs, unanswered, verification);
    }

    private long roundTripNs(final long number)
    {
        final int out = end.layout().out(0, 0);
        if (end.isVerified())
        {
            MessageContent.fill(end.memory(), out, end.size(), 0, number);
        }
        else
        {
            MessageContent.mark(end.memory(), out, end.size(), number);
        }
        final long startNs = System.nanoTime();
        end.qps().post(0, number);
        final long answerNs = awaitAnswer(number, startNs);
        end.completions().await(end.qps().sends());
        return answerNs == NO_ANSWER ? NO_ANSWER : answerNs - startNs;
    }

    /** When it came. */
    private long awaitAnswer(final long number, final long startNs)
    {
        final long patienceNs = end.plan().connection() == QpType.RC ? PATIENCE_NS : LOST_NS;
        long nowNs = startNs;
        while (nowNs - startNs < patienceNs)
        {
            final long leftNs = patienceNs - (nowNs - startNs);
            final boolean hasCome = incoming.await(Math.min(PhaseCompletions.LOOK_NS, leftNs));
            nowNs = System.nanoTime();
            if (hasCome)
            {
                if (end.isVerified())
                {
                    verification.add(incoming.isWhole());
                }
                incoming.release();
                if (incoming.number() == number)
                {
                    return nowNs;
                }
            }
        }
        if (end.plan().connection() == QpType.RC)
        {
            // If the message has failed, that is what is to be said.
            end.completions().await(end.qps().sends());
            throw new CommandFailedException("the other end has not answered for " + Durations.format(PATIENCE_NS));
        }
        return NO_ANSWER;
    }
}
