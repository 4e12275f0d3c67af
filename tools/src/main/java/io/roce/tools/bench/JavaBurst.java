package io.roce.tools.bench;

import io.roce.nic.link.DatagramSender;
import io.roce.tools.pace.Pacer;
import io.roce.tools.pace.Pause;
import io.roce.tools.send.UdpSink;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import org.agrona.concurrent.SystemNanoClock;

/** Sends a {@link Burst} where there is no C compiler: each packet with a system call of its own. */
final class JavaBurst
{
    private static final int MAX_POOL = 1024;
    private static final double NS_PER_S = 1e9;

    private JavaBurst()
    {
    }

    /** Sends it, from this process; as {@link Burst#send}. */
    static Burst.Sent send(final Burst burst, final InetAddress from, final InetSocketAddress to) throws IOException
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress(from, 0)))
        {
            final byte[][] pool = pool(burst, sender.localAddress(), to);
            final Pacer pacer = new Pacer(SystemNanoClock.INSTANCE, Pause.EXACT);
            final long startNs = System.nanoTime();
            for (int i = 0; i < burst.count(); i++)
            {
                if (burst.rate() > 0)
                {
                    pacer.awaitDue((long)(i * NS_PER_S / burst.rate()));
                }
                sender.send(pool[i % pool.length], 0, burst.length(), to);
            }
            return new Burst.Sent(burst.count(), 1, System.nanoTime() - startNs, Double.NaN);
        }
    }

    private static byte[][] pool(final Burst burst, final InetSocketAddress from, final InetSocketAddress to)
    {
        final RoceDatagram datagram = new RoceDatagram();
        UdpSink.address(datagram.envelope(), from, to);
        final byte[][] pool = new byte[Math.min(MAX_POOL, burst.count())][burst.length()];
        for (int i = 0; i < pool.length; i++)
        {
            packet(burst.firstQpn() + i % burst.qpns(), i, burst.length()).build(datagram);
            System.arraycopy(datagram.envelope().array(), Envelope.PACKET_OFFSET, pool[i], 0, burst.length());
        }
        return pool;
    }

    /** A SEND of one packet, so long from BTH to ICRC. */
    static RocePacketBuilder packet(final int qpn, final int psn, final int length)
    {
        return new RocePacketBuilder()
            .opcode(Opcode.RC_SEND_ONLY)
            .set(PacketField.DEST_QP, qpn)
            .set(PacketField.PSN, psn)
            .payload(new byte[length - Opcode.RC_SEND_ONLY.headerLength() - Icrc.LENGTH]);
    }
}
