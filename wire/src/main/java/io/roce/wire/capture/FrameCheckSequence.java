package io.roce.wire.capture;

import java.nio.ByteOrder;
import java.util.zip.CRC32;

import org.agrona.concurrent.UnsafeBuffer;

/** The CRC-32 at the end of an Ethernet frame that was captured with it. Not thread-safe. */
final class FrameCheckSequence
{
    static final int LENGTH = 4;

    private final CRC32 crc32 = new CRC32();
    private final UnsafeBuffer buffer = new UnsafeBuffer();

    /** Whether the last four of so many bytes are right for those in front of them. */
    boolean isRight(final byte[] data, final int length)
    {
        buffer.wrap(data);
        return buffer.getInt(length - LENGTH, ByteOrder.LITTLE_ENDIAN) == of(data, length);
    }

    /** Makes them right. */
    void repair(final byte[] data, final int length)
    {
        buffer.wrap(data);
        buffer.putInt(length - LENGTH, of(data, length), ByteOrder.LITTLE_ENDIAN);
    }

    private int of(final byte[] data, final int length)
    {
        crc32.reset();
        crc32.update(data, 0, length - LENGTH);
        return (int)crc32.getValue();
    }
}
