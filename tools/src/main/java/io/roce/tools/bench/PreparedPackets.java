package io.roce.tools.bench;

import io.roce.nic.NicNodeConfig;
import io.roce.tools.send.UdpSink;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packets of one length that lie in memory one behind the other, each for a queue pair that is drawn as often as any
 * other. Where the table outgrows the processor's caches there are so many that nearly all of the queue pairs are drawn
 * before the first comes again; otherwise as many as a socket's batch would have brought into them.
 */
final class PreparedPackets
{
    static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.1", Envelope.ROCE_PORT);
    static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", Envelope.ROCE_PORT);
    static final int FIRST_QPN = NicNodeConfig.FIRST_QPN_DEFAULT;

    private static final int FEW_QPS = 1_024;
    private static final int FEW_BYTES = 64 * 1_024;
    private static final int MANY = 1 << 20;
    private static final long SEED = 0x5EED;

    private final int qps;
    private final int length;
    private final byte[] bytes;

    /**
     * @param qps    numbers, from {@link #FIRST_QPN} on.
     * @param length of a packet, BTH to ICRC.
     */
    PreparedPackets(final int qps, final int length)
    {
        this.qps = qps;
        this.length = length;
        final int count = qps <= FEW_QPS ? BitUtil.findNextPositivePowerOfTwo(FEW_BYTES / length) : MANY;
        bytes = new byte[count * length];
        final RoceDatagram datagram = new RoceDatagram();
        UdpSink.address(datagram.envelope(), PEER, NODE);
        JavaBurst.packet(FIRST_QPN, 0, length).build(datagram);
        final Icrc icrc = new Icrc();
        final SplittableRandom random = new SplittableRandom(SEED);
        final UnsafeBuffer packets = new UnsafeBuffer(bytes);
        for (int offset = 0; offset < bytes.length; offset += length)
        {
            datagram.packet().bth().destQp(FIRST_QPN + random.nextInt(qps));
            packets.putBytes(offset, datagram.envelope().array(), Envelope.PACKET_OFFSET, length);
            packets.putInt(
                offset + length - Icrc.LENGTH, icrc.compute(datagram.envelope(), length), ByteOrder.BIG_ENDIAN);
        }
    }

    /** Queue pairs that are drawn from. */
    int qps()
    {
        return qps;
    }

    int length()
    {
        return length;
    }

    /** All of them, a whole number of packets. */
    byte[] bytes()
    {
        return bytes;
    }
}
