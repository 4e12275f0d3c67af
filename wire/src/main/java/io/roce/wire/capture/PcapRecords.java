package io.roce.wire.capture;

import java.io.IOException;
import java.nio.ByteOrder;

/**
 * Frames of a classic pcap file: a file header of 24 bytes, then a record header of 16 bytes in front of each frame.
 * <pre>
 *   file:    magic (4)  major (2)  minor (2)  zone (4)  accuracy (4)  snap length (4)  link type (2 of 4)
 *   record:  seconds (4)  micro- or nanoseconds (4)  captured length (4)  original length (4)
 * </pre>
 */
final class PcapRecords implements RecordReader
{
    private static final long MICROSECONDS_MAGIC = 0xA1B2_C3D4L;
    private static final long NANOSECONDS_MAGIC = 0xA1B2_3C4DL;
    private static final int FILE_HEADER_LENGTH = 24;
    private static final int RECORD_HEADER_LENGTH = 16;
    private static final int MAJOR_VERSION = 2;
    private static final int MINOR_VERSION = 4;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final CaptureInput in;
    private final LinkType linkType;
    private final long nsPerUnit;

    /**
     * @param in    behind the magic.
     * @param magic as it reads big-endian.
     */
    PcapRecords(final CaptureInput in, final long magic) throws IOException
    {
        this.in = in;
        final boolean isBigEndian = magic == MICROSECONDS_MAGIC || magic == NANOSECONDS_MAGIC;
        in.order(isBigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        nsPerUnit = in.uint32(0) == NANOSECONDS_MAGIC ? 1 : 1_000;

        if (in.readFields(4, FILE_HEADER_LENGTH - 4) < FILE_HEADER_LENGTH - 4)
        {
            throw in.unreadable("ends in the middle of its file header, before the first frame");
        }

        final int major = in.uint16(4);
        final int minor = in.uint16(6);
        if (major != MAJOR_VERSION || minor != MINOR_VERSION)
        {
            throw in.unreadable("is pcap version " + major + "." + minor + ": only 2.4 is read");
        }

        // The upper half of the word says how long a frame check sequence the frames have; it is behind the IP packet.
        final int linkTypeCode = (int)in.uint32(20) & 0xFFFF;
        linkType = LinkType.get(linkTypeCode);
        if (linkType == null)
        {
            throw in.unreadLinkType(linkTypeCode);
        }
    }

    static boolean isMagic(final long magic)
    {
        final long swapped = Integer.reverseBytes((int)magic) & 0xFFFF_FFFFL;
        return magic == MICROSECONDS_MAGIC || magic == NANOSECONDS_MAGIC ||
            swapped == MICROSECONDS_MAGIC || swapped == NANOSECONDS_MAGIC;
    }

    @Override
    public boolean next(final Frame frame, final long frameNumber) throws IOException
    {
        in.beginRecord();
        final int count = in.readFields(0, RECORD_HEADER_LENGTH);
        if (count == 0)
        {
            return false;
        }

        if (count < RECORD_HEADER_LENGTH)
        {
            throw in.endsWithin(frameNumber);
        }

        final long capturedLength = in.uint32(8);
        if (capturedLength > CaptureReader.MAX_CAPTURED_LENGTH)
        {
            throw in.tooLong(frameNumber, capturedLength);
        }

        frame.timestampNs = in.uint32(0) * NS_PER_SECOND + in.uint32(4) * nsPerUnit;
        frame.linkType = linkType;
        frame.shape = RecordShape.PCAP;
        frame.lengths((int)capturedLength, in.uint32(12));
        if (!in.readBytes(frame.data, (int)capturedLength))
        {
            throw in.endsWithin(frameNumber);
        }

        return true;
    }
}
