package io.roce.tools.replay;

import io.roce.tools.capture.RoceFrames;
import io.roce.tools.capture.UnreadableCaptureException;
import io.roce.tools.pace.Pacer;
import io.roce.tools.send.PacketSink;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The packets of one capture, in order, each at its time. {@link #conversations()} and {@link #send} each read the file
 * from its start. A file that cannot be read to its end is replayed as far as it can be: {@link #fault()} says so.
 * Not thread-safe.
 */
public final class Replay
{
    /** In place of a speed: nothing is held back. */
    public static final double AS_FAST_AS_POSSIBLE = Double.POSITIVE_INFINITY;

    private static final String OTHER_DESTINATION = "for another destination";

    private final Path file;
    private final Set<InetAddress> destinations;
    private final Map<String, Long> skipped = new LinkedHashMap<>();
    private String fault;

    /**
     * @param destinations packets to these are chosen; empty for all.
     */
    public Replay(final Path file, final Set<InetAddress> destinations)
    {
        this.file = file;
        this.destinations = destinations;
    }

    /** Finds the queue pairs that the chosen packets speak of. */
    public Conversations conversations() throws IOException
    {
        final Conversations conversations = new Conversations();
        try (RoceFrames frames = RoceFrames.open(file))
        {
            while (next(frames))
            {
                if (isChosen(frames))
                {
                    conversations.onPacket(frames.roceFrame());
                }
            }
        }
        return conversations;
    }

    /**
     * Sends the chosen packets.
     *
     * @param speed how many times as fast as recorded; {@link #AS_FAST_AS_POSSIBLE}.
     * @return how many were sent.
     */
    public long send(final PacketRewriter rewriter, final PacketSink sink, final Pacer pacer, final double speed)
        throws IOException
    {
        skipped.clear();
        long sent = 0;
        long firstNs = 0;
        try (RoceFrames frames = RoceFrames.open(file))
        {
            while (next(frames))
            {
                final String reason = skipReason(frames);
                if (reason != null)
                {
                    skipped.merge(reason, 1L, Long::sum);
                    continue;
                }

                final long timestampNs = frames.frame().timestampNs();
                if (sent == 0)
                {
                    firstNs = timestampNs;
                    pacer.restart();
                }
                final long dueNs = (long)((timestampNs - firstNs) / speed);
                pacer.awaitDue(dueNs);
                final int length = rewriter.rewrite(frames.roceFrame());
                sink.send(rewriter.array(), rewriter.offset(), length);
                sent++;
            }
            frames.others().forEach((kind, count) -> skipped.put(kind.description(), count));
        }
        return sent;
    }

    /** How many packets {@link #send} left out, by reason. */
    public Map<String, Long> skipped()
    {
        return skipped;
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

    private String skipReason(final RoceFrames frames)
    {
        if (!isChosen(frames))
        {
            return OTHER_DESTINATION;
        }
        return frames.roceFrame().isWhole() ? null : frames.roceFrame().icrcUnavailable().description();
    }

    private boolean isChosen(final RoceFrames frames)
    {
        return destinations.isEmpty() ||
            destinations.contains(frames.roceFrame().datagram().envelope().destination());
    }
}
