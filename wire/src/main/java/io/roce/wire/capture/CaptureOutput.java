package io.roce.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;

import org.agrona.collections.IntArrayList;

/**
 * The end of a capture file, little-endian: records are put together in memory and leave whole. Not thread-safe.
 */
final class CaptureOutput implements Closeable
{
    static final long NS_PER_SECOND = 1_000_000_000L;

    private static final int GATHERED_LENGTH = 64 * 1024;

    private final WritableByteChannel channel;
    private final IntArrayList recordEnds = new IntArrayList();
    private final IntArrayList frameEnds = new IntArrayList();
    private ByteBuffer buffer = newBuffer(2 * GATHERED_LENGTH);
    private long wholeLength;
    private long wholeFrames;

    CaptureOutput(final WritableByteChannel channel)
    {
        this.channel = channel;
    }

    /** Where a record of up to so many bytes is to be put, from the buffer's position on; its end is to follow. */
    ByteBuffer beginRecord(final int maxLength) throws IOException
    {
        if (buffer.position() + maxLength > buffer.capacity())
        {
            flush();
            if (maxLength > buffer.capacity())
            {
                buffer = newBuffer(maxLength);
            }
        }

        return buffer;
    }

    /** The record is whole, and holds a frame. */
    void endFrame() throws IOException
    {
        frameEnds.addInt(buffer.position());
        endRecord();
    }

    /** The record is whole, up to the buffer's position. */
    void endRecord() throws IOException
    {
        recordEnds.addInt(buffer.position());
        if (buffer.position() >= GATHERED_LENGTH)
        {
            flush();
        }
    }

    void flush() throws IOException
    {
        final int end = recordEnds.isEmpty() ? 0 : recordEnds.getInt(recordEnds.size() - 1);
        buffer.position(0).limit(end);
        try
        {
            while (buffer.hasRemaining())
            {
                channel.write(buffer);
            }
        }
        finally
        {
            final int wholeRecords = countUpTo(recordEnds, buffer.position());
            wholeLength += wholeRecords == 0 ? 0 : recordEnds.getInt(wholeRecords - 1);
            wholeFrames += countUpTo(frameEnds, buffer.position());
            recordEnds.clear();
            frameEnds.clear();
            buffer.clear();
        }
    }

    long wholeLength()
    {
        return wholeLength;
    }

    long wholeFrames()
    {
        return wholeFrames;
    }

    long length()
    {
        return wholeLength + buffer.position();
    }

    @Override
    public void close() throws IOException
    {
        try (channel)
        {
            flush();
        }
    }

    static void requireFrame(final long timestampNs, final int length, final int originalLength)
    {
        requireRange("timestampNs", timestampNs, Long.MAX_VALUE);
        requireRange("length", length, CaptureReader.MAX_CAPTURED_LENGTH);
        if (originalLength < length)
        {
            throw new IllegalArgumentException(
                "originalLength must be at least the length " + length + ": " + originalLength);
        }
    }

    static void requireRange(final String name, final long value, final long max)
    {
        if (value < 0 || value > max)
        {
            throw new IllegalArgumentException(name + " must be 0 to " + max + ": " + value);
        }
    }

    private static int countUpTo(final IntArrayList ends, final int written)
    {
        int count = ends.size();
        while (count > 0 && ends.getInt(count - 1) > written)
        {
            count--;
        }

        return count;
    }

    private static ByteBuffer newBuffer(final int capacity)
    {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
