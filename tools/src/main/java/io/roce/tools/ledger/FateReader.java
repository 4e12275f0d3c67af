package io.roce.tools.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.pace.Pause;

import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;

/**
 * Reads the fate of one datagram off a ledger: {@link #begin} just before it is sent, {@link #settle} just after. What
 * others send a node is kept apart as far as it comes before or after; what comes at the same time is in the
 * difference, which then is of more than one datagram. Not thread-safe.
 */
public final class FateReader
{
    /** How long to wait for a node that others send to all the time, in nanoseconds. */
    private static final long QUIET_PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Between two readings while nothing has come, in nanoseconds. */
    private static final long INTERVAL_NS = TimeUnit.MICROSECONDS.toNanos(200);

    /** @param sent datagrams that the node has sent itself. */
    private record Reading(LedgerReading ledger, long sent)
    {
    }

    private final NodeAdmin admin;
    private final NanoClock clock;
    private final Pause pause;
    private Reading before;
    private Reading after;

    public FateReader(final NodeAdmin admin, final NanoClock clock, final Pause pause)
    {
        this.admin = admin;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Takes the first reading when the node is at rest: when two readings that follow each other are the same. A node
     * that is never at rest is not waited for.
     *
     * @param isAnswered whether nodes have answered earlier datagrams: what another node sent this one may be under
     *                   way, so that no reading from before counts.
     */
    public void begin(final boolean isAnswered)
    {
        final long startNs = clock.nanoTime();
        Reading earlier = isAnswered ? null : after;
        before = read();
        while (!before.equals(earlier) && clock.nanoTime() - startNs < QUIET_PATIENCE_NS)
        {
            earlier = before;
            before = read();
        }
    }

    /**
     * Waits until a datagram has ended, or {@link LedgerWatch#PATIENCE_NS} have passed, and reads once more: the first
     * to end may have been another's.
     */
    public LedgerDifference settle()
    {
        final long startNs = clock.nanoTime();
        while (!hasEnded(read().ledger) && clock.nanoTime() - startNs < LedgerWatch.PATIENCE_NS)
        {
            pause.pauseNs(INTERVAL_NS);
        }
        after = read();
        return after.ledger.since(before.ledger);
    }

    /** Whether the node has sent something itself from {@link #begin} to {@link #settle}. */
    public boolean hasAnswered()
    {
        return after.sent != before.sent;
    }

    private Reading read()
    {
        final JsonNode json = admin.request("GET", "/v1/ledger", null);
        return new Reading(LedgerReading.of(json), json.path("egress").path("sent").asLong());
    }

    private boolean hasEnded(final LedgerReading now)
    {
        final LedgerReading then = before.ledger;
        return now.held() <= then.held() && (now.ended() > then.ended() || now.kernelDrops() > then.kernelDrops());
    }
}
