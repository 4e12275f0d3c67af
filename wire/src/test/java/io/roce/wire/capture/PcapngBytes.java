package io.roce.wire.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of a pcapng file, block by block. */
final class PcapngBytes
{
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    PcapngBytes section(final ByteOrder order)
    {
        this.order = order;
        return block(0x0A0D0D0A, fields(16).putInt(0x1A2B3C4D).putShort((short)1).putShort((short)0).putLong(-1));
    }

    /** @param options as they stand in the file, padding and end included. */
    PcapngBytes networkInterface(final int linkType, final int snapLength, final byte... options)
    {
        return block(1, fields(8 + options.length)
            .putShort((short)linkType).putShort((short)0).putInt(snapLength).put(options));
    }

    PcapngBytes enhancedPacket(final int networkInterface, final long timestamp, final byte... frame)
    {
        return block(6, fields(20 + padded(frame.length))
            .putInt(networkInterface)
            .putInt((int)(timestamp >>> 32))
            .putInt((int)timestamp)
            .putInt(frame.length)
            .putInt(frame.length)
            .put(frame));
    }

    PcapngBytes simplePacket(final int originalLength, final byte... frame)
    {
        return block(3, fields(4 + padded(frame.length)).putInt(originalLength).put(frame));
    }

    PcapngBytes obsoletePacket(final int networkInterface, final long timestamp, final byte... frame)
    {
        return block(2, fields(20 + padded(frame.length))
            .putShort((short)networkInterface)
            .putShort((short)0xFFFF)
            .putInt((int)(timestamp >>> 32))
            .putInt((int)timestamp)
            .putInt(frame.length)
            .putInt(frame.length)
            .put(frame));
    }

    PcapngBytes block(final int type, final ByteBuffer body)
    {
        final int length = 12 + body.capacity();
        out.writeBytes(fields(length).putInt(type).putInt(length).put(body.array()).putInt(length).array());
        return this;
    }

    /** What is no block at all. */
    PcapngBytes raw(final ByteBuffer bytes)
    {
        out.writeBytes(bytes.array());
        return this;
    }

    ByteBuffer fields(final int length)
    {
        return ByteBuffer.allocate(length).order(order);
    }

    byte[] toByteArray()
    {
        return out.toByteArray();
    }

    private static int padded(final int length)
    {
        return length + 3 & ~3;
    }
}
