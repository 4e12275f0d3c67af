package io.roce.tools.replay;

import io.roce.tools.capture.RoceFrames;
import io.roce.tools.capture.UnreadableCaptureException;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Set;

/**
 * The packets of one capture, in order, and which of them are to be sent. {@link #walk} reads the file from its start.
 * A file that cannot be read to its end is replayed as far as it can be: {@link #fault()} says so. Not thread-safe.
 */
public final class Replay
{
    private static final String OTHER_DESTINATION = "for another destination";

    private final Path file;
    private final Set<InetAddress> destinations;
    private String fault;

    /** @param destinations packets to these are chosen; empty for all. */
    public Replay(final Path file, final Set<InetAddress> destinations)
    {
        this.file = file;
        this.destinations = destinations;
    }

    /**
     * Shows what is to be sent, and what not.
     *
     * @return whether all frames that can be read were shown, and none was the last that was wanted.
     */
    boolean walk(final Routing routing, final FrameVisitor visitor) throws IOException
    {
        try (RoceFrames frames = RoceFrames.open(file))
        {
            while (next(frames))
            {
                final Route route = route(frames, routing);
                final String reason = route == null ? OTHER_DESTINATION :
                    frames.roceFrame().isWhole() ? null : frames.roceFrame().icrcUnavailable().description();
                if (reason != null)
                {
                    visitor.onSkipped(frames.frame().number(), reason);
                }
                else if (!visitor.onFrame(frames.frame(), frames.roceFrame(), route))
                {
                    return false;
                }
            }
            visitor.onEnd(frames.others());
        }
        return true;
    }

    /** Whether it can be walked once more: what comes through a pipe cannot. */
    boolean isReadableAgain()
    {
        return RoceFrames.isReadableAgain(file);
    }

    /** Why the file could not be read to its end, in one sentence; null when it could. */
    public String fault()
    {
        return fault;
    }

    private boolean next(final RoceFrames frames)
    {
        try
        {
            return frames.next();
        }
        catch (final UnreadableCaptureException ex)
        {
            fault = ex.getMessage();
            return false;
        }
    }

    private Route route(final RoceFrames frames, final Routing routing) throws IOException
    {
        final Envelope envelope = frames.roceFrame().datagram().envelope();
        return destinations.isEmpty() || destinations.contains(envelope.destination()) ? routing.of(envelope) : null;
    }
}
