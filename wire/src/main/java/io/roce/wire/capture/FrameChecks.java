package io.roce.wire.capture;

import io.roce.wire.icrc.Envelope;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** Checks of a frame beside the ICRC: checksums of IPv4 and UDP, and the frame check sequence. Not thread-safe. */
public final class FrameChecks
{
    private static final int IPV4_CHECKSUM_OFFSET = 10;
    private static final int IPV4_ADDRESSES_OFFSET = 12;
    private static final int IPV6_ADDRESSES_OFFSET = 8;
    private static final int UDP_PROTOCOL = 17;
    private static final int UDP_LENGTH_OFFSET = 4;
    private static final int UDP_CHECKSUM_OFFSET = 6;
    private static final int FCS_LENGTH = 4;
    private static final int MAX_CHECKSUM = 0xFFFF;

    /** The shortest Ethernet frame without its check sequence: shorter ones are padded to it. */
    private static final int MIN_ETHERNET_LENGTH = 60;

    private final LinkHeader link = new LinkHeader();
    private final CRC32 crc32 = new CRC32();

    /** Of any frame: that of its IPv4 header. {@link ChecksumStatus#NOT_AVAILABLE} without a whole one. */
    public ChecksumStatus ipv4Header(final Frame frame)
    {
        if (link.read(frame) != FrameKind.ROCE_V2 || !link.isIpv4())
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        final byte[] data = frame.data;
        final int offset = link.length();
        if (frame.capturedLength - offset < Envelope.IPV4_HEADER_LENGTH)
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        final int length = Math.max((data[offset] & 0xF) * 4, Envelope.IPV4_HEADER_LENGTH);
        if (frame.capturedLength - offset < length)
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        // Of one header in 65,535 it is 0 and right.
        if (fold(sum(data, offset, length)) == MAX_CHECKSUM)
        {
            return ChecksumStatus.RIGHT;
        }
        return ByteBuffer.wrap(data).getShort(offset + IPV4_CHECKSUM_OFFSET) == 0 ?
            ChecksumStatus.LEFT_TO_ADAPTER : ChecksumStatus.WRONG;
    }

    /** That of the UDP header of a RoCEv2 datagram. */
    public ChecksumStatus udp(final Frame frame, final RoceFrame roceFrame)
    {
        final byte[] data = frame.data;
        final int udpLength = Envelope.UDP_HEADER_LENGTH + roceFrame.datagram().length();
        final boolean isIpv6 = roceFrame.datagram().envelope().isIpv6();
        final int offset = roceFrame.udpOffset();
        final int checksum = ByteBuffer.wrap(data).getShort(offset + UDP_CHECKSUM_OFFSET) & MAX_CHECKSUM;
        if (checksum == 0)
        {
            return ChecksumStatus.NONE;
        }
        if (!roceFrame.isWhole())
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        final long pseudoHeader = UDP_PROTOCOL + udpLength + (isIpv6 ?
            sum(data, roceFrame.ipOffset() + IPV6_ADDRESSES_OFFSET, 32) :
            sum(data, roceFrame.ipOffset() + IPV4_ADDRESSES_OFFSET, 8));
        if (fold(pseudoHeader + sum(data, offset, udpLength)) == MAX_CHECKSUM)
        {
            return ChecksumStatus.RIGHT;
        }
        return checksum == fold(pseudoHeader) ? ChecksumStatus.LEFT_TO_ADAPTER : ChecksumStatus.WRONG;
    }

    /** What follows the IP packet of a RoCEv2 datagram, where the capture holds the frame to its end. */
    public TrailerStatus trailer(final Frame frame, final RoceFrame roceFrame)
    {
        final int end = roceFrame.ipOffset() + roceFrame.ipLength();
        final int trailing = frame.capturedLength - end;
        if (frame.linkType != LinkType.ETHERNET || trailing <= 0 || frame.capturedLength < frame.originalLength)
        {
            return TrailerStatus.NONE;
        }

        final int padding = Math.max(0, MIN_ETHERNET_LENGTH - end);
        if (trailing >= FCS_LENGTH && frameCheckSequence(frame) == fcsOf(frame))
        {
            return TrailerStatus.FCS_RIGHT;
        }
        if (trailing == FCS_LENGTH + padding)
        {
            return TrailerStatus.FCS_WRONG;
        }
        return trailing == padding ? TrailerStatus.NONE : TrailerStatus.OTHER;
    }

    /** The four bytes at the end, as the CRC has them: least significant byte first. */
    private static int fcsOf(final Frame frame)
    {
        return Integer.reverseBytes(ByteBuffer.wrap(frame.data).getInt(frame.capturedLength - FCS_LENGTH));
    }

    private int frameCheckSequence(final Frame frame)
    {
        crc32.reset();
        crc32.update(frame.data, 0, frame.capturedLength - FCS_LENGTH);
        return (int)crc32.getValue();
    }

    private static long sum(final byte[] data, final int offset, final int length)
    {
        long sum = 0;
        for (int i = 0; i < length; i++)
        {
            sum += (long)(data[offset + i] & 0xFF) << ((i & 1) == 0 ? Byte.SIZE : 0);
        }
        return sum;
    }

    private static int fold(final long sum)
    {
        long folded = sum;
        while (folded > MAX_CHECKSUM)
        {
            folded = (folded & MAX_CHECKSUM) + (folded >>> Short.SIZE);
        }
        return (int)folded;
    }
}
