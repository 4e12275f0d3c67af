package io.roce.tools.ledger;

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

    private final NodeAdmin admin;
    private final NanoClock clock;
    private final Pause pause;
    private LedgerReading before;

    public FateReader(final NodeAdmin admin, final NanoClock clock, final Pause pause)
    {
        this.admin = admin;
        this.clock = clock;
        this.pause = pause;
    }

    /**
     * Takes the first reading, when two that follow each other are the same: answers to an earlier datagram that are
     * on their way from another node have come then. A node that is never at rest is not waited for.
     */
    public void begin()
    {
        final long startNs = clock.nanoTime();
        LedgerReading earlier = LedgerReading.read(admin);
        before = LedgerReading.read(admin);
        while (!before.equals(earlier) && clock.nanoTime() - startNs < QUIET_PATIENCE_NS)
        {
            earlier = before;
            before = LedgerReading.read(admin);
        }
    }

    /**
     * Waits until a datagram has ended, or {@link LedgerWatch#PATIENCE_NS} have passed, and reads once more: the first
     * to end may have been another's.
     */
    public LedgerDifference settle()
    {
        final long startNs = clock.nanoTime();
        while (!hasEnded(LedgerReading.read(admin)) && clock.nanoTime() - startNs < LedgerWatch.PATIENCE_NS)
        {
            pause.pauseNs(INTERVAL_NS);
        }
        return LedgerReading.read(admin).since(before);
    }

    private boolean hasEnded(final LedgerReading now)
    {
        return now.held() <= before.held() && (now.ended() > before.ended() || now.kernelDrops() > before.kernelDrops());
    }
}
