package io.roce.tools.send;

import io.roce.tools.pace.Pacer;
import io.roce.wire.Psn;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;

/** Packets that are alike but for their PSN, one after the other. Not thread-safe. */
public final class PacketTrain
{
    /** In place of an interval: nothing is held back. */
    public static final double AS_FAST_AS_POSSIBLE = 0;

    private final RocePacketBuilder builder;
    private final RoceDatagram datagram;
    private final int psn;
    private final int psnStep;

    /**
     * @param builder  has everything but the PSN.
     * @param datagram has addresses and ports.
     * @param psn      of the first packet.
     * @param psnStep  how far each PSN is from the one before.
     */
    public PacketTrain(
        final RocePacketBuilder builder, final RoceDatagram datagram, final int psn, final int psnStep)
    {
        this.builder = builder;
        this.datagram = datagram;
        this.psn = psn;
        this.psnStep = psnStep;
    }

    /**
     * Builds one packet into the datagram.
     *
     * @param index counted from 0.
     * @return its length.
     */
    public int build(final long index)
    {
        return builder.set(PacketField.PSN, Psn.add(psn, (int)(index * psnStep))).build(datagram);
    }

    /**
     * Sends so many packets.
     *
     * @param intervalNs between two of them; {@link #AS_FAST_AS_POSSIBLE}.
     */
    public void send(final long count, final double intervalNs, final PacketSink sink, final Pacer pacer)
        throws IOException
    {
        pacer.restart();
        for (long i = 0; i < count; i++)
        {
            pacer.awaitDue((long)(i * intervalNs));
            final int length = build(i);
            sink.send(datagram.envelope().array(), Envelope.PACKET_OFFSET, length);
        }
    }
}
