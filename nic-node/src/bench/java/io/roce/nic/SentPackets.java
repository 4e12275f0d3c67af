package io.roce.nic;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetSocketAddress;

/** Packets that a peer sends to an adapter. */
final class SentPackets
{
    static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.1", Envelope.ROCE_PORT);
    static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", Envelope.ROCE_PORT);
    static final int FIRST_QPN = NicNodeConfig.FIRST_QPN_DEFAULT;

    private SentPackets()
    {
    }

    /** A SEND of one packet, so long from BTH to ICRC. */
    static void send(final int qpn, final int psn, final int length, final RoceDatagram datagram)
    {
        datagram.envelope().addresses(PEER.getAddress().getAddress(), NODE.getAddress().getAddress());
        datagram.envelope().ports(PEER.getPort(), NODE.getPort());
        new RocePacketBuilder()
            .opcode(Opcode.RC_SEND_ONLY)
            .set(PacketField.DEST_QP, qpn)
            .set(PacketField.PSN, psn)
            .payload(new byte[length - Opcode.RC_SEND_ONLY.headerLength() - Icrc.LENGTH])
            .build(datagram);
    }
}
