package io.roce.wire.capture;

import java.io.Closeable;
import java.io.IOException;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the frames of a capture file in order. They are gathered, and go to the file in whole frames when some 64 KiB
 * are together, or with {@link #flush()}. So a file whose writer dies is right up to its last whole frame. Nothing is
 * allocated for a frame once buffers have grown. Not thread-safe.
 * <p>
 * After an {@link IOException} nothing more is to be written; {@link #wholeLength()} says how much of the file is
 * right.
 */
public interface CaptureWriter extends Closeable
{
    /**
     * What the next frame is to be explained by, forgotten with it. Where the format has no place for comments (pcap),
     * it is left out.
     *
     * @param comment UTF-8 in the file, cut to 65,535 bytes, and where it is no text, with question marks; null for
     *                none. Read when the frame is written.
     */
    CaptureWriter comment(CharSequence comment);

    /** Which way the next frame went, forgotten with it; left out where the format has no place for it (pcap). */
    CaptureWriter direction(FrameDirection direction);

    /**
     * Writes a frame, cut to the snap length.
     *
     * @param timestampNs    nanoseconds since 1970, not below 0.
     * @param bytes          hold the frame.
     * @param offset         of it.
     * @param length         0 to {@link CaptureReader#MAX_CAPTURED_LENGTH} bytes that are there.
     * @param originalLength its length on the wire, not below {@code length}.
     * @throws IllegalArgumentException when a number is none of these; nothing is written then.
     */
    void frame(long timestampNs, DirectBuffer bytes, int offset, int length, int originalLength) throws IOException;

    /** Writes a whole frame. Allocates a view of it. */
    default void frame(final long timestampNs, final byte[] bytes) throws IOException
    {
        frame(timestampNs, new UnsafeBuffer(bytes), 0, bytes.length, bytes.length);
    }

    /** Brings to the file what has been written. */
    void flush() throws IOException;

    /** Bytes that are in the file and end with a whole frame, header included. */
    long wholeLength();

    /** Frames that are in the file. */
    long wholeFrames();

    /** Bytes that have been written, those in memory included. */
    long length();

    /** Flushes and closes the channel, which is closed too when flushing fails. */
    @Override
    void close() throws IOException;
}
