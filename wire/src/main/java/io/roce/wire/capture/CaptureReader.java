package io.roce.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the frames of a capture file in order, one at a time, in constant memory: pcap of either byte order with micro-
 * or nanoseconds, and pcapng. Not thread-safe.
 */
public final class CaptureReader implements Closeable
{
    /**
     * The most bytes that one frame may hold: a record that claims more is damage, and nothing is allocated for it.
     * Twice the longest IP packet and more; other tools draw the line here too.
     */
    public static final int MAX_CAPTURED_LENGTH = 256 * 1024;

    private static final int MAGIC_LENGTH = 4;

    private final CaptureInput in;
    private final RecordReader records;
    private long frameNumber;

    private CaptureReader(final CaptureInput in, final RecordReader records)
    {
        this.in = in;
        this.records = records;
    }

    /**
     * Opens a file.
     * <p>
     * A pcap file has one link type, and one that is not read is refused here. The interfaces of a pcapng file have one
     * each: the file is refused when all that are described before its first frame have link types that are not read,
     * and else the frames of those that are not come with the others, as {@link FrameKind#UNREAD_LINK_TYPE}.
     *
     * @throws CaptureFormatException when it is no capture, or of a version or link type that is not read; the message
     *                                is one sentence that names it.
     */
    public static CaptureReader open(final Path file) throws IOException
    {
        return open(file.toString(), Files.newInputStream(file));
    }

    /**
     * Opens what comes from elsewhere, a pipe for one.
     *
     * @param name  as messages are to give it.
     * @param bytes closed with the reader, or here when they are refused.
     */
    public static CaptureReader open(final String name, final InputStream bytes) throws IOException
    {
        return open(new CaptureInput(name, bytes));
    }

    /** @param in closed with the reader, or here when it is refused. */
    static CaptureReader open(final CaptureInput in) throws IOException
    {
        try
        {
            return new CaptureReader(in, records(in));
        }
        catch (final IOException | RuntimeException ex)
        {
            in.close();
            throw ex;
        }
    }

    /**
     * Reads the next frame.
     *
     * @param frame is filled in.
     * @return false at the end of the file.
     * @throws CaptureFormatException when the file ends within a record, or a record cannot be right or be told (a time
     *                                beyond {@link Frame#timestampNs()}); the frames before it have been delivered, and
     *                                none is looked for behind it.
     */
    public boolean next(final Frame frame) throws IOException
    {
        frame.clearOptions();
        if (!records.next(frame, frameNumber + 1))
        {
            return false;
        }

        frame.number = ++frameNumber;
        return true;
    }

    @Override
    public void close() throws IOException
    {
        in.close();
    }

    private static RecordReader records(final CaptureInput in) throws IOException
    {
        final int count = in.readFields(0, MAGIC_LENGTH);
        if (count == 0)
        {
            throw in.unreadable("is empty");
        }

        final long magic = in.uint32(0);
        if (count == MAGIC_LENGTH && PcapRecords.isMagic(magic))
        {
            return new PcapRecords(in, magic);
        }

        if (count == MAGIC_LENGTH && magic == PcapngBlocks.SECTION_HEADER)
        {
            return new PcapngBlocks(in);
        }

        final String compression = compression(magic);
        throw in.unreadable(compression == null ?
            "is no pcap or pcapng capture" : "is " + compression + "-compressed: unpack it first");
    }

    private static String compression(final long magic)
    {
        if (magic >> 16 == 0x1F8B)
        {
            return "gzip";
        }

        if (magic >> 8 == 0x425A68)
        {
            return "bzip2";
        }

        if (magic == 0x28B5_2FFDL)
        {
            return "zstd";
        }

        if (magic == 0xFD37_7A58L)
        {
            return "xz";
        }

        return magic == 0x0422_4D18L ? "lz4" : null;
    }
}
