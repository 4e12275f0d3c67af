package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.header.NakCode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each code is found where it is due: conversations of packets with right ICRCs, made for it. */
class FindingCodeTest extends MadeTraffic
{
    @ParameterizedTest
    @EnumSource(FindingCode.class)
    void shouldBeFoundWhereItIsDue(final FindingCode code) throws IOException
    {
        fixture(code);

        final List<Finding> findings = recorded.lint(folder.resolve("made.pcap"), snapLength);

        assertTrue(findings.stream().anyMatch(finding -> finding.code() == code), () -> code + ": " + findings);
        findings.stream().filter(finding -> finding.code() == code).forEach(finding ->
            assertTrue(finding.frame() >= 1 && finding.frame() <= recorded.size() && !finding.detail().isBlank()));
    }

    @Test
    void shouldFindNothingInAConversationWithoutFault() throws IOException
    {
        write(PSN, Opcode.RC_SEND_FIRST, MTU);
        write(PSN + 1, Opcode.RC_SEND_MIDDLE, MTU);
        wants(PSN + 2, Opcode.RC_SEND_LAST, 13);
        ack(PSN + 2);
        wants(PSN + 3, Opcode.RC_SEND_ONLY, 0);
        ack(PSN + 3);

        assertEquals(List.of(), recorded.lint(folder.resolve("made.pcap"), WHOLE));
    }

    private void fixture(final FindingCode code) throws UnknownHostException
    {
        switch (code)
        {
            case FRAME_CUT ->
            {
                snapLength = 60;
                wants(PSN, Opcode.RC_SEND_ONLY, 64);
            }
            case FRAME_SHORT -> truncated();
            case FCS_PRESENT -> checked(0);
            case FCS_WRONG -> checked(1);
            case TRAILER ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 64);
                recorded.frames.set(0, Arrays.copyOf(recorded.frames.get(0), recorded.frames.get(0).length + 7));
            }
            case IP_HEADER -> changed(14, 0x55);
            case IPV4_CHECKSUM -> changed(22, 63);
            case UDP_CHECKSUM -> changed(14 + 20 + 7, 1);
            case CHECKSUM_OFFLOAD ->
            {
                changed(24, 0);
                changed(25, 0);
            }
            case SEGMENTATION_OFFLOAD -> together();
            case UDP_LENGTH -> changed(14 + 20 + 5, 3);
            case FRAGMENT -> changed(20, 0x20);
            case ICRC_WRONG -> changed(60, 0x55);
            case ICRC_BIT_FLIP -> flipped(60, 4);
            case ICRC_REWRITTEN -> rewritten();
            case ICRC_MISSING -> withoutIcrc();
            case ICRC_UNKNOWN ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 64);
                ByteBuffer.wrap(recorded.frames.get(0)).putShort(16, (short)0);
                recorded.repairIpv4(0);
            }
            case TRUNCATED -> send(client, "192.0.2.2", builder(Opcode.RC_RDMA_WRITE_ONLY, PSN)
                .truncateTo(20));
            case OVERSIZE -> send(client, "192.0.2.2", builder(Opcode.RC_SEND_ONLY, PSN).payload(new byte[5_000]));
            case TVER -> request(b -> b.set(PacketField.TVER, 1));
            case OPCODE_RESERVED -> request(b -> b.opcode(0x15));
            case RESERVED_BITS -> request(b -> b.set(PacketField.RESERVED7, 1));
            case DEST_QP -> request(b -> b.set(PacketField.DEST_QP, 1));
            case PAD_COUNT -> request(b -> b.set(PacketField.PAD_COUNT, 0).payload(new byte[6]));
            case PAD_BYTES -> padBytes();
            case PAYLOAD_LENGTH -> send(client, "192.0.2.2", builder(Opcode.RC_RDMA_WRITE_ONLY, PSN)
                .set(PacketField.DMA_LENGTH, 68).payload(new byte[64]));
            case MTU_INVALID -> write(PSN, Opcode.RC_SEND_FIRST, 252);
            case MTU_DIFFERS ->
            {
                write(PSN, Opcode.RC_SEND_FIRST, MTU);
                write(PSN + 1, Opcode.RC_SEND_MIDDLE, 2 * MTU);
            }
            case MTU_EXCEEDED ->
            {
                write(PSN, Opcode.RC_SEND_FIRST, MTU);
                wants(PSN + 1, Opcode.RC_SEND_LAST, MTU + 4);
            }
            case LAST_EMPTY ->
            {
                write(PSN, Opcode.RC_SEND_FIRST, MTU);
                wants(PSN + 1, Opcode.RC_SEND_LAST, 0);
            }
            case SYNDROME_RESERVED -> answered(0x40);
            case P_KEY_INVALID -> request(b -> b.set(PacketField.P_KEY, 0x8000));
            case P_KEY_DIFFERS ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                request(b -> b.set(PacketField.P_KEY, 0x8123).set(PacketField.PSN, PSN + 1));
            }
            case P_KEY_LIMITED -> request(b -> b.set(PacketField.P_KEY, 0x7FFF));
            case P_KEY_LIMITED_BOTH ->
            {
                request(b -> b.set(PacketField.P_KEY, 0x7FFF));
                answer(b -> b.set(PacketField.P_KEY, 0x7FFF));
            }
            case MIG_REQ_DIFFERS ->
            {
                request(b -> b.set(PacketField.MIG_REQ, 1));
                ack(PSN);
            }
            case CONGESTION -> request(b -> b.set(PacketField.FECN, 1));
            case PSN_GAP ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                wants(PSN + 2, Opcode.RC_SEND_ONLY, 4);
                nak(PSN + 1, NakCode.PSN_SEQUENCE);
            }
            case NOT_CAPTURED ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                wants(PSN + 2, Opcode.RC_SEND_ONLY, 4);
                ack(PSN + 2);
            }
            case REORDERED ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                wants(PSN + 2, Opcode.RC_SEND_ONLY, 4);
                wants(PSN + 1, Opcode.RC_SEND_ONLY, 4);
            }
            case DUPLICATE ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
            }
            case DATAGRAM_GAP ->
            {
                datagram(QP, PSN, new byte[4]);
                datagram(QP, PSN + 2, new byte[4]);
            }
            case RETRANSMISSION_NAK ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                nak(PSN, NakCode.PSN_SEQUENCE);
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
            }
            case RETRANSMISSION_RNR ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                answer(b -> b.set(PacketField.SYNDROME, Syndrome.rnrNak(20)));
                nowNs += 11_000_000;
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
            }
            case RETRANSMISSION_IMPLIED_NAK, RESPONSE_GAP ->
            {
                read(PSN, 4);
                wants(PSN + 1, Opcode.RC_SEND_ONLY, 4);
                ack(PSN + 1);
                read(PSN, 4);
            }
            case RETRANSMISSION_TIMEOUT ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                nowNs += 67_000_000;
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
            }
            case RETRANSMISSION_ANSWERED ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                ack(PSN);
                nowNs += 67_000_000;
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
            }
            case OPCODE_SEQUENCE ->
            {
                write(PSN, Opcode.RC_SEND_FIRST, MTU);
                wants(PSN + 1, Opcode.RC_SEND_ONLY, 4);
            }
            case MESSAGE_ABANDONED ->
            {
                write(PSN, Opcode.UC_SEND_FIRST, MTU);
                write(PSN + 1, Opcode.UC_SEND_ONLY, 4);
            }
            case MESSAGE_START -> write(PSN, Opcode.RC_SEND_MIDDLE, MTU);
            case NAK_PSN_SEQUENCE -> naked(NakCode.PSN_SEQUENCE);
            case NAK_INVALID_REQUEST -> naked(NakCode.INVALID_REQUEST);
            case NAK_REMOTE_ACCESS -> naked(NakCode.REMOTE_ACCESS);
            case NAK_REMOTE_OPERATIONAL -> naked(NakCode.REMOTE_OPERATIONAL);
            case NAK_RESERVED -> answered(0x7F);
            case RNR_NAK -> answered(Syndrome.rnrNak(3));
            case RESPONSE_SEQUENCE ->
            {
                read(PSN, 100);
                send("192.0.2.2", client, builder(Opcode.RC_RDMA_READ_RESPONSE_ONLY, PSN)
                    .set(PacketField.DEST_QP, PEER).payload(new byte[96]));
            }
            case RESPONSE_UNMATCHED -> ack(PSN);
            case UNANSWERED -> wants(PSN, Opcode.RC_SEND_ONLY, 4);
            case QPN_REUSED -> reused(3_000_000_000L);
            case QPN_REUSED_SOON -> reused(1_000_000L);
            case AFTER_DISCONNECT, CM_DISCONNECTED ->
            {
                connect(PSN);
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                ack(PSN);
                management(client, "192.0.2.2", mad(0x15, 1, 2, QP, 0), 2);
                management("192.0.2.2", client, mad(0x16, 2, 1, 0, 0), 1);
                wants(PSN + 1, Opcode.RC_SEND_ONLY, 4);
            }
            case PORT_RANGE ->
            {
                port = 4791;
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
            }
            case PORT_CHANGED ->
            {
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
                port++;
                wants(PSN + 1, Opcode.RC_SEND_ONLY, 4);
            }
            case PORT_NO_ENTROPY ->
            {
                for (int qpn = QP; qpn < QP + 4; qpn++)
                {
                    final int destQp = qpn;
                    request(b -> b.set(PacketField.DEST_QP, destQp));
                }
            }
            case CM_CONNECTED -> connect(PSN);
            case CM_REJECTED ->
            {
                management(client, "192.0.2.2", mad(0x10, 1, 0, PEER, PSN), 0);
                management("192.0.2.2", client, mad(0x12, 2, 1, 0, 0), 0);
            }
            case CM_REPEATED ->
            {
                management(client, "192.0.2.2", mad(0x10, 1, 0, PEER, PSN), 0);
                management(client, "192.0.2.2", mad(0x10, 1, 0, PEER, PSN), 1);
            }
            case CM_UNANSWERED -> management(client, "192.0.2.2", mad(0x10, 1, 0, PEER, PSN), 0);
            case CM_PSN ->
            {
                connect(PSN + 7);
                wants(PSN, Opcode.RC_SEND_ONLY, 4);
            }
            case MAD_UNKNOWN -> management(client, "192.0.2.2", new byte[256], 0);
        }
    }

    private void connect(final int startingPsn) throws UnknownHostException
    {
        management(client, "192.0.2.2", mad(0x10, 1, 0, PEER, 0x900), 0);
        management("192.0.2.2", client, mad(0x13, 2, 1, QP, startingPsn), 0);
        management(client, "192.0.2.2", mad(0x14, 1, 2, 0, 0), 1);
    }

    /** A datagram of connection management, its fields where IBTA Vol 1, section 12.6 has them. */
    private static byte[] mad(final int attribute, final int local, final int remote, final int qpn, final int psn)
    {
        final ByteBuffer mad = ByteBuffer.allocate(256);
        mad.put(0, (byte)1).put(1, (byte)7).put(2, (byte)2).put(3, (byte)3).putShort(16, (short)attribute);
        mad.putInt(24, local).putInt(28, remote);
        switch (attribute)
        {
            case 0x10 -> mad.putInt(28, 0).putInt(56, qpn << 8).putInt(68, psn << 8).put(74, (byte)0x10);
            case 0x13 -> mad.putInt(36, qpn << 8).putInt(44, psn << 8);
            case 0x15 -> mad.putInt(32, qpn << 8);
            default -> mad.put(34, (byte)0);
        }
        return mad.array();
    }

    private void management(final String from, final String to, final byte[] mad, final int psn)
        throws UnknownHostException
    {
        send(from, to, builder(Opcode.UD_SEND_ONLY, psn).set(PacketField.DEST_QP, 1).set(PacketField.SRC_QP, 1)
            .set(PacketField.Q_KEY, 0x8001_0000L).payload(mad));
    }

    private void datagram(final int destQp, final int psn, final byte[] payload) throws UnknownHostException
    {
        send(client, "192.0.2.2", builder(Opcode.UD_SEND_ONLY, psn).set(PacketField.DEST_QP, destQp)
            .set(PacketField.SRC_QP, PEER).payload(payload));
    }

    private void reused(final long afterNs) throws UnknownHostException
    {
        wants(PSN, Opcode.RC_SEND_ONLY, 4);
        ack(PSN);
        nowNs += afterNs;
        client = "192.0.2.3";
        wants(0x80_0000, Opcode.RC_SEND_ONLY, 4);
    }

    private void naked(final NakCode code) throws UnknownHostException
    {
        answered(Syndrome.nak(code));
    }

    private void answered(final int syndrome) throws UnknownHostException
    {
        wants(PSN, Opcode.RC_SEND_ONLY, 4);
        answer(b -> b.set(PacketField.SYNDROME, syndrome));
    }

    /** One byte of one request. */
    private void changed(final int offset, final int value) throws UnknownHostException
    {
        if (recorded.size() == 0)
        {
            wants(PSN, Opcode.RC_SEND_ONLY, 64);
        }
        recorded.frames.get(0)[offset] = (byte)value;
    }

    private void flipped(final int offset, final int bit) throws UnknownHostException
    {
        wants(PSN, Opcode.RC_SEND_ONLY, 64);
        recorded.frames.get(0)[offset] ^= (byte)(1 << bit);
    }

    private void rewritten() throws UnknownHostException
    {
        wants(PSN, Opcode.RC_SEND_ONLY, 64);
        wants(PSN + 1, Opcode.RC_SEND_ONLY, 64);
        recorded.frames.get(1)[recorded.sourceOffset(1) + 2] = 77;
        recorded.repairIpv4(1);
    }

    private void truncated() throws UnknownHostException
    {
        wants(PSN, Opcode.RC_SEND_ONLY, 64);
        recorded.frames.set(0, Arrays.copyOf(recorded.frames.get(0), recorded.frames.get(0).length - 8));
    }

    private void withoutIcrc() throws UnknownHostException
    {
        ack(PSN);
        final byte[] frame = Arrays.copyOf(recorded.frames.get(0), recorded.frames.get(0).length - Icrc.LENGTH);
        final ByteBuffer fields = ByteBuffer.wrap(frame);
        fields.putShort(16, (short)(frame.length - 14)).putShort(14 + 24, (short)(frame.length - 34));
        recorded.frames.set(0, frame);
        recorded.repairIpv4(0);
    }

    /** Two packets behind the first one's headers. */
    private void together() throws UnknownHostException
    {
        write(PSN, Opcode.RC_SEND_ONLY, 64);
        wants(PSN + 1, Opcode.RC_SEND_ONLY, 64);
        final byte[] second = recorded.frames.remove(1);
        recorded.times.remove(1);
        final int headers = recorded.bthOffset(0);
        final int length = second.length - headers;
        final byte[] frame = Arrays.copyOf(recorded.frames.get(0), second.length + length);
        System.arraycopy(second, headers, frame, second.length, length);
        ByteBuffer.wrap(frame).putShort(14 + 2, (short)(frame.length - 14)).putShort(34 + 4, (short)(8 + 2 * length));
        recorded.frames.set(0, frame);
        recorded.repairIpv4(0);
    }

    private void padBytes() throws UnknownHostException
    {
        final RoceDatagram datagram = new RoceDatagram(WHOLE);
        datagram.envelope().addresses(
            InetAddress.getByName(client).getAddress(), InetAddress.getByName("192.0.2.2").getAddress());
        datagram.envelope().ports(port, Envelope.ROCE_PORT);
        builder(Opcode.RC_SEND_ONLY, PSN).payload(new byte[3]).build(datagram);
        datagram.envelope().array()[Envelope.PACKET_OFFSET + 15] = 1;
        new Icrc().repair(datagram.envelope(), datagram.length());
        add(datagram);
    }

    private void checked(final int wrong) throws UnknownHostException
    {
        wants(PSN, Opcode.RC_SEND_ONLY, 64);
        wants(PSN + 1, Opcode.RC_SEND_ONLY, 64);
        for (int i = 0; i < 2; i++)
        {
            final CRC32 crc = new CRC32();
            crc.update(recorded.frames.get(i));
            final byte[] frame = Arrays.copyOf(recorded.frames.get(i), recorded.frames.get(i).length + 4);
            ByteBuffer.wrap(frame).putInt(frame.length - 4, Integer.reverseBytes((int)crc.getValue()) ^ i * wrong);
            recorded.frames.set(i, frame);
        }
    }

    /** Codes are grouped by what they are about, and each kind of severity is used. */
    @Test
    void shouldUseEverySeverity()
    {
        final Set<Severity> used = EnumSet.noneOf(Severity.class);
        Arrays.stream(FindingCode.values()).forEach(code -> used.add(code.severity()));
        assertEquals(EnumSet.allOf(Severity.class), used);
    }
}
