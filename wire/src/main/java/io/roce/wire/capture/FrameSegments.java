package io.roce.wire.capture;

import io.roce.wire.header.BthFlyweight;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

/**
 * The RoCEv2 packets of a frame that holds several behind one IP and UDP header, as it is seen where a sender gave them
 * to its system in one piece ({@code UDP_SEGMENT}) and nothing has cut them up yet. All are of one length, but for the
 * last, which may be shorter, and the ICRC of each is that of the datagram that it becomes.
 * <p>
 * How long they are stands nowhere in the frame. So where its ICRC is wrong, or it was cut and is longer than any
 * packet, lengths are tried: those with a packet in front and another behind it, until the ICRC of the first is right.
 * That is one run of the ICRC for each, 1,050 at the most of 2 KB on average. Not thread-safe.
 */
public final class FrameSegments
{
    /** What Linux cuts one piece into at the most. */
    public static final int MAX_SEGMENTS = 128;

    /** Headers, padded payloads and the ICRC: so is a packet's length. */
    private static final int ALIGNMENT = 4;

    private final Icrc icrc = new Icrc();
    private final RocePacket packet = new RocePacket();
    private final Envelope first = new Envelope(RocePacket.MAX_LENGTH);
    private final RoceFrame segment = new RoceFrame();
    private RoceFrame whole;
    private int length;
    private int count;

    /**
     * Looks at what {@link FrameDissector} found in a frame, which is to stay as it is while segments are asked for.
     *
     * @return how many packets it is: 1 where it is none of several, be it right or wrong.
     */
    public int find(final RoceFrame whole)
    {
        this.whole = whole;
        length = isOneWrong() ? findLength() : 0;
        count = length == 0 ? 1 : ceilingOf(whole.datagram().length(), length);
        return count;
    }

    /** How many packets the frame is. */
    public int count()
    {
        return count;
    }

    /** UDP payload bytes of each segment but the last; 0 where the frame is one packet. */
    public int length()
    {
        return length;
    }

    /** UDP payload bytes of the last segment, or of the one packet. */
    public int lastLength()
    {
        return whole.datagram().length() - (count - 1) * length;
    }

    /**
     * One of the packets, as the datagram that it becomes; the frame's own where that is one. Its lengths of IP and UDP
     * are those that it becomes, and so is its identification. Valid until the next is asked for.
     *
     * @param index from 0 on.
     */
    public RoceFrame get(final int index)
    {
        if (length == 0)
        {
            return whole;
        }
        segment.onSegment(whole, index, length, count, icrc);
        return segment;
    }

    private boolean isOneWrong()
    {
        return whole.icrcStatus() == IcrcStatus.BAD ||
            whole.icrcUnavailable() == IcrcUnavailable.CUT_BY_CAPTURE &&
                whole.datagram().length() > RocePacket.MAX_LENGTH;
    }

    private int findLength()
    {
        final RoceDatagram datagram = whole.datagram();
        final int all = datagram.length();
        first.copyFrom(datagram.envelope(), Math.min(all, RocePacket.MAX_LENGTH));
        final int most = Math.min(
            RocePacket.MAX_LENGTH, Math.min(all - 1, whole.capturedLength() - BthFlyweight.LENGTH));
        int candidate = ceilingOf(ceilingOf(all, MAX_SEGMENTS), ALIGNMENT) * ALIGNMENT;
        for (; candidate <= most; candidate += ALIGNMENT)
        {
            if (isPacket(0, candidate) && isPacket(candidate, Math.min(candidate, all - candidate)) &&
                isFirstRight(candidate))
            {
                return candidate;
            }
        }
        return 0;
    }

    private boolean isPacket(final int offset, final int packetLength)
    {
        return WireError.NONE ==
            packet.wrap(whole.datagram().envelope().buffer(), Envelope.PACKET_OFFSET + offset, packetLength);
    }

    private boolean isFirstRight(final int packetLength)
    {
        first.packetLength(packetLength);
        return icrc.compute(first, packetLength) == Icrc.read(first, packetLength);
    }

    private static int ceilingOf(final int dividend, final int divisor)
    {
        return (dividend + divisor - 1) / divisor;
    }
}
