package io.roce.wire.capture;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes pcap files: little-endian, microseconds, Ethernet and whole frames unless said otherwise before the first
 * frame.
 */
public final class PcapBytes implements Closeable
{
    private static final int MICROSECONDS_MAGIC = 0xA1B2C3D4;
    private static final int NANOSECONDS_MAGIC = 0xA1B23C4D;

    private final OutputStream out;
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    private boolean isNanoseconds;
    private int linkType = LinkType.ETHERNET.code();
    private int snapLength = CaptureReader.MAX_CAPTURED_LENGTH;
    private boolean isBegun;

    public PcapBytes(final Path file) throws IOException
    {
        out = new BufferedOutputStream(Files.newOutputStream(file));
    }

    public PcapBytes bigEndian()
    {
        order = ByteOrder.BIG_ENDIAN;
        return this;
    }

    public PcapBytes nanoseconds()
    {
        isNanoseconds = true;
        return this;
    }

    /** Any number, also one that is not read. */
    public PcapBytes linkType(final int code)
    {
        linkType = code;
        return this;
    }

    /** Frames are cut to so many bytes. */
    public PcapBytes snapLength(final int length)
    {
        snapLength = length;
        return this;
    }

    /** @param timestampNs since 1970; cut to microseconds where the file has those. */
    public PcapBytes frame(final long timestampNs, final byte[] frame) throws IOException
    {
        begin();
        final int captured = Math.min(frame.length, snapLength);
        final long rest = timestampNs % 1_000_000_000L;
        final ByteBuffer record = ByteBuffer.allocate(16).order(order)
            .putInt((int)(timestampNs / 1_000_000_000L))
            .putInt((int)(isNanoseconds ? rest : rest / 1_000))
            .putInt(captured)
            .putInt(frame.length);
        out.write(record.array());
        out.write(frame, 0, captured);
        return this;
    }

    @Override
    public void close() throws IOException
    {
        begin();
        out.close();
    }

    private void begin() throws IOException
    {
        if (!isBegun)
        {
            isBegun = true;
            final ByteBuffer header = ByteBuffer.allocate(24).order(order)
                .putInt(isNanoseconds ? NANOSECONDS_MAGIC : MICROSECONDS_MAGIC)
                .putShort((short)2)
                .putShort((short)4)
                .putLong(0)
                .putInt(snapLength)
                .putInt(linkType);
            out.write(header.array());
        }
    }
}
