package io.roce.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of a capture file in order, and the numbers among them in the file's byte order. What is passed over is
 * read and thrown away, so that a pipe will do for a file. Not thread-safe.
 */
final class CaptureInput implements Closeable
{
    private static final int BUFFER_LENGTH = 64 * 1024;
    private static final int MAX_FIELDS_LENGTH = 32;

    private final String name;
    private final InputStream in;
    private final ByteBuffer fields = ByteBuffer.allocate(MAX_FIELDS_LENGTH);
    private final byte[] skipped = new byte[1024];
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private int position;
    private int limit;
    private RawRecord raw;

    /**
     * @param name of the file, as messages are to give it.
     * @param in   closed with this.
     */
    CaptureInput(final String name, final InputStream in)
    {
        this.name = name;
        this.in = in;
    }

    /** Everything that is read is to be kept there too. */
    void keepRaw(final RawRecord raw)
    {
        this.raw = raw;
    }

    /** A record, or block, begins here: what is before it is whole. */
    void beginRecord() throws IOException
    {
        if (raw != null)
        {
            raw.begin();
        }
    }

    ByteOrder order()
    {
        return fields.order();
    }

    /** In which order {@link #uint16} and {@link #uint32} take bytes; big-endian at first. */
    void order(final ByteOrder order)
    {
        fields.order(order);
    }

    /**
     * Reads so many bytes of fields, to be asked for with {@link #uint16} and {@link #uint32}.
     *
     * @param offset among the fields, 0 to begin anew.
     * @return how many there were: fewer at the end of the file alone.
     */
    int readFields(final int offset, final int length) throws IOException
    {
        return read(fields.array(), offset, length);
    }

    int uint16(final int offset)
    {
        return fields.getShort(offset) & 0xFFFF;
    }

    long uint32(final int offset)
    {
        return fields.getInt(offset) & 0xFFFF_FFFFL;
    }

    int uint8(final int offset)
    {
        return fields.get(offset) & 0xFF;
    }

    long int64(final int offset)
    {
        return fields.getLong(offset);
    }

    /** @return whether all of them were there. */
    boolean readBytes(final byte[] bytes, final int length) throws IOException
    {
        return read(bytes, 0, length) == length;
    }

    /** @return whether there was so much. */
    boolean skip(final long length) throws IOException
    {
        long left = length;
        while (left > 0)
        {
            final int count = read(skipped, 0, (int)Math.min(left, skipped.length));
            if (count == 0)
            {
                return false;
            }
            left -= count;
        }

        return true;
    }

    /** @param complaint to follow the file's name. */
    CaptureFormatException unreadable(final String complaint)
    {
        return new CaptureFormatException(name + " " + complaint);
    }

    /** @param complaint a sentence in which the frame is "it". */
    CaptureFormatException damagedFrame(final long frameNumber, final String complaint)
    {
        return unreadable("is damaged at frame " + frameNumber + ": " + complaint);
    }

    CaptureFormatException tooLong(final long frameNumber, final long capturedLength)
    {
        return damagedFrame(frameNumber, "it claims to hold " + capturedLength +
            " bytes, and no frame may hold more than " + CaptureReader.MAX_CAPTURED_LENGTH);
    }

    CaptureFormatException endsWithin(final long frameNumber)
    {
        return unreadable("ends in the middle of frame " + frameNumber);
    }

    CaptureFormatException unreadLinkType(final int code)
    {
        return unreadable("has link type " + LinkTypeNames.describe(code) + ", which is not read");
    }

    private int read(final byte[] bytes, final int offset, final int length) throws IOException
    {
        final int count = take(bytes, offset, length);
        if (raw != null && !raw.onRead(bytes, offset, count))
        {
            throw unreadable("has a block of more than " + RawRecord.MAX_LENGTH + " bytes, which is not copied");
        }

        return count;
    }

    /** Out of the buffer, without the lock that a stream has of its own; fewer at the end of the file alone. */
    private int take(final byte[] bytes, final int offset, final int length) throws IOException
    {
        int count = 0;
        while (count < length)
        {
            if (position == limit && !isFilled())
            {
                break;
            }
            final int part = Math.min(length - count, limit - position);
            System.arraycopy(buffer, position, bytes, offset + count, part);
            position += part;
            count += part;
        }
        return count;
    }

    private boolean isFilled() throws IOException
    {
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, BUFFER_LENGTH));
        return limit > 0;
    }

    @Override
    public void close() throws IOException
    {
        in.close();
    }
}
