package io.roce.tools.stale;

import io.roce.tools.send.UdpSink;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An old peer that sends crafted packets, each with the next PSN, as one does whose messages are not answered. */
public final class CraftedOldPeer implements OldPeer
{
    private static final byte[] PAYLOAD = "stale".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_PSN = 0x100;

    private final UdpSink sink;
    private final RoceDatagram datagram = new RoceDatagram();
    private final RocePacketBuilder builder =
        new RocePacketBuilder().opcode(Opcode.RC_SEND_ONLY).set(PacketField.ACK_REQ, 1).payload(PAYLOAD);
    private int psn = FIRST_PSN;

    /** @param pKey what its packets carry. */
    public CraftedOldPeer(final UdpSink sink, final int pKey)
    {
        builder.set(PacketField.P_KEY, pKey);
        this.sink = sink;
        UdpSink.address(datagram.envelope(), sink.from(), sink.to());
    }

    @Override
    public void send(final int qpn) throws IOException
    {
        final int length =
            builder.set(PacketField.DEST_QP, qpn).set(PacketField.PSN, psn++).build(datagram);
        sink.send(datagram.envelope().array(), Envelope.PACKET_OFFSET, length);
    }
}
