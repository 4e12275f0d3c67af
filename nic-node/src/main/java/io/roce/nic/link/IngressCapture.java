package io.roce.nic.link;

import io.roce.wire.capture.Frame;
import io.roce.wire.capture.KernelChecks;
import io.roce.wire.capture.KernelVerdict;
import io.roce.wire.capture.LiveCapture;
import io.roce.wire.capture.RoceFrame;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The capture of an interface that may vanish: it is opened again when the interface is back. Interfaces that go down
 * and come up are libpcap's to bear. One thread takes frames; what is counted may be asked for from any.
 */
final class IngressCapture implements Closeable
{
    /** Waits between two tries to open it again: some second. */
    private static final int WAITS_BETWEEN_TRIES = 20;
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(LiveCapture.PATIENCE_MS);

    /** Frames that are taken before the system is asked what it has dropped, where none of them is waited for. */
    private static final int FRAMES_BETWEEN_COUNTS = 1024;

    private final String networkInterface;
    private final Opener opener;
    private final Consumer<String> notice;

    private Opened opened;
    private int waits;
    private int uncounted;
    private long earlierDrops;
    private volatile long drops;
    private volatile long interruptions;
    private volatile String interruption;

    /**
     * Opens it.
     *
     * @param notice is told in a sentence when the capture ends, and when it has been opened again.
     */
    IngressCapture(final String networkInterface, final Opener opener, final Consumer<String> notice)
        throws IOException
    {
        this.networkInterface = networkInterface;
        this.opener = opener;
        this.notice = notice;
        opened = opener.open();
    }

    /** Waits for a frame, no longer than {@link LiveCapture#PATIENCE_MS} or so. False when none has come. */
    boolean next(final Frame frame)
    {
        if (opened == null && !reopen())
        {
            LockSupport.parkNanos(PATIENCE_NS);
            return false;
        }

        try
        {
            final boolean hasCome = opened.capture.next(frame);
            if (!hasCome || ++uncounted == FRAMES_BETWEEN_COUNTS)
            {
                count();
            }
            return hasCome;
        }
        catch (final IOException ex)
        {
            onEnd(ex);
            return false;
        }
    }

    /** What the kernel makes of the frame that has come. */
    KernelVerdict verdict(final Frame frame, final RoceFrame roceFrame)
    {
        return opened.checks.verdict(frame, roceFrame);
    }

    /** Frames that found no room in the buffer, so far. */
    long drops()
    {
        return drops;
    }

    /** How often the capture has ended; what came until it was opened again is not counted anywhere. */
    long interruptions()
    {
        return interruptions;
    }

    /** Why nothing is captured now: one sentence; null when something is. */
    String interruption()
    {
        return interruption;
    }

    @Override
    public void close()
    {
        if (opened != null)
        {
            opened.capture.close();
        }
    }

    private void count()
    {
        uncounted = 0;
        drops = Math.max(drops, earlierDrops + opened.capture.dropped());
    }

    private void onEnd(final IOException cause)
    {
        opened.capture.close();
        opened = null;
        earlierDrops = drops;
        waits = 0;
        interruptions++;
        interruption = cause.getMessage();
        notice.accept(interruption + "; it is opened again when that is possible");
    }

    private boolean reopen()
    {
        if (++waits < WAITS_BETWEEN_TRIES)
        {
            return false;
        }

        waits = 0;
        try
        {
            opened = opener.open();
        }
        catch (final IOException | IllegalArgumentException ex)
        {
            return false;       // the interface is not back yet, not up, or without its addresses
        }
        uncounted = 0;
        interruption = null;
        notice.accept("the capture of " + networkInterface + " has been opened again");
        return true;
    }

    /**
     * An open capture.
     *
     * @param checks by the MAC address that the interface has by now.
     */
    record Opened(LiveCapture capture, KernelChecks checks)
    {
    }

    @FunctionalInterface
    interface Opener
    {
        /**
         * Opens the capture.
         *
         * @throws IllegalArgumentException when the interface is not as it has to be: one sentence.
         * @throws IOException              as {@link LiveCapture#open}.
         */
        Opened open() throws IOException;
    }
}
