package io.roce.wire.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;

import java.util.Arrays;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RocePacketBuilderTest
{
    private static final int DEST_QP = 0x00_0017;
    private static final int PSN = 0xDE_9893;

    private final IcrcVerifier strict = new IcrcVerifier(IcrcMode.STRICT);
    private final IcrcVerifier inferAny = new IcrcVerifier(IcrcMode.INFER_ANY);

    @Test
    void shouldBuildARecordedPacketByteForByte()
    {
        final RoceDatagram recorded = Recorded.RXE_FETCH_ADD.datagram();
        final byte[] bytes = Packets.bytes(recorded);
        final RoceDatagram datagram = Recorded.RXE_FETCH_ADD.datagram();
        datagram.envelope().buffer().setMemory(Envelope.PACKET_OFFSET, bytes.length, (byte)0xA5);

        final int length = Packets.builder(Opcode.RC_FETCH_ADD, DEST_QP, PSN)
            .set(PacketField.ACK_REQ, 1)
            .set("virtual-address", 0x0000_5644_2E5D_B000L)
            .set("r-key", 0x8E9)
            .set(PacketField.SWAP_DATA, 1)
            .build(datagram);

        assertEquals(bytes.length, length);
        assertEquals(WireError.NONE, datagram.error());
        assertArrayEquals(bytes, Packets.bytes(datagram));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, ''", "1, 3, 000000", "2, 2, 0000", "3, 1, 00", "4, 0, ''", "5, 3, 000000"})
    void shouldPadToAMultipleOfFour(final int payloadLength, final int padCount, final String pad)
    {
        final RoceDatagram datagram = Packets.rcSendOnly(DEST_QP, PSN, Packets.payload(payloadLength));
        final byte[] bytes = Packets.bytes(datagram);

        assertEquals(12 + payloadLength + padCount + 4, bytes.length);
        assertEquals(padCount, datagram.packet().bth().padCount());
        assertEquals(payloadLength, datagram.packet().payloadLength());
        assertEquals(pad, HexFormat.of().formatHex(bytes, 12 + payloadLength, bytes.length - 4));
    }

    @Test
    void shouldWriteAWrongPadCountWithoutPadBytes()
    {
        final RoceDatagram datagram = Packets.build(Packets.builder(Opcode.RC_SEND_ONLY, DEST_QP, PSN)
            .set(PacketField.PAD_COUNT, 2).payload(Packets.payload(5)));

        assertEquals(12 + 5 + 4, datagram.length());
        assertEquals(WireError.NONE, datagram.error());
        assertEquals(3, datagram.packet().payloadLength());
        assertEquals(IcrcVerdict.EXACT, verify(strict, datagram));
    }

    @Test
    void shouldWriteAPadCountLargerThanWhatFollowsTheHeaders()
    {
        final RoceDatagram datagram = Packets.build(Packets.builder(Opcode.RC_RDMA_READ_REQUEST, DEST_QP, PSN)
            .set(PacketField.PAD_COUNT, 3));

        assertEquals(WireError.PAD_EXCEEDS_PAYLOAD, datagram.error());
        assertEquals(IcrcVerdict.EXACT, verify(strict, datagram));
    }

    @Test
    void shouldWriteABadTransportVersionAndReservedBits()
    {
        final RoceDatagram datagram = Packets.build(Packets.builder(Opcode.RC_SEND_ONLY, DEST_QP, PSN)
            .set(PacketField.TVER, 15).set(PacketField.RESERVED, 0x3F).set(PacketField.RESERVED7, 0x7F));

        assertEquals(WireError.UNSUPPORTED_TVER, datagram.error());
        assertEquals("040fffff3f0000177fde9893", HexFormat.of().formatHex(Packets.bytes(datagram), 0, 12));
    }

    @Test
    void shouldTruncateToAnyLength()
    {
        final RocePacketBuilder builder =
            Packets.builder(Opcode.RC_RDMA_WRITE_ONLY, DEST_QP, PSN).payload(Packets.payload(9));
        final byte[] whole = Packets.bytes(Packets.build(builder));
        for (int length = 0; length <= whole.length + 1; length++)
        {
            final RoceDatagram datagram = Packets.build(builder.truncateTo(length));

            assertArrayEquals(Arrays.copyOf(whole, Math.min(length, whole.length)), Packets.bytes(datagram));
        }
        assertArrayEquals(whole, Packets.bytes(Packets.build(builder.truncateTo(-1))));
    }

    @Test
    void shouldBuildEveryOpcodeNumber()
    {
        final RocePacketBuilder builder = Packets.builder(Opcode.RC_SEND_ONLY, DEST_QP, PSN);
        for (int code = 0; code < 256; code++)
        {
            final RoceDatagram datagram = Packets.build(builder.opcode(code));
            final Opcode opcode = Opcode.get(code);

            assertEquals(opcode == null ? WireError.UNKNOWN_OPCODE : WireError.NONE, datagram.error());
            assertEquals(opcode == null ? 16 : opcode.headerLength() + 4, datagram.length());
            assertEquals(code, Packets.bytes(datagram)[0] & 0xFF);
            assertEquals(DEST_QP, datagram.packet().bth().destQp());
            assertEquals(IcrcVerdict.EXACT, verify(strict, datagram));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 4137, 65_488, 65_491})
    void shouldBuildOversizePayloads(final int payloadLength)
    {
        final RoceDatagram datagram = Packets.ipv4(65_535);
        Packets.builder(Opcode.RC_SEND_ONLY, DEST_QP, PSN)
            .set(PacketField.PAD_COUNT, 0).payload(new byte[payloadLength]).build(datagram);

        assertEquals(payloadLength + 16, datagram.length());
        assertEquals(payloadLength + 16 > 4152 ? WireError.OVERSIZE : WireError.NONE, datagram.error());
        assertEquals(DEST_QP, datagram.packet().bth().destQp());
        assertEquals(IcrcVerdict.EXACT, verify(strict, datagram));
    }

    @Test
    void shouldRefuseWhatTheDatagramHasNoRoomFor()
    {
        final RocePacketBuilder builder = Packets.builder(Opcode.RC_SEND_ONLY, DEST_QP, PSN);

        assertMessage("payload must be 0 to 4 bytes for this opcode and datagram: 8",
            () -> builder.payload(new byte[8]).build(Packets.ipv4(20)));
        assertMessage("payload must be 0 to 65491 bytes for this opcode and datagram: 65492",
            () -> builder.payload(new byte[65_492]).build(Packets.ipv4(65_535)));
        assertEquals(65_524, builder.payload(new byte[65_508]).build(Packets.ipv6(65_535)));
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldWriteABadIcrcThatNoInferenceAccepts(final Opcode opcode)
    {
        final RocePacketBuilder builder =
            Packets.builder(opcode, DEST_QP, PSN).icrc(IcrcChoice.BAD, 0);
        for (int payloadLength = 0; payloadLength < 200; payloadLength++)
        {
            final RoceDatagram datagram = Packets.build(builder.payload(Packets.payload(payloadLength)));

            assertEquals(IcrcVerdict.MISMATCH, verify(inferAny, datagram));
            assertFalse(inferAny.isExplained());
        }
        final RoceDatagram overIpv6 = Packets.ipv6(RoceDatagram.CAPACITY);
        builder.build(overIpv6);
        assertEquals(IcrcVerdict.MISMATCH, verify(inferAny, overIpv6));
    }

    @Test
    void shouldWriteAGivenIcrcMostSignificantByteFirst()
    {
        final byte[] bytes = Packets.bytes(Packets.build(
            Packets.builder(Opcode.RC_SEND_ONLY, DEST_QP, PSN).icrc(IcrcChoice.GIVEN, 0x82FD_002A)));

        assertEquals("82fd002a", HexFormat.of().formatHex(bytes, bytes.length - 4, bytes.length));
    }

    @Test
    void shouldWriteTheGoodIcrcOverIpv6()
    {
        final RoceDatagram datagram = Packets.ipv6(RoceDatagram.CAPACITY);
        Packets.builder(Opcode.RC_SEND_ONLY, DEST_QP, PSN).payload(Packets.payload(3)).build(datagram);

        assertEquals(IcrcVerdict.EXACT, verify(strict, datagram));
    }

    @Test
    void shouldSetAllFieldsOfAnOption()
    {
        final RocePacketBuilder builder = new RocePacketBuilder().set("r-key", 0x8E9).set("invalidate-r-key", 7);

        assertEquals(0x8E9, Packets.build(builder.opcode(Opcode.RC_FETCH_ADD)).packet().atomicEth().rKey());
        assertEquals(0x8E9, Packets.build(builder.opcode(Opcode.RC_RDMA_READ_REQUEST)).packet().reth().rKey());
        assertEquals(7, Packets.build(builder.opcode(Opcode.RC_SEND_ONLY_WITH_INVALIDATE)).packet().ieth().rKey());
    }

    @Test
    void shouldStartFromTheDefaultPartitionAndZeros()
    {
        assertEquals("0400ffff0000000000000000", HexFormat.of().formatHex(
            Packets.bytes(Packets.build(new RocePacketBuilder().opcode(Opcode.RC_SEND_ONLY))), 0, 12));
    }

    @Test
    void shouldNameFieldValueAndBoundOfAMistake()
    {
        final RocePacketBuilder builder = new RocePacketBuilder();

        assertMessage("dest_qp must be 0 to 16777215 (24 bits): 16777216",
            () -> builder.set(PacketField.DEST_QP, 0x100_0000));
        assertMessage("psn must be 0 to 16777215 (24 bits): -1", () -> builder.set(PacketField.PSN, -1));
        assertMessage("r_key must be 0 to 4294967295 (32 bits): 4294967296", () -> builder.set("r-key", 1L << 32));
        assertMessage("no packet field has the option qp", () -> builder.set("qp", 1));
        assertMessage("opcode must be 0 to 255: 256", () -> builder.opcode(256));
        assertMessage("length to truncate to must be 0 or more, or -1 for all: -2", () -> builder.truncateTo(-2));
    }

    private static void assertMessage(final String message, final Runnable mistake)
    {
        assertEquals(message, assertThrows(IllegalArgumentException.class, mistake::run).getMessage());
    }

    private static IcrcVerdict verify(final IcrcVerifier verifier, final RoceDatagram datagram)
    {
        return verifier.verify(datagram.envelope(), datagram.length());
    }
}
