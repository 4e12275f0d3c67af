package io.roce.wire.codec;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/**
 * What a socket receives, one datagram after the other, malformed or empty ones too: whoever reads the socket puts the
 * sender and the bytes in place, and this makes them a {@link RoceDatagram}, always the same. One for each socket.
 */
public final class DatagramReader
{
    private final RoceDatagram datagram = new RoceDatagram();
    private final Envelope envelope = datagram.envelope();
    private final byte[] localAddress;
    private final int localPort;

    /**
     * @param local the concrete address and port that the socket is bound to: the ICRC covers them.
     */
    public DatagramReader(final InetSocketAddress local)
    {
        localAddress = local.getAddress().getAddress();
        localPort = local.getPort();
    }

    /**
     * Who has sent what is read from now on.
     *
     * @param address 4 or 16 bytes, as the local one.
     */
    public void sender(final byte[] address, final int port)
    {
        envelope.addresses(address, localAddress);
        envelope.ports(port, localPort);
    }

    /** Where the bytes of the next datagram go, from {@link Envelope#PACKET_OFFSET} on. */
    public byte[] array()
    {
        return envelope.array();
    }

    /**
     * How many of a datagram's bytes there is room for. What does not fit is cut: a full slot is oversize, however much
     * longer the datagram was.
     */
    public int room()
    {
        return envelope.maxPacketLength();
    }

    /**
     * The datagram, once its bytes are in {@link #array()}; valid until anything else is called here.
     *
     * @param length  0 to {@link #room()}.
     * @param segment as {@link RoceDatagram#segment()}.
     */
    public RoceDatagram read(final int length, final int segment)
    {
        datagram.onBytes(length);
        datagram.segment(segment);
        return datagram;
    }
}
