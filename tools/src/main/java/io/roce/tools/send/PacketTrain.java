package io.roce.tools.send;

import io.roce.tools.pace.Pacer;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.util.List;

/** Packets sent one after the other. Not thread-safe. */
public final class PacketTrain
{
    /** In place of an interval: nothing is held back. */
    public static final double AS_FAST_AS_POSSIBLE = 0;

    private final PacketSeries packets;
    private final RoceDatagram datagram;
    private long sent;

    /** @param datagram that the packets are built into. */
    PacketTrain(final PacketSeries packets, final RoceDatagram datagram)
    {
        this.packets = packets;
        this.datagram = datagram;
    }

    /**
     * Packets that are alike but for their PSN.
     *
     * @param builder  has everything but the PSN.
     * @param datagram has addresses and ports.
     * @param psn      of the first packet.
     * @param psnStep  how far each PSN is from the one before.
     */
    public static PacketTrain ofPsns(
        final RocePacketBuilder builder, final RoceDatagram datagram, final int psn, final int psnStep)
    {
        final Dimension psns = new Dimension(PacketField.PSN.option(), SweptValues.of(psn));
        return new PacketTrain(
            new PacketSweep(new CraftedForm(builder), datagram, List.of(psns), Long.MAX_VALUE, psnStep), datagram);
    }

    /** Sends the first so many packets. As {@link #send(long, long, double, PacketSink, Pacer)}. */
    public void send(final long count, final double intervalNs, final PacketSink sink, final Pacer pacer)
    {
        send(0, count, intervalNs, sink, pacer);
    }

    /**
     * Sends the packets from one index on up to another, which is not sent. As many leave together as are due. What
     * the system refuses the sink counts.
     *
     * @param intervalNs between two of them; {@link #AS_FAST_AS_POSSIBLE}.
     */
    void send(
        final long from, final long to, final double intervalNs, final PacketSink sink, final Pacer pacer)
    {
        final boolean isPaced = intervalNs > AS_FAST_AS_POSSIBLE;
        final long refusedBefore = sink.refusals().count();
        pacer.restart();
        for (long i = from; i < to; i++)
        {
            if (isPaced)
            {
                pacer.awaitDue((long)((i - from) * intervalNs));
            }
            final int length = packets.build(i);
            sink.add(datagram.envelope().array(), Envelope.PACKET_OFFSET, length);
            if (isPaced && pacer.latenessNs((long)((i + 1 - from) * intervalNs)) < 0)
            {
                sink.flush();
            }
        }
        sink.flush();
        sent += to - from - (sink.refusals().count() - refusedBefore);
    }

    /** Packets that the system has taken so far. */
    long sent()
    {
        return sent;
    }
}
