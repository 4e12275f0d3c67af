package io.roce.wire.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of a pcapng file: blocks of a type, a length, a body, and the length again, in sections of either byte order.
 * Blocks that hold neither frame nor interface are passed over.
 */
final class PcapngBlocks implements RecordReader
{
    /** The type of a section header block; it reads the same in either byte order. */
    static final long SECTION_HEADER = 0x0A0D_0D0AL;

    /** More interfaces than one section may have: each costs memory. */
    static final int MAX_INTERFACES = 65_536;

    private static final long INTERFACE_DESCRIPTION = 1;
    private static final long OBSOLETE_PACKET = 2;
    private static final long SIMPLE_PACKET = 3;
    private static final long ENHANCED_PACKET = 6;

    private static final long BYTE_ORDER_MAGIC = 0x1A2B_3C4DL;
    private static final long SWAPPED_BYTE_ORDER_MAGIC = 0x4D3C_2B1AL;
    private static final int BLOCK_HEADER_LENGTH = 8;
    private static final int BLOCK_TRAILER_LENGTH = 4;
    private static final int EMPTY_BLOCK_LENGTH = BLOCK_HEADER_LENGTH + BLOCK_TRAILER_LENGTH;
    private static final int OPTION_HEADER_LENGTH = 4;
    private static final int OPTION_TIMESTAMP_RESOLUTION = 9;
    private static final int OPTION_TIMESTAMP_OFFSET = 14;

    private final CaptureInput in;
    private final List<Interface> interfaces = new ArrayList<>();
    private long blockLength;
    /** Bytes of the block's body that have not been read. */
    private long bodyLeft;
    /** The packet block whose header has been read and whose body is next; 0 when there is none. */
    private long packetBlock;
    private long frameNumber = 1;
    private boolean isInFrame;

    /** @param in behind the type of the first block, which is a section header's. */
    PcapngBlocks(final CaptureInput in) throws IOException
    {
        this.in = in;
        if (in.readFields(4, 4) < 4)
        {
            throw endsWithinBlock();
        }

        onSectionHeader();
        packetBlock = nextPacketBlock();
        if (!interfaces.isEmpty() && interfaces.stream().allMatch(i -> i.linkType == null))
        {
            throw in.unreadLinkType(interfaces.get(0).linkTypeCode);
        }
    }

    @Override
    public boolean next(final Frame frame, final long frameNumber) throws IOException
    {
        this.frameNumber = frameNumber;
        final long type = packetBlock != 0 ? packetBlock : nextPacketBlock();
        packetBlock = 0;
        if (type == 0)
        {
            return false;
        }

        isInFrame = true;
        if (type == SIMPLE_PACKET)
        {
            onSimplePacket(frame);
        }
        else
        {
            onPacket(frame, type == OBSOLETE_PACKET);
        }

        endBlock();
        isInFrame = false;
        return true;
    }

    /** Goes on to the next block that holds a frame and answers with its type; 0 at the end of the file. */
    private long nextPacketBlock() throws IOException
    {
        while (true)
        {
            in.beginRecord();
            final int count = in.readFields(0, BLOCK_HEADER_LENGTH);
            if (count == 0)
            {
                return 0;
            }

            if (count < BLOCK_HEADER_LENGTH)
            {
                throw endsWithinBlock();
            }

            final long type = in.uint32(0);
            if (type == SECTION_HEADER)
            {
                onSectionHeader();
                continue;
            }

            beginBlock(in.uint32(4));
            if (type == ENHANCED_PACKET || type == SIMPLE_PACKET || type == OBSOLETE_PACKET)
            {
                return type;
            }

            if (type == INTERFACE_DESCRIPTION)
            {
                onInterfaceDescription();
            }

            endBlock();
        }
    }

    /** Type and length have been read; which byte order the length is in says the word behind it. */
    private void onSectionHeader() throws IOException
    {
        if (in.readFields(8, 4) < 4)
        {
            throw endsWithinBlock();
        }

        in.order(ByteOrder.BIG_ENDIAN);
        final long magic = in.uint32(8);
        if (magic != BYTE_ORDER_MAGIC && magic != SWAPPED_BYTE_ORDER_MAGIC)
        {
            throw damagedBlock("a section header does not say its byte order");
        }

        in.order(magic == BYTE_ORDER_MAGIC ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        beginBlock(in.uint32(4));
        bodyLeft -= 4;
        readBody(4);
        final int major = in.uint16(0);
        final int minor = in.uint16(2);
        if (major != 1 || minor != 0 && minor != 2)
        {
            throw in.unreadable("has a section of pcapng version " + major + "." + minor + where() +
                ": only 1.0 and 1.2 are read");
        }

        interfaces.clear();
        endBlock();
    }

    private void onInterfaceDescription() throws IOException
    {
        if (interfaces.size() == MAX_INTERFACES)
        {
            throw damagedBlock("one section describes more than " + MAX_INTERFACES + " interfaces");
        }

        readBody(8);
        final int linkTypeCode = in.uint16(0);
        final long snapLength = in.uint32(4);
        int resolution = TimestampResolution.DEFAULT.code();
        long offsetSeconds = TimestampResolution.DEFAULT.offsetSeconds();
        while (bodyLeft >= OPTION_HEADER_LENGTH)
        {
            readBody(OPTION_HEADER_LENGTH);
            final int option = in.uint16(0);
            final int length = in.uint16(2);
            final int paddedLength = padded(length);
            if (option == 0)
            {
                break;
            }

            if (option == OPTION_TIMESTAMP_RESOLUTION && length == 1)
            {
                readBody(paddedLength);
                resolution = in.uint8(0);
            }
            else if (option == OPTION_TIMESTAMP_OFFSET && length == 8)
            {
                readBody(paddedLength);
                offsetSeconds = in.int64(0);
            }
            else
            {
                skipBody(paddedLength);
            }
        }

        final TimestampResolution timestamps = new TimestampResolution(resolution, offsetSeconds);
        if (!timestamps.isReadable())
        {
            throw in.unreadable("has an interface" + where() + " whose times are of a resolution that is not read" +
                " (if_tsresol " + resolution + ")");
        }

        interfaces.add(new Interface(linkTypeCode, LinkType.get(linkTypeCode), snapLength, timestamps));
    }

    private void onPacket(final Frame frame, final boolean isObsolete) throws IOException
    {
        readBody(20);
        frame.shape = RecordShape.PACKET_BLOCK;
        final Interface source = source(isObsolete ? in.uint16(0) : in.uint32(0));
        frame.timestampNs = timestampNs(source.timestamps, in.uint32(4) << 32 | in.uint32(8));
        readFrame(frame, source, in.uint32(12), in.uint32(16));
    }

    /** It holds no more than the original length: interface, captured length and the lack of a time are understood. */
    private void onSimplePacket(final Frame frame) throws IOException
    {
        readBody(4);
        final Interface source = source(0);
        frame.shape = RecordShape.SIMPLE_PACKET_BLOCK;
        frame.snapLength = source.snapLength;
        final long originalLength = in.uint32(0);
        frame.timestampNs = 0;
        readFrame(
            frame,
            source,
            source.snapLength == 0 ? originalLength : Math.min(originalLength, source.snapLength),
            originalLength);
    }

    private long timestampNs(final TimestampResolution timestamps, final long timestamp) throws CaptureFormatException
    {
        try
        {
            return timestamps.toNs(timestamp);
        }
        catch (final ArithmeticException ex)
        {
            throw in.damagedFrame(frameNumber, "its time is " + timestamps.toSeconds(timestamp) +
                " seconds from 1970, outside of September 1677 to April 2262");
        }
    }

    private void readFrame(
        final Frame frame, final Interface source, final long capturedLength, final long originalLength)
        throws IOException
    {
        if (capturedLength > CaptureReader.MAX_CAPTURED_LENGTH)
        {
            throw in.tooLong(frameNumber, capturedLength);
        }

        if (capturedLength > bodyLeft)
        {
            throw in.damagedFrame(frameNumber,
                "it claims to hold " + capturedLength + " bytes, and its block has room for " + bodyLeft);
        }

        frame.linkType = source.linkType;
        frame.lengths((int)capturedLength, originalLength);
        bodyLeft -= capturedLength;
        if (!in.readBytes(frame.data, (int)capturedLength))
        {
            throw in.endsWithin(frameNumber);
        }
    }

    private Interface source(final long index) throws CaptureFormatException
    {
        if (index >= interfaces.size())
        {
            throw in.damagedFrame(frameNumber, "it is from interface " + index +
                ", and the number of interfaces that its section has described is " + interfaces.size());
        }

        return interfaces.get((int)index);
    }

    private void beginBlock(final long length) throws CaptureFormatException
    {
        if (length < EMPTY_BLOCK_LENGTH || padded(length) != length)
        {
            throw damagedBlock("a block claims to be " + length +
                " bytes long, which is " + (length < EMPTY_BLOCK_LENGTH ? "too short for any" : "no multiple of 4"));
        }

        blockLength = length;
        bodyLeft = length - EMPTY_BLOCK_LENGTH;
    }

    private void endBlock() throws IOException
    {
        if (!in.skip(bodyLeft) || in.readFields(0, BLOCK_TRAILER_LENGTH) < BLOCK_TRAILER_LENGTH)
        {
            throw endsWithinBlock();
        }

        if (in.uint32(0) != blockLength)
        {
            throw damagedBlock(
                "a block gives its length as " + blockLength + " at its start and as " + in.uint32(0) + " at its end");
        }
    }

    private void readBody(final int length) throws IOException
    {
        requireBody(length);
        if (in.readFields(0, length) < length)
        {
            throw endsWithinBlock();
        }
    }

    private void skipBody(final int length) throws IOException
    {
        requireBody(length);
        if (!in.skip(length))
        {
            throw endsWithinBlock();
        }
    }

    private void requireBody(final int length) throws CaptureFormatException
    {
        if (length > bodyLeft)
        {
            throw damagedBlock("a block of " + blockLength + " bytes is too short for what it must hold");
        }

        bodyLeft -= length;
    }

    private CaptureFormatException endsWithinBlock()
    {
        return isInFrame ? in.endsWithin(frameNumber) : in.unreadable("ends in the middle of a block" + where());
    }

    private CaptureFormatException damagedBlock(final String what)
    {
        return in.unreadable("is damaged" + where() + ": " + what);
    }

    private String where()
    {
        if (isInFrame)
        {
            return " at frame " + frameNumber;
        }

        return frameNumber == 1 ? " before the first frame" : " behind frame " + (frameNumber - 1);
    }

    static int padded(final int length)
    {
        return length + 3 & ~3;
    }

    private static long padded(final long length)
    {
        return length + 3 & ~3L;
    }

    private record Interface(int linkTypeCode, LinkType linkType, long snapLength, TimestampResolution timestamps)
    {
    }
}
