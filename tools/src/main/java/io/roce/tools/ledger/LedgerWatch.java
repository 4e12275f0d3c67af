package io.roce.tools.ledger;

import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.pace.Pause;

import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;

/** Reads a ledger before something is sent, and again when the node has had the time to receive it. Not thread-safe. */
public final class LedgerWatch
{
    /** How long the node may take to receive what was sent, in nanoseconds: loopback takes microseconds. */
    public static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    /** Time between two readings, in nanoseconds. */
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final NodeAdmin admin;
    private final NanoClock clock;
    private final Pause pause;
    private LedgerReading before;

    public LedgerWatch(final NodeAdmin admin, final NanoClock clock, final Pause pause)
    {
        this.admin = admin;
        this.clock = clock;
        this.pause = pause;
    }

    /** Takes the first reading. */
    public void begin()
    {
        before = LedgerReading.read(admin);
    }

    /**
     * Waits until the node has received as much as was sent since {@link #begin}, drops of the kernel counted in, or
     * {@link #PATIENCE_NS} have passed.
     *
     * @param sent datagrams.
     */
    public LedgerDifference settle(final long sent)
    {
        final long startNs = clock.nanoTime();
        while (true)
        {
            final LedgerReading now = LedgerReading.read(admin);
            final LedgerDifference difference = now.since(before);
            final boolean isAllThere =
                difference.received() + difference.knownKernelDrops() >= sent && now.held() <= before.held();
            if (isAllThere || clock.nanoTime() - startNs >= PATIENCE_NS)
            {
                return difference;
            }
            pause.pauseNs(INTERVAL_NS);
        }
    }
}
