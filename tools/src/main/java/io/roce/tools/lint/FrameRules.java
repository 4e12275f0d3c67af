package io.roce.tools.lint;

import io.roce.wire.capture.ChecksumStatus;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameChecks;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.IcrcUnavailable;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.capture.TrailerStatus;
import io.roce.wire.icrc.Envelope;

/** What the frame, IP and UDP show beside the packet: lengths, checksums, what follows the packet. */
final class FrameRules
{
    private final FrameChecks checks = new FrameChecks();
    private final Findings findings;
    private boolean isFcsSeen;

    FrameRules(final Findings findings)
    {
        this.findings = findings;
    }

    /**
     * Of a frame that is no RoCEv2 packet.
     *
     * @return whether it may have been one, had it not been cut or damaged.
     */
    boolean onOther(final Frame frame, final FrameKind kind)
    {
        boolean isDamaged = kind == FrameKind.CUT_BEFORE_UDP;
        switch (kind)
        {
            case CUT_BEFORE_UDP ->
            {
                if (frame.capturedLength() < frame.originalLength())
                {
                    add(FindingCode.FRAME_CUT, frame, lengths(frame));
                }
            }
            case BAD_IP_HEADER ->
            {
                isDamaged = true;
                add(FindingCode.IP_HEADER, frame, "version, header length or total length");
            }
            case BAD_UDP_LENGTH ->
            {
                isDamaged = true;
                add(FindingCode.UDP_LENGTH, frame, "less than a UDP header, or more than the IP packet holds");
            }
            default ->
            {
                // Something else, and no fault of it.
            }
        }
        if (checks.ipv4Header(frame) == ChecksumStatus.WRONG)
        {
            isDamaged = true;
            add(FindingCode.IPV4_CHECKSUM, frame, kind.description());
        }
        return isDamaged;
    }

    /** Of a RoCEv2 datagram. */
    void onPacket(final Sighting packet)
    {
        final Frame frame = packet.frame();
        final RoceFrame roceFrame = packet.roceFrame();
        if (roceFrame.isCut())
        {
            findings.add(FindingCode.FRAME_CUT, packet, lengths(frame));
        }
        if (roceFrame.isFragment())
        {
            findings.add(FindingCode.FRAGMENT, packet, "first fragment");
        }
        if (roceFrame.icrcUnavailable() == IcrcUnavailable.BEYOND_FRAME)
        {
            findings.add(FindingCode.FRAME_SHORT, packet,
                frame.originalLength() + " bytes, the IP packet alone claims " + roceFrame.ipLength());
        }
        checksums(packet, checks.ipv4Header(frame), FindingCode.IPV4_CHECKSUM, "IPv4 header");
        checksums(packet, checks.udp(frame, roceFrame), FindingCode.UDP_CHECKSUM, "UDP");
        trailer(packet, checks.trailer(frame, roceFrame));
    }

    /** Bytes that the IP packet holds behind the UDP datagram, or, negative, lacks; 0 of a fragment. */
    static int lengthDifference(final RoceFrame roceFrame)
    {
        final int udpLength = Envelope.UDP_HEADER_LENGTH + roceFrame.datagram().length();
        return roceFrame.isFragment() ? 0 :
            roceFrame.ipLength() - (roceFrame.udpOffset() - roceFrame.ipOffset()) - udpLength;
    }

    private void checksums(
        final Sighting packet, final ChecksumStatus status, final FindingCode code, final String name)
    {
        if (status == ChecksumStatus.WRONG)
        {
            findings.add(code, packet, name);
        }
        else if (status == ChecksumStatus.LEFT_TO_ADAPTER)
        {
            findings.add(FindingCode.CHECKSUM_OFFLOAD, packet, name);
        }
    }

    private void trailer(final Sighting packet, final TrailerStatus status)
    {
        switch (status)
        {
            case NONE ->
            {
                // As most captures have it.
            }
            case FCS_RIGHT ->
            {
                isFcsSeen = true;
                findings.add(FindingCode.FCS_PRESENT, packet, "4 bytes");
            }
            case FCS_WRONG -> findings.add(
                isFcsSeen ? FindingCode.FCS_WRONG : FindingCode.TRAILER, packet, "4 bytes, not the CRC of the frame");
            case OTHER -> findings.add(FindingCode.TRAILER, packet,
                packet.frame().capturedLength() - packet.roceFrame().ipOffset() - packet.roceFrame().ipLength() +
                    " bytes");
        }
    }

    private void add(final FindingCode code, final Frame frame, final String detail)
    {
        findings.onFinding(new Finding(code, null, frame.number(), detail));
    }

    private static String lengths(final Frame frame)
    {
        return frame.capturedLength() + " of " + frame.originalLength() + " bytes";
    }
}
