package io.roce.tools.bench;

import io.roce.tools.send.UdpSink;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/** The ICRC of one packet, again and again. One thread. */
final class IcrcLoop
{
    private static final int QPN = 0x11;

    private final Icrc icrc = new Icrc();
    private final Envelope envelope;
    private final int length;

    /** @param length BTH to ICRC in bytes. */
    IcrcLoop(final int length)
    {
        this.length = length;
        final RoceDatagram datagram = new RoceDatagram();
        final InetSocketAddress address = new InetSocketAddress("192.0.2.1", Envelope.ROCE_PORT);
        UdpSink.address(datagram.envelope(), address, address);
        JavaBurst.packet(QPN, 0, length).build(datagram);
        envelope = datagram.envelope();
    }

    /** Computes it so many times, each time of other bytes. */
    void run(final int times)
    {
        final byte[] array = envelope.array();
        for (int i = 0; i < times; i++)
        {
            array[Envelope.PACKET_OFFSET + 12 + (i & 7)] = (byte)icrc.compute(envelope, length);
        }
    }
}
