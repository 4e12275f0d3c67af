package io.roce.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the frames of a capture file in order, one at a time, in constant memory. Not thread-safe.
 */
public final class CaptureReader implements Closeable
{
    /**
     * Opens a file.
     *
     * @throws CaptureFormatException when it is no capture, or of a version or link type that is not read; the message is
     *                                one sentence that names it.
     */
    public static CaptureReader open(final Path file) throws IOException
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads the next frame.
     *
     * @param frame is filled in.
     * @return false at the end of the file.
     * @throws CaptureFormatException when the file ends within a record, or a record cannot be right; the frames before it
     *                                have been delivered.
     */
    public boolean next(final Frame frame) throws IOException
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException
    {
    }
}
