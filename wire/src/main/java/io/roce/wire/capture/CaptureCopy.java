package io.roce.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the frames of a capture file as {@link CaptureReader} does, and writes the file again: of the same format, and
 * byte by byte the same but for frames that are {@linkplain #replace replaced} or {@linkplain #drop dropped}. Comments,
 * times to their full resolution, interfaces and blocks that nobody here understands stay.
 * <p>
 * A frame is written when the next one is asked for. Where the file cannot be read on, everything in front of the place
 * has been written, and what was written is a whole file. In constant memory: a block may have up to 16 MiB. Not
 * thread-safe.
 */
public final class CaptureCopy implements Closeable
{
    private static final int BLOCK_LENGTH_OFFSET = 4;

    private final RawRecord raw;
    private final CaptureInput in;
    private final CaptureReader reader;
    private Frame frame;

    private CaptureCopy(final RawRecord raw, final CaptureInput in) throws IOException
    {
        this.raw = raw;
        this.in = in;
        in.keepRaw(raw);
        reader = CaptureReader.open(in);
    }

    /**
     * Opens a file.
     *
     * @param out is not closed with this. What it throws comes out of {@link #next}.
     * @throws CaptureFormatException see {@link CaptureReader#open}; what has been written then is to be thrown away.
     */
    public static CaptureCopy open(final Path file, final OutputStream out) throws IOException
    {
        return open(file.toString(), Files.newInputStream(file), out);
    }

    /**
     * Opens a stream.
     *
     * @param name in messages.
     * @param in   closed with this, or here when it is refused.
     */
    public static CaptureCopy open(final String name, final InputStream in, final OutputStream out) throws IOException
    {
        return new CaptureCopy(new RawRecord(out), new CaptureInput(name, in));
    }

    /**
     * Writes what the frame before has become, and reads the next one.
     *
     * @return false at the end of the file, when everything has been written.
     * @throws CaptureFormatException see {@link CaptureReader#next}; the frames before have been written.
     */
    public boolean next(final Frame frame) throws IOException
    {
        this.frame = frame;
        return reader.next(frame);
    }

    /**
     * Whether the frame just read can be replaced by one that is so much longer or shorter: it may have
     * {@link CaptureReader#MAX_CAPTURED_LENGTH} bytes at most, and in a simple packet block as many as follow from the
     * length that was sent.
     */
    public boolean isResizable(final int change)
    {
        final int length = frame.capturedLength + change;
        final boolean isFitting = length >= 0 && length <= CaptureReader.MAX_CAPTURED_LENGTH;
        if (frame.shape != RecordShape.SIMPLE_PACKET_BLOCK)
        {
            return isFitting;
        }

        final long sent = raw.uint32(frame.shape.originalLengthOffset(), in.order()) + change;
        return isFitting && length == (frame.snapLength == 0 ? sent : Math.min(sent, frame.snapLength));
    }

    /**
     * Replaces the bytes of the frame just read; its length on the wire changes by as much as the captured one does.
     *
     * @param data   whose first {@code length} bytes are the frame's.
     * @throws IllegalArgumentException unless {@link #isResizable}.
     */
    public void replace(final byte[] data, final int length)
    {
        final int change = length - frame.capturedLength;
        if (change != 0)
        {
            if (!isResizable(change))
            {
                throw new IllegalArgumentException("length of frame " + frame.number() + " cannot become " + length);
            }
            resize(length, change);
        }

        raw.putBytes(frame.shape.dataOffset(), data, length);
    }

    /** Leaves out the frame just read. */
    public void drop()
    {
        raw.drop();
    }

    @Override
    public void close() throws IOException
    {
        reader.close();
    }

    private void resize(final int length, final int change)
    {
        final RecordShape shape = frame.shape;
        final ByteOrder order = in.order();
        if (shape.capturedLengthOffset() >= 0)
        {
            raw.putInt(shape.capturedLengthOffset(), length, order);
        }

        final int originalLengthOffset = shape.originalLengthOffset();
        raw.putInt(originalLengthOffset, (int)(raw.uint32(originalLengthOffset, order) + change), order);
        if (!shape.isBlock())
        {
            raw.resize(shape.dataOffset(), frame.capturedLength, length);
            return;
        }

        raw.resize(shape.dataOffset(), PcapngBlocks.padded(frame.capturedLength), PcapngBlocks.padded(length));
        raw.putInt(BLOCK_LENGTH_OFFSET, raw.length(), order);
        raw.putInt(raw.length() - Integer.BYTES, raw.length(), order);
    }
}
