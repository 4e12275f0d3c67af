package io.roce.tools.replay;

import io.roce.nic.qp.QpType;
import io.roce.tools.mapping.Endpoint;
import io.roce.wire.header.HeaderType;
import io.roce.wire.packet.RocePacket;

import java.net.InetAddress;

/** What a capture tells of one queue pair: the packets that were sent to it. Filled in by {@link Conversations}. */
public final class RecordedQp
{
    /** In place of a number that no packet told. */
    public static final int UNKNOWN = -1;

    private static final int MIN_PATH_MTU = 256;

    private final Endpoint endpoint;
    private final QpType type;
    private final InetAddress peerAddress;
    private final int udpSourcePort;
    private int firstRequestPsn = UNKNOWN;
    private int firstResponsePsn = UNKNOWN;
    private long qKey;
    private int maxPayloadLength;
    private int peerQpn = UNKNOWN;

    RecordedQp(final Endpoint endpoint, final QpType type, final InetAddress peerAddress, final int udpSourcePort)
    {
        this.endpoint = endpoint;
        this.type = type;
        this.peerAddress = peerAddress;
        this.udpSourcePort = udpSourcePort;
    }

    void onPacket(final RocePacket packet)
    {
        final int psn = packet.bth().psn();
        if (packet.opcode().isRequest() && firstRequestPsn == UNKNOWN)
        {
            firstRequestPsn = psn;
            qKey = packet.has(HeaderType.DETH) ? packet.deth().qKey() & 0xFFFF_FFFFL : 0;
        }
        if (packet.opcode().isResponse() && firstResponsePsn == UNKNOWN)
        {
            firstResponsePsn = psn;
        }
        maxPayloadLength = Math.max(maxPayloadLength, packet.payloadLength());
    }

    void peerQpn(final int peerQpn)
    {
        this.peerQpn = peerQpn;
    }

    /** Where it was, and its number there. */
    public Endpoint endpoint()
    {
        return endpoint;
    }

    /** By the first opcode that told. */
    public QpType type()
    {
        return type;
    }

    /** Who sent to it first. */
    public InetAddress peerAddress()
    {
        return peerAddress;
    }

    /** UDP source port of the first packet to it. */
    public int udpSourcePort()
    {
        return udpSourcePort;
    }

    /** PSN of the first request to it; {@link #UNKNOWN} when there is none. */
    public int firstRequestPsn()
    {
        return firstRequestPsn;
    }

    /** PSN of the first response to it, that is of its own first request; {@link #UNKNOWN} when there is none. */
    public int firstResponsePsn()
    {
        return firstResponsePsn;
    }

    /** Of the first UD request to it, unsigned 32 bits; 0 when there is none. */
    public long qKey()
    {
        return qKey;
    }

    /** The number of the queue pair at the other end; {@link #UNKNOWN} when the capture does not tell it. */
    public int peerQpn()
    {
        return peerQpn;
    }

    /** The smallest path MTU that its packets fit in. */
    public int pathMtu()
    {
        int pathMtu = MIN_PATH_MTU;
        while (pathMtu < maxPayloadLength && pathMtu < RocePacket.MAX_PATH_MTU)
        {
            pathMtu <<= 1;
        }
        return pathMtu;
    }
}
