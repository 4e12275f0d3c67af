package io.roce.wire.packet;

import io.roce.wire.header.Syndrome;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Datagrams for tests. Every call gives a new one, well formed and with the right ICRC unless the name says otherwise.
 */
public final class Packets
{
    /** Source of every datagram that is built here over IPv4: 192.0.2.1. */
    public static final byte[] SOURCE = {(byte)192, 0, 2, 1};

    /** Destination of every datagram that is built here over IPv4: 192.0.2.2. */
    public static final byte[] DESTINATION = {(byte)192, 0, 2, 2};

    /** Source of every datagram that is built here over IPv6: 2001:db8::1. */
    public static final byte[] SOURCE_V6 = {0x20, 0x01, 0x0d, (byte)0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    /** Destination of every datagram that is built here over IPv6: 2001:db8::2. */
    public static final byte[] DESTINATION_V6 = {0x20, 0x01, 0x0d, (byte)0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};

    public static final int SOURCE_PORT = 0xC001;

    private static final int IPV4_IDENTIFICATION_OFFSET = 4;

    private Packets()
    {
    }

    /** An empty datagram over IPv4 with room for a packet of that many bytes, its envelope addressed. */
    public static RoceDatagram ipv4(final int capacity)
    {
        return addressed(capacity, SOURCE, DESTINATION);
    }

    /** An empty datagram over IPv6 with room for a packet of that many bytes, its envelope addressed. */
    public static RoceDatagram ipv6(final int capacity)
    {
        return addressed(capacity, SOURCE_V6, DESTINATION_V6);
    }

    public static RocePacketBuilder builder(final Opcode opcode, final int destQp)
    {
        return new RocePacketBuilder().opcode(opcode).set(PacketField.DEST_QP, destQp);
    }

    public static RocePacketBuilder builder(final Opcode opcode, final int destQp, final int psn)
    {
        return builder(opcode, destQp).set(PacketField.PSN, psn);
    }

    /** What the builder builds, over IPv4. */
    public static RoceDatagram build(final RocePacketBuilder builder)
    {
        final RoceDatagram datagram = ipv4(RoceDatagram.CAPACITY);
        builder.build(datagram);
        return datagram;
    }

    public static RoceDatagram rcSendOnly(final int destQp, final int psn, final byte[] payload)
    {
        return build(builder(Opcode.RC_SEND_ONLY, destQp, psn).set(PacketField.ACK_REQ, 1).payload(payload));
    }

    public static RoceDatagram rcWriteOnly(
        final int destQp, final int psn, final long virtualAddress, final int rKey, final byte[] payload)
    {
        return build(builder(Opcode.RC_RDMA_WRITE_ONLY, destQp, psn)
            .set(PacketField.ACK_REQ, 1)
            .set(PacketField.VIRTUAL_ADDRESS, virtualAddress)
            .set(PacketField.R_KEY, Integer.toUnsignedLong(rKey))
            .set(PacketField.DMA_LENGTH, payload.length)
            .payload(payload));
    }

    public static RoceDatagram rcReadRequest(
        final int destQp, final int psn, final long virtualAddress, final int rKey, final long dmaLength)
    {
        return build(builder(Opcode.RC_RDMA_READ_REQUEST, destQp, psn)
            .set(PacketField.ACK_REQ, 1)
            .set(PacketField.VIRTUAL_ADDRESS, virtualAddress)
            .set(PacketField.R_KEY, Integer.toUnsignedLong(rKey))
            .set(PacketField.DMA_LENGTH, dmaLength));
    }

    /** A positive acknowledgement without credit limit. */
    public static RoceDatagram rcAck(final int destQp, final int psn, final int msn)
    {
        return rcAcknowledge(destQp, psn, Syndrome.NO_CREDIT_LIMIT, msn);
    }

    public static RoceDatagram rcAcknowledge(final int destQp, final int psn, final int syndrome, final int msn)
    {
        return build(builder(Opcode.RC_ACKNOWLEDGE, destQp, psn)
            .set(PacketField.SYNDROME, syndrome)
            .set(PacketField.MSN, msn));
    }

    public static RoceDatagram ucSendOnly(final int destQp, final int psn, final byte[] payload)
    {
        return build(builder(Opcode.UC_SEND_ONLY, destQp, psn).payload(payload));
    }

    public static RoceDatagram udSendOnly(
        final int destQp, final int psn, final int qKey, final int srcQp, final byte[] payload)
    {
        return build(builder(Opcode.UD_SEND_ONLY, destQp, psn)
            .set(PacketField.Q_KEY, Integer.toUnsignedLong(qKey))
            .set(PacketField.SRC_QP, srcQp)
            .payload(payload));
    }

    /** A congestion notification. */
    public static RoceDatagram cnp(final int destQp)
    {
        return build(builder(Opcode.CNP, destQp, 0).set(PacketField.BECN, 1));
    }

    /** A payload of that length whose bytes count up from 1. */
    public static byte[] payload(final int length)
    {
        final byte[] payload = new byte[length];
        for (int i = 0; i < length; i++)
        {
            payload[i] = (byte)(i + 1);
        }
        return payload;
    }

    /** The UDP payload: BTH to ICRC. */
    public static byte[] bytes(final RoceDatagram datagram)
    {
        final byte[] bytes = new byte[datagram.length()];
        datagram.envelope().buffer().getBytes(Envelope.PACKET_OFFSET, bytes);
        return bytes;
    }

    /** The UDP payload that the builder builds for the way between two addresses: the ICRC covers them. */
    public static byte[] bytes(
        final RocePacketBuilder builder, final InetSocketAddress from, final InetSocketAddress to)
    {
        final RoceDatagram datagram = new RoceDatagram();
        datagram.envelope().addresses(from.getAddress().getAddress(), to.getAddress().getAddress());
        datagram.envelope().ports(from.getPort(), to.getPort());
        builder.build(datagram);
        return bytes(datagram);
    }

    /** A datagram over IPv4 that holds just these bytes, whatever they are. */
    public static RoceDatagram ofBytes(final byte[] udpPayload)
    {
        final RoceDatagram datagram = ipv4(udpPayload.length);
        datagram.envelope().buffer().putBytes(Envelope.PACKET_OFFSET, udpPayload);
        datagram.onBytes(udpPayload.length);
        return datagram;
    }

    /** The datagram in a recorded IP packet without options or extension headers, with its real envelope. */
    public static RoceDatagram ofIp(final String hex)
    {
        final byte[] ip = HexFormat.of().parseHex(hex);
        final boolean isIpv6 = ip[0] >> 4 == 6;
        final int udpOffset = isIpv6 ? Envelope.IPV6_HEADER_LENGTH : Envelope.IPV4_HEADER_LENGTH;
        final int packetOffset = udpOffset + Envelope.UDP_HEADER_LENGTH;
        final int addressLength = isIpv6 ? 16 : 4;
        final int destinationOffset = udpOffset - addressLength;
        final int sourceOffset = destinationOffset - addressLength;

        final RoceDatagram datagram = new RoceDatagram(ip.length - packetOffset);
        final Envelope envelope = datagram.envelope();
        envelope.addresses(
            Arrays.copyOfRange(ip, sourceOffset, destinationOffset),
            Arrays.copyOfRange(ip, destinationOffset, udpOffset));
        envelope.ports(uint16(ip, udpOffset), uint16(ip, udpOffset + 2));
        if (!isIpv6)
        {
            envelope.identification(
                uint16(ip, IPV4_IDENTIFICATION_OFFSET), uint16(ip, IPV4_IDENTIFICATION_OFFSET + 2));
        }
        envelope.buffer().putBytes(Envelope.PACKET_OFFSET, ip, packetOffset, ip.length - packetOffset);
        datagram.onBytes(ip.length - packetOffset);
        return datagram;
    }

    private static RoceDatagram addressed(final int capacity, final byte[] source, final byte[] destination)
    {
        final RoceDatagram datagram = new RoceDatagram(capacity);
        datagram.envelope().addresses(source, destination);
        datagram.envelope().ports(SOURCE_PORT, Envelope.ROCE_PORT);
        return datagram;
    }

    private static int uint16(final byte[] bytes, final int offset)
    {
        return (bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF;
    }
}
