package io.roce.wire.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.agrona.DirectBuffer;
import org.agrona.collections.IntArrayList;

/**
 * Writes pcapng files: one section, little-endian, of interfaces with nanoseconds and enhanced packet blocks.
 * <pre>
 *   block:   type (4)  length (4)  body, options  length (4)
 *   option:  code (2)  length (2)  value, padded to 4
 * </pre>
 * At least one interface has to be described before the first frame.
 */
public final class PcapngWriter implements CaptureWriter
{
    /** The most bytes of text that an option holds. */
    public static final int MAX_TEXT_LENGTH = 0xFFFF;

    private static final int SECTION_HEADER = 0x0A0D_0D0A;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int INTERFACE_STATISTICS = 5;
    private static final int ENHANCED_PACKET = 6;
    private static final int BYTE_ORDER_MAGIC = 0x1A2B_3C4D;
    private static final long UNKNOWN_SECTION_LENGTH = -1;

    private static final int END_OF_OPTIONS = 0;
    private static final int COMMENT = 1;
    private static final int SECTION_APPLICATION = 4;
    private static final int INTERFACE_NAME = 2;
    private static final int INTERFACE_TIMESTAMP_RESOLUTION = 9;
    private static final int NANOSECONDS = 9;
    private static final int PACKET_FLAGS = 2;
    private static final int PACKET_DROP_COUNT = 4;
    private static final int STATISTICS_RECEIVED = 4;
    private static final int STATISTICS_DROPPED = 5;

    /** Headers, trailer and all options of any block but those that hold text or a frame. */
    private static final int MAX_FIXED_LENGTH = 96;

    private final CaptureOutput out;
    private final IntArrayList snapLengths = new IntArrayList();
    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private CharBuffer text = CharBuffer.allocate(1024);
    private ByteBuffer block;
    private int blockStart;
    private int source;
    private CharSequence comment;
    private FrameDirection direction = FrameDirection.UNKNOWN;
    private long droppedCount;

    /**
     * @param channel     is at the start of the file; closed with this.
     * @param application what writes the file, name and version.
     */
    public PcapngWriter(final WritableByteChannel channel, final String application) throws IOException
    {
        out = new CaptureOutput(channel);
        beginBlock(SECTION_HEADER, MAX_FIXED_LENGTH + maxTextLength(application));
        block.putInt(BYTE_ORDER_MAGIC).putShort((short)1).putShort((short)0).putLong(UNKNOWN_SECTION_LENGTH);
        putText(SECTION_APPLICATION, application);
        endBlock();
    }

    /** A file, new or emptied. */
    public static PcapngWriter create(final Path file, final String application) throws IOException
    {
        return new PcapngWriter(
            Files.newByteChannel(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
            application);
    }

    /**
     * Describes an interface that frames come from.
     *
     * @param linkType   16 bits, {@link LinkType#code()} or any other.
     * @param name       as it is shown.
     * @param snapLength its frames are cut to so many bytes; 1 to {@link CaptureReader#MAX_CAPTURED_LENGTH}.
     * @return its index, from 0.
     */
    public int networkInterface(final int linkType, final String name, final int snapLength) throws IOException
    {
        requireInterface(linkType, snapLength);
        CaptureOutput.requireRange("number of interfaces", snapLengths.size() + 1, PcapngBlocks.MAX_INTERFACES);
        beginBlock(INTERFACE_DESCRIPTION, MAX_FIXED_LENGTH + maxTextLength(name));
        block.putShort((short)linkType).putShort((short)0).putInt(snapLength);
        putText(INTERFACE_NAME, name);
        block.putShort((short)INTERFACE_TIMESTAMP_RESOLUTION).putShort((short)1).put((byte)NANOSECONDS);
        pad(1);
        endBlock();
        snapLengths.addInt(snapLength);

        return snapLengths.size() - 1;
    }

    /** From which interface the next frame is, forgotten with it; else it is from the first. */
    public PcapngWriter from(final int networkInterface)
    {
        requireDescribed(networkInterface);
        source = networkInterface;
        return this;
    }

    @Override
    public PcapngWriter comment(final CharSequence comment)
    {
        this.comment = comment;
        return this;
    }

    @Override
    public PcapngWriter direction(final FrameDirection direction)
    {
        this.direction = direction;
        return this;
    }

    /** How many frames of its interface are missing in front of the next frame, forgotten with it. */
    public PcapngWriter dropped(final long count)
    {
        CaptureOutput.requireRange("count", count, Long.MAX_VALUE);
        droppedCount = count;
        return this;
    }

    @Override
    public void frame(
        final long timestampNs,
        final DirectBuffer bytes,
        final int offset,
        final int length,
        final int originalLength) throws IOException
    {
        requireDescribed(source);
        CaptureOutput.requireFrame(timestampNs, length, originalLength);

        final int capturedLength = Math.min(length, snapLengths.getInt(source));
        bytes.boundsCheck(offset, capturedLength);
        beginBlock(ENHANCED_PACKET, MAX_FIXED_LENGTH + capturedLength + maxTextLength(comment));
        block.putInt(source)
            .putInt((int)(timestampNs >>> Integer.SIZE))
            .putInt((int)timestampNs)
            .putInt(capturedLength)
            .putInt(originalLength);
        bytes.getBytes(offset, block, capturedLength);
        pad(capturedLength);
        putText(COMMENT, comment);
        if (direction != FrameDirection.UNKNOWN)
        {
            block.putShort((short)PACKET_FLAGS).putShort((short)Integer.BYTES).putInt(direction.code());
        }

        if (droppedCount != 0)
        {
            putLong(PACKET_DROP_COUNT, droppedCount);
        }

        closeBlock();
        out.endFrame();
        source = 0;
        comment = null;
        direction = FrameDirection.UNKNOWN;
        droppedCount = 0;
    }

    /**
     * Says how many frames came by an interface, and how many of them are not in the file.
     *
     * @param timestampNs when, nanoseconds since 1970.
     * @param received    all of them.
     * @param dropped     those that are not in the file.
     * @param comment     null for none.
     */
    public void statistics(
        final int networkInterface,
        final long timestampNs,
        final long received,
        final long dropped,
        final CharSequence comment) throws IOException
    {
        requireDescribed(networkInterface);
        beginBlock(INTERFACE_STATISTICS, MAX_FIXED_LENGTH + maxTextLength(comment));
        block.putInt(networkInterface)
            .putInt((int)(timestampNs >>> Integer.SIZE))
            .putInt((int)timestampNs);
        putText(COMMENT, comment);
        putLong(STATISTICS_RECEIVED, received);
        putLong(STATISTICS_DROPPED, dropped);
        endBlock();
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

    static void requireInterface(final int linkType, final int snapLength)
    {
        CaptureOutput.requireRange("linkType", linkType, 0xFFFF);
        if (snapLength < 1 || snapLength > CaptureReader.MAX_CAPTURED_LENGTH)
        {
            throw new IllegalArgumentException(
                "snapLength must be 1 to " + CaptureReader.MAX_CAPTURED_LENGTH + ": " + snapLength);
        }
    }

    private void requireDescribed(final int networkInterface)
    {
        if (networkInterface < 0 || networkInterface >= snapLengths.size())
        {
            throw new IllegalArgumentException("interface must be one of the " + snapLengths.size() +
                " that have been described, from 0: " + networkInterface);
        }
    }

    private void beginBlock(final int type, final int maxLength) throws IOException
    {
        block = out.beginRecord(maxLength);
        blockStart = block.position();
        block.putInt(type).putInt(0);
    }

    private void endBlock() throws IOException
    {
        closeBlock();
        out.endRecord();
    }

    private void closeBlock()
    {
        block.putShort((short)END_OF_OPTIONS).putShort((short)0);
        final int length = block.position() + Integer.BYTES - blockStart;
        block.putInt(length).putInt(blockStart + Integer.BYTES, length);
    }

    private void putLong(final int code, final long value)
    {
        block.putShort((short)code).putShort((short)Long.BYTES).putLong(value);
    }

    /** @param value null for no option. */
    private void putText(final int code, final CharSequence value)
    {
        if (value == null)
        {
            return;
        }

        block.putShort((short)code).putShort((short)0);
        final int start = block.position();
        final int limit = block.limit();
        fill(value);
        block.limit(Math.min(limit, start + MAX_TEXT_LENGTH));
        encoder.reset();
        encoder.encode(text, block, true);
        encoder.flush(block);
        block.limit(limit);
        final int length = block.position() - start;
        block.putShort(start - Short.BYTES, (short)length);
        pad(length);
    }

    private void fill(final CharSequence value)
    {
        final int length = Math.min(value.length(), MAX_TEXT_LENGTH);
        if (text.capacity() < length)
        {
            text = CharBuffer.allocate(length);
        }

        text.clear();
        for (int i = 0; i < length; i++)
        {
            text.put(value.charAt(i));
        }
        text.flip();
    }

    private void pad(final int length)
    {
        for (int i = length; (i & 3) != 0; i++)
        {
            block.put((byte)0);
        }
    }

    private static int maxTextLength(final CharSequence value)
    {
        return value == null ? 0 : Math.min(3 * Math.min(value.length(), MAX_TEXT_LENGTH), MAX_TEXT_LENGTH);
    }
}
