package io.roce.wire.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.agrona.DirectBuffer;

/** Writes pcap files: little-endian, with nanoseconds. There is no place for comments and directions in them. */
public final class PcapWriter implements CaptureWriter
{
    private static final int NANOSECONDS_MAGIC = 0xA1B2_3C4D;
    private static final int FILE_HEADER_LENGTH = 24;
    private static final int RECORD_HEADER_LENGTH = 16;
    private static final long MAX_SECONDS = 0xFFFF_FFFFL;

    private final CaptureOutput out;
    private final int snapLength;

    /**
     * @param channel    is at the start of the file; closed with this.
     * @param linkType   16 bits, {@link LinkType#code()} or any other.
     * @param snapLength frames are cut to so many bytes; 1 to {@link CaptureReader#MAX_CAPTURED_LENGTH}.
     */
    public PcapWriter(final WritableByteChannel channel, final int linkType, final int snapLength) throws IOException
    {
        PcapngWriter.requireInterface(linkType, snapLength);
        this.snapLength = snapLength;
        out = new CaptureOutput(channel);
        out.beginRecord(FILE_HEADER_LENGTH)
            .putInt(NANOSECONDS_MAGIC)
            .putShort((short)2)
            .putShort((short)4)
            .putLong(0)
            .putInt(snapLength)
            .putInt(linkType);
        out.endRecord();
    }

    /** A file of whole frames, new or emptied. */
    public static PcapWriter create(final Path file, final LinkType linkType) throws IOException
    {
        return new PcapWriter(
            Files.newByteChannel(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
            linkType.code(),
            CaptureReader.MAX_CAPTURED_LENGTH);
    }

    @Override
    public PcapWriter comment(final CharSequence comment)
    {
        return this;
    }

    @Override
    public PcapWriter direction(final FrameDirection direction)
    {
        return this;
    }

    /** {@inheritDoc} Its seconds are 32 bits, up to February 2106. */
    @Override
    public void frame(
        final long timestampNs,
        final DirectBuffer bytes,
        final int offset,
        final int length,
        final int originalLength) throws IOException
    {
        CaptureOutput.requireFrame(timestampNs, length, originalLength);
        CaptureOutput.requireRange("seconds of timestampNs", timestampNs / CaptureOutput.NS_PER_SECOND, MAX_SECONDS);

        final int capturedLength = Math.min(length, snapLength);
        bytes.boundsCheck(offset, capturedLength);
        final ByteBuffer record = out.beginRecord(RECORD_HEADER_LENGTH + capturedLength)
            .putInt((int)(timestampNs / CaptureOutput.NS_PER_SECOND))
            .putInt((int)(timestampNs % CaptureOutput.NS_PER_SECOND))
            .putInt(capturedLength)
            .putInt(originalLength);
        bytes.getBytes(offset, record, capturedLength);
        out.endFrame();
    }

    @Override
    public void flush() throws IOException
    {
        out.flush();
    }

    @Override
    public long wholeLength()
    {
        return out.wholeLength();
    }

    @Override
    public long wholeFrames()
    {
        return out.wholeFrames();
    }

    @Override
    public long length()
    {
        return out.length();
    }

    @Override
    public void close() throws IOException
    {
        out.close();
    }
}
