package io.roce.tools.stale;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.pace.Pause;
import io.roce.wire.Qpn;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

import org.agrona.concurrent.NanoClock;

/** Waits until a node no longer holds a number back. Not thread-safe. */
public final class QuarantineWait
{
    /** Time between two looks, in nanoseconds: nodes release numbers now and then, not on the dot. */
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final NodeAdmin admin;
    private final NanoClock clock;
    private final Pause pause;
    private final long maxWaitNs;
    private final LongConsumer onWaiting;

    /**
     * @param maxWaitNs longest wait for one number.
     * @param onWaiting told now and then how many nanoseconds the node says are left.
     */
    public QuarantineWait(
        final NodeAdmin admin,
        final NanoClock clock,
        final Pause pause,
        final long maxWaitNs,
        final LongConsumer onWaiting)
    {
        this.admin = admin;
        this.clock = clock;
        this.pause = pause;
        this.maxWaitNs = maxWaitNs;
        this.onWaiting = onWaiting;
    }

    /**
     * How long the node holds numbers back, in nanoseconds.
     *
     * @throws CommandFailedException when that is longer than this would wait, or not a time.
     */
    public long requireBearable()
    {
        final JsonNode quarantine = admin.request("GET", "/v1/quarantine", null);
        final String policy = quarantine.path("policy").asText();
        if (!quarantine.path("time_ns").isIntegralNumber() || policy.contains("count"))
        {
            throw new CommandFailedException("the drill waits for a time, and the node's quarantine is " + policy);
        }
        final long timeNs = quarantine.path("time_ns").asLong();
        if (timeNs > maxWaitNs)
        {
            throw new CommandFailedException(String.format(
                "the node holds numbers back for %d ms, longer than the %d ms that this waits (--max-wait)",
                TimeUnit.NANOSECONDS.toMillis(timeNs), TimeUnit.NANOSECONDS.toMillis(maxWaitNs)));
        }
        return timeNs;
    }

    /**
     * Returns when the number is free.
     *
     * @throws CommandFailedException when it is still held back at the end of the longest wait, or somebody has it.
     */
    public void awaitFree(final int qpn)
    {
        final long startNs = clock.nanoTime();
        for (long remainingNs = remainingNs(qpn); remainingNs >= 0; remainingNs = remainingNs(qpn))
        {
            if (clock.nanoTime() - startNs > maxWaitNs)
            {
                throw new CommandFailedException(String.format(
                    "the node still holds %s back after %d ms (--max-wait)",
                    Qpn.format(qpn), TimeUnit.NANOSECONDS.toMillis(maxWaitNs)));
            }
            onWaiting.accept(remainingNs);
            pause.pauseNs(Math.min(Math.max(remainingNs, 1), INTERVAL_NS));
        }
    }

    /** What the node says is left, 0 or more; -1 when the number is free. */
    private long remainingNs(final int qpn)
    {
        try
        {
            admin.request("GET", "/v1/qps/" + qpn, null);
        }
        catch (final AdminException ex)
        {
            if ("QUARANTINED".equals(ex.code()))
            {
                final JsonNode remaining = ex.field("remaining_ms");
                return TimeUnit.MILLISECONDS.toNanos(Math.max(0, remaining.asLong()));
            }
            if ("UNALLOCATED".equals(ex.code()))
            {
                return -1;
            }
            throw ex;
        }
        throw new CommandFailedException("somebody else has created a queue pair with the number " + Qpn.format(qpn));
    }
}
