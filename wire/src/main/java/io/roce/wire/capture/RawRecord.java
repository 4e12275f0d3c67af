package io.roce.wire.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of the record or block that is being read, as they stand in the file. When the next one begins they go out,
 * as they were or as they have been changed to. So everything that is read is written, in order, whether anybody
 * understands it or not; and what is not read to its end is not written. Not thread-safe.
 */
final class RawRecord
{
    /** Longer than any block is: other tools draw the line here too. */
    static final int MAX_LENGTH = 16 * 1024 * 1024;

    private final OutputStream out;
    private byte[] bytes = new byte[4096];
    private int length;

    RawRecord(final OutputStream out)
    {
        this.out = out;
    }

    /** What has been read so far is whole. */
    void begin() throws IOException
    {
        out.write(bytes, 0, length);
        length = 0;
    }

    /** @return whether there was room. */
    boolean onRead(final byte[] source, final int offset, final int count)
    {
        if (count > MAX_LENGTH - length)
        {
            return false;
        }

        requireRoom(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return true;
    }

    int length()
    {
        return length;
    }

    long uint32(final int offset, final ByteOrder order)
    {
        return ByteBuffer.wrap(bytes).order(order).getInt(offset) & 0xFFFF_FFFFL;
    }

    void putInt(final int offset, final int value, final ByteOrder order)
    {
        ByteBuffer.wrap(bytes).order(order).putInt(offset, value);
    }

    void putBytes(final int offset, final byte[] source, final int count)
    {
        System.arraycopy(source, 0, bytes, offset, count);
    }

    /** Makes room, or takes it away: {@code oldCount} bytes at the offset become {@code newCount}, zeros at first. */
    void resize(final int offset, final int oldCount, final int newCount)
    {
        final int change = newCount - oldCount;
        requireRoom(Math.max(0, change));
        System.arraycopy(bytes, offset + oldCount, bytes, offset + newCount, length - offset - oldCount);
        Arrays.fill(bytes, offset, offset + newCount, (byte)0);
        length += change;
    }

    /** Nothing of it is to be written. */
    void drop()
    {
        length = 0;
    }

    private void requireRoom(final int count)
    {
        if (bytes.length - length < count)
        {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
        }
    }
}
