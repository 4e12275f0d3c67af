package io.roce.tools.lint;

import io.roce.wire.header.NakCode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Packets with right ICRCs, from a client to 192.0.2.2 and back, one after the other: to be linted. */
abstract class MadeTraffic
{
    static final int WHOLE = 65_535;
    static final int QP = 0x22;
    static final int PEER = 0x11;
    static final int PSN = 0x500;
    static final long STEP_NS = 50_000;
    static final int MTU = 256;

    @TempDir
    Path folder;

    Recorded recorded;
    long nowNs;
    int port;
    String client;
    int snapLength;

    @BeforeEach
    void begin()
    {
        recorded = new Recorded();
        nowNs = 1_000_000_000L;
        port = 0xC123;
        client = "192.0.2.1";
        snapLength = WHOLE;
    }

    void nak(final int psn, final NakCode code) throws UnknownHostException
    {
        answer(b -> b.set(PacketField.SYNDROME, Syndrome.nak(code)).set(PacketField.PSN, psn));
    }

    void ack(final int psn) throws UnknownHostException
    {
        answer(b -> b.set(PacketField.PSN, psn));
    }

    void answer(final Consumer<RocePacketBuilder> fields) throws UnknownHostException
    {
        final RocePacketBuilder builder = builder(Opcode.RC_ACKNOWLEDGE, PSN)
            .set(PacketField.DEST_QP, PEER).set(PacketField.SYNDROME, Syndrome.ack(Syndrome.NO_CREDIT_LIMIT));
        fields.accept(builder);
        send("192.0.2.2", client, builder);
    }

    void read(final int psn, final int length) throws UnknownHostException
    {
        send(client, "192.0.2.2",
            builder(Opcode.RC_RDMA_READ_REQUEST, psn).set(PacketField.DMA_LENGTH, length));
    }

    void request(final Consumer<RocePacketBuilder> fields) throws UnknownHostException
    {
        final RocePacketBuilder builder = builder(Opcode.RC_SEND_ONLY, PSN).payload(new byte[4]);
        fields.accept(builder);
        send(client, "192.0.2.2", builder);
    }

    void write(final int psn, final Opcode opcode, final int length) throws UnknownHostException
    {
        send(client, "192.0.2.2", builder(opcode, psn).payload(new byte[length]));
    }

    void wants(final int psn, final Opcode opcode, final int length) throws UnknownHostException
    {
        send(client, "192.0.2.2", builder(opcode, psn).set(PacketField.ACK_REQ, 1).payload(new byte[length]));
    }

    static RocePacketBuilder builder(final Opcode opcode, final int psn)
    {
        return new RocePacketBuilder().opcode(opcode).set(PacketField.DEST_QP, QP).set(PacketField.PSN, psn);
    }

    void send(final String from, final String to, final RocePacketBuilder builder) throws UnknownHostException
    {
        final RoceDatagram datagram = new RoceDatagram(WHOLE);
        datagram.envelope().addresses(
            InetAddress.getByName(from).getAddress(), InetAddress.getByName(to).getAddress());
        datagram.envelope().ports(port, Envelope.ROCE_PORT);
        builder.build(datagram);
        add(datagram);
    }

    void add(final RoceDatagram datagram)
    {
        final byte[] packet = Arrays.copyOfRange(datagram.envelope().array(),
            Envelope.PACKET_OFFSET - 28, Envelope.PACKET_OFFSET + datagram.length());
        final ByteBuffer frame = ByteBuffer.allocate(14 + packet.length);
        frame.putShort(12, (short)0x0800).position(14).put(packet);
        frame.put(15, (byte)0).put(22, (byte)64).putShort(14 + 26, (short)0);
        recorded.frames.add(frame.array());
        recorded.times.add(nowNs);
        recorded.repairIpv4(recorded.size() - 1);
        nowNs += STEP_NS;
    }
}
