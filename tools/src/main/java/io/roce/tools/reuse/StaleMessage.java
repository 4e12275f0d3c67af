package io.roce.tools.reuse;

import io.roce.nic.link.MemoryNetwork;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** The packets of an ended connection. What they bring says whom they were meant for. */
final class StaleMessage
{
    /** Generation and epoch. */
    static final int LENGTH = Long.BYTES + Integer.BYTES;

    private static final int FIRST_Q_KEY = 0x1111;

    private final StalePacket kind;
    private final InetSocketAddress node;
    private final RocePacketBuilder builder = new RocePacketBuilder();
    private final RoceDatagram datagram = new RoceDatagram();
    private final ByteBuffer payload = ByteBuffer.allocate(LENGTH);
    private final Icrc icrc = new Icrc();

    StaleMessage(final StalePacket kind, final InetSocketAddress node)
    {
        this.kind = kind;
        this.node = node;
        builder.opcode(kind.opcode());
    }

    /** Where the memory is that it names. */
    void memory(final long addr, final int rKey)
    {
        builder.set(PacketField.VIRTUAL_ADDRESS, addr)
            .set(PacketField.DMA_LENGTH, LENGTH)
            .set(PacketField.R_KEY, Integer.toUnsignedLong(rKey));
    }

    /**
     * Makes it that of a connection.
     *
     * @param from whose address it has.
     * @param peer whose Q_Key it has.
     */
    void of(final Connection ended, final MemoryNetwork.Endpoint from, final int peer)
    {
        builder.set(PacketField.DEST_QP, ended.qpn())
            .set(PacketField.ACK_REQ, 1)
            .set(PacketField.Q_KEY, qKey(peer));
        if (kind.opcode().hasPayload())
        {
            builder.payload(payload.clear().putLong(ended.generation()).putInt(ended.epoch()).array());
        }
        datagram.envelope().addresses(
            from.localAddress().getAddress().getAddress(), node.getAddress().getAddress());
        datagram.envelope().ports(Envelope.ROCE_PORT, Envelope.ROCE_PORT);
        builder.build(datagram);
    }

    RoceDatagram withPsn(final int psn)
    {
        datagram.packet().bth().psn(psn);
        icrc.repair(datagram.envelope(), datagram.length());
        return datagram;
    }

    /** Peers have one each. */
    static int qKey(final int peer)
    {
        return FIRST_Q_KEY + peer;
    }

    /** @throws IllegalStateException unless what has arrived is what was sent. */
    static void requireMeantFor(final Connection ended, final ByteBuffer arrived, final int offset)
    {
        if (arrived.getLong(offset) != ended.generation() || arrived.getInt(offset + Long.BYTES) != ended.epoch())
        {
            throw new IllegalStateException("what has arrived is not what was sent");
        }
    }
}
