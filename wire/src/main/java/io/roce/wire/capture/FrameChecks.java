package io.roce.wire.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.InternetChecksum;

import org.agrona.concurrent.UnsafeBuffer;

/** Checks of a frame beside the ICRC: checksums of IPv4 and UDP, and the frame check sequence. Not thread-safe. */
public final class FrameChecks
{
    private static final int IPV4_CHECKSUM_OFFSET = 10;
    private static final int IPV4_ADDRESSES_OFFSET = 12;
    private static final int IPV6_ADDRESSES_OFFSET = 8;
    private static final int UDP_CHECKSUM_OFFSET = 6;
    private static final int ONES = 0xFFFF;

    /** The shortest Ethernet frame without its check sequence: shorter ones are padded to it. */
    private static final int MIN_ETHERNET_LENGTH = 60;

    private final LinkHeader link = new LinkHeader();
    private final FrameCheckSequence checkSequence = new FrameCheckSequence();
    private final UnsafeBuffer data = new UnsafeBuffer();

    /** Of any frame: that of its IPv4 header. {@link ChecksumStatus#NOT_AVAILABLE} without a whole one. */
    public ChecksumStatus ipv4Header(final Frame frame)
    {
        if (link.read(frame) != FrameKind.ROCE_V2 || !link.isIpv4())
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        data.wrap(frame.data);
        final int offset = link.length();
        if (frame.capturedLength - offset < Envelope.IPV4_HEADER_LENGTH)
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        final int length = Math.max((data.getByte(offset) & 0xF) * 4, Envelope.IPV4_HEADER_LENGTH);
        if (frame.capturedLength - offset < length)
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        // First: of 65,536 headers one has 0 for its right checksum.
        if (InternetChecksum.of(data, offset, length, 0) == 0)
        {
            return ChecksumStatus.RIGHT;
        }
        return data.getShort(offset + IPV4_CHECKSUM_OFFSET) == 0 ?
            ChecksumStatus.LEFT_TO_ADAPTER : ChecksumStatus.WRONG;
    }

    /** That of the UDP header of a RoCEv2 datagram. */
    public ChecksumStatus udp(final Frame frame, final RoceFrame roceFrame)
    {
        data.wrap(frame.data);
        final int udpLength = Envelope.UDP_HEADER_LENGTH + roceFrame.datagram().length();
        final boolean isIpv6 = roceFrame.datagram().envelope().isIpv6();
        final int offset = roceFrame.udpOffset();
        final int checksum = data.getShort(offset + UDP_CHECKSUM_OFFSET, BIG_ENDIAN) & ONES;
        if (checksum == 0)
        {
            return ChecksumStatus.NONE;
        }
        if (!roceFrame.isWhole())
        {
            return ChecksumStatus.NOT_AVAILABLE;
        }

        final int addresses = roceFrame.ipOffset() + (isIpv6 ? IPV6_ADDRESSES_OFFSET : IPV4_ADDRESSES_OFFSET);
        final int pseudoHeader =
            ONES ^ InternetChecksum.of(data, addresses, isIpv6 ? 32 : 8, (long)Envelope.UDP_PROTOCOL + udpLength);
        if (InternetChecksum.of(data, offset, udpLength, pseudoHeader) == 0)
        {
            return ChecksumStatus.RIGHT;
        }
        return checksum == pseudoHeader ? ChecksumStatus.LEFT_TO_ADAPTER : ChecksumStatus.WRONG;
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
        if (trailing >= FrameCheckSequence.LENGTH && checkSequence.isRight(frame.data, frame.capturedLength))
        {
            return TrailerStatus.FCS_RIGHT;
        }
        if (trailing == FrameCheckSequence.LENGTH + padding)
        {
            return TrailerStatus.FCS_WRONG;
        }
        return trailing == padding ? TrailerStatus.NONE : TrailerStatus.OTHER;
    }
}
