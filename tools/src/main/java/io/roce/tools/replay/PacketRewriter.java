package io.roce.tools.replay;

import io.roce.tools.mapping.Endpoint;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.send.UdpSink;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import java.net.InetSocketAddress;

/**
 * Makes of a packet in a capture the packet that is sent: the number of its queue pair mapped, the ICRC right for the
 * new addresses. What was wrong stays wrong:
 * <ul>
 * <li>An ICRC that was wrong in the capture differs from the right one in the same bits afterwards.</li>
 * <li>A malformed packet keeps its bytes, but for the ICRC of one that had a right ICRC.</li>
 * </ul>
 * An ICRC of which the capture cannot tell whether it was right is made right, and counted.
 * <p>
 * Not thread-safe.
 */
public final class PacketRewriter
{
    private static final int MIN_LENGTH = BthFlyweight.LENGTH + Icrc.LENGTH;

    private final RoceDatagram out = new RoceDatagram(0xFFFF);
    private final Icrc icrc = new Icrc();
    private final QpnMap qpnMap;
    private final boolean isIcrcKept;
    private long icrcsNotJudged;

    /**
     * @param from       where packets are sent from, port included: the ICRC covers it.
     * @param to         where they go.
     * @param qpnMap     read at every packet.
     * @param isIcrcKept whether the recorded ICRC is left as it is.
     */
    public PacketRewriter(
        final InetSocketAddress from, final InetSocketAddress to, final QpnMap qpnMap, final boolean isIcrcKept)
    {
        this.qpnMap = qpnMap;
        this.isIcrcKept = isIcrcKept;
        UdpSink.address(out.envelope(), from, to);
    }

    /**
     * Takes a whole packet.
     *
     * @return bytes to send, from {@link #offset()} of {@link #array()} on.
     */
    public int rewrite(final RoceFrame frame)
    {
        return rewrite(frame.datagram(), frame.icrcStatus(), frame.icrcExpected());
    }

    int rewrite(final RoceDatagram recorded, final IcrcStatus status, final int icrcExpected)
    {
        final int length = recorded.length();
        out.envelope().buffer().putBytes(
            Envelope.PACKET_OFFSET, recorded.envelope().buffer(), Envelope.PACKET_OFFSET, length);
        out.onBytes(length);

        if (recorded.error() == WireError.NONE && !qpnMap.isEmpty())
        {
            final Endpoint endpoint = new Endpoint(recorded.envelope().destination(), recorded.packet().bth().destQp());
            out.packet().bth().destQp(qpnMap.map(endpoint));
        }
        if (!isIcrcKept && length >= MIN_LENGTH && (recorded.error() == WireError.NONE || status == IcrcStatus.GOOD))
        {
            final int wrongBits = status == IcrcStatus.BAD ?
                icrcExpected ^ Icrc.read(recorded.envelope(), length) : 0;
            Icrc.write(out.envelope(), length, icrc.compute(out.envelope(), length) ^ wrongBits);
            icrcsNotJudged += status == IcrcStatus.NOT_AVAILABLE ? 1 : 0;
        }
        return length;
    }

    /** How many packets were given a right ICRC though the capture does not tell whether theirs was right. */
    public long icrcsNotJudged()
    {
        return icrcsNotJudged;
    }

    /** Where the packet starts in {@link #array()}. */
    public int offset()
    {
        return Envelope.PACKET_OFFSET;
    }

    /** The packet as it is sent; valid until the next. */
    public RoceDatagram datagram()
    {
        return out;
    }

    /** Valid until the next packet. */
    public byte[] array()
    {
        return out.envelope().array();
    }
}
