package io.roce.tools.capture;

import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.FrameSegments;
import io.roce.wire.capture.RoceFrame;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Walks over the frames of a file that hold a RoCEv2 packet, in constant memory, and counts the others. Not
 * thread-safe.
 */
public final class RoceFrames implements Closeable
{
    private static final Path STANDARD_INPUT = Path.of("-");

    private final Path file;
    private final CaptureReader reader;
    private final FrameDissector dissector = new FrameDissector();
    private final Frame frame = new Frame();
    private final RoceFrame roceFrame = new RoceFrame();
    private final FrameSegments segments = new FrameSegments();
    private final Map<FrameKind, Long> others = new EnumMap<>(FrameKind.class);
    private FrameKind kind;

    private RoceFrames(final Path file, final CaptureReader reader)
    {
        this.file = file;
        this.reader = reader;
    }

    /**
     * Opens a file; {@code -} is standard input.
     *
     * @throws UnreadableCaptureException when it is no capture, or cannot be read.
     */
    public static RoceFrames open(final Path file) throws UnreadableCaptureException
    {
        return open(file, () -> { });
    }

    /**
     * The same, for whom is to do something when standard input has nothing more for the moment.
     *
     * @param beforeWait runs within {@link #open} and {@link #nextFrame}, each time before they wait.
     */
    public static RoceFrames open(final Path file, final Runnable beforeWait) throws UnreadableCaptureException
    {
        try
        {
            return new RoceFrames(file, STANDARD_INPUT.equals(file) ?
                CaptureReader.open("standard input", new PausingInput(System.in, beforeWait)) :
                CaptureReader.open(file));
        }
        catch (final IOException e)
        {
            throw new UnreadableCaptureException(file, e);
        }
    }

    /** Whether a file can be opened again and has the same frames: no standard input, and no pipe. */
    public static boolean isReadableAgain(final Path file)
    {
        return !STANDARD_INPUT.equals(file) && Files.isRegularFile(file);
    }

    /**
     * Goes to the next frame with a RoCEv2 packet.
     *
     * @return false at the end of the file.
     * @throws UnreadableCaptureException when the file cannot be read from here on.
     */
    public boolean next() throws UnreadableCaptureException
    {
        FrameKind next;
        do
        {
            next = nextFrame();
        }
        while (next != null && next != FrameKind.ROCE_V2);
        return next != null;
    }

    /**
     * Goes to the next frame, whatever it holds.
     *
     * @return what it is; null at the end of the file.
     * @throws UnreadableCaptureException when the file cannot be read from here on.
     */
    public FrameKind nextFrame() throws UnreadableCaptureException
    {
        if (!isRead())
        {
            return null;
        }
        kind = dissector.dissect(frame, roceFrame);
        if (kind != FrameKind.ROCE_V2)
        {
            others.merge(kind, 1L, Long::sum);
        }
        return kind;
    }

    /** The frame; valid until {@link #next}. */
    public Frame frame()
    {
        return frame;
    }

    /** The packet in it; valid until {@link #next}. */
    public RoceFrame roceFrame()
    {
        return roceFrame;
    }

    /** The packets in it, if there are any: a frame may hold several. Looked for by this call, valid until the next. */
    public FrameSegments segments()
    {
        if (kind == FrameKind.ROCE_V2)
        {
            segments.find(roceFrame);
        }
        return segments;
    }

    /** How many frames so far held something else, by what it was. */
    public Map<FrameKind, Long> others()
    {
        return others;
    }

    @Override
    public void close() throws IOException
    {
        reader.close();
    }

    private boolean isRead() throws UnreadableCaptureException
    {
        try
        {
            return reader.next(frame);
        }
        catch (final IOException e)
        {
            throw new UnreadableCaptureException(file, e);
        }
    }
}
