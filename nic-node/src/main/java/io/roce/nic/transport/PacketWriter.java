package io.roce.nic.transport;

import io.roce.nic.link.Egress;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.ArrayList;

import org.agrona.MutableDirectBuffer;

/**
 * Writes packets, one after the other, in the same memory: {@link #begin}, then headers and payload, then {@link #end},
 * which completes it and sends it. Lane thread only.
 */
final class PacketWriter
{
    private static final int PAD_MASK = 3;

    private final RoceDatagram datagram = new RoceDatagram();
    private final Icrc icrc = new Icrc();
    private final ArrayList<Egress> unflushed = new ArrayList<>();
    private Route route;
    private int padLength;

    /**
     * Starts a packet: all of its headers are there, zeros but for the opcode, lengths and pad count.
     *
     * @param payloadLength bytes that the caller is to put at {@link RocePacket#payloadOffset()} of {@link #array()}.
     * @return its view, whose headers are to be set.
     */
    RocePacket begin(final Route route, final Opcode opcode, final int payloadLength)
    {
        this.route = route;
        padLength = -payloadLength & PAD_MASK;

        final Envelope envelope = datagram.envelope();
        envelope.addresses(route.source(), route.destination());
        envelope.ports(route.sourcePort(), Envelope.ROCE_PORT);
        datagram.sourceQpn(route.ownQpn());

        final MutableDirectBuffer buffer = envelope.buffer();
        buffer.setMemory(Envelope.PACKET_OFFSET, opcode.headerLength(), (byte)0);
        buffer.putByte(Envelope.PACKET_OFFSET, (byte)opcode.code());
        datagram.onBytes(opcode.headerLength() + payloadLength + padLength + Icrc.LENGTH);
        datagram.packet().bth().padCount(padLength);
        return datagram.packet();
    }

    /** What the packet is written in; the payload's place is meant for copies from memory regions. */
    byte[] array()
    {
        return datagram.envelope().array();
    }

    /** Pads the packet, gives it its ICRC and sends it. */
    void end()
    {
        final RocePacket packet = datagram.packet();
        final int endOfPayload = packet.payloadOffset() + packet.payloadLength();
        packet.buffer().setMemory(endOfPayload, padLength, (byte)0);
        icrc.repair(datagram.envelope(), datagram.length());
        final Egress egress = route.egress();
        egress.send(datagram, route.to(), route.sourcePort());
        // There is one for each address of the node.
        if (!unflushed.contains(egress))
        {
            unflushed.add(egress);
        }
    }

    /** Whether what was sent may not have left yet. */
    boolean isFlushDue()
    {
        return !unflushed.isEmpty();
    }

    /** Lets leave what was sent. To be called at the end of each batch. */
    void flush()
    {
        for (int i = 0; i < unflushed.size(); i++)
        {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }
}
