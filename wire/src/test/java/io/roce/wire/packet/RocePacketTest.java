package io.roce.wire.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;

import java.util.Arrays;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RocePacketTest
{
    private static final long SEED = 0x0BAD_B17EL;
    private static final int OFFSET = 5;

    private final RocePacket packet = new RocePacket();

    @ParameterizedTest
    @EnumSource(Recorded.class)
    void shouldReadRecordedPackets(final Recorded recorded)
    {
        final byte[] bytes = Packets.bytes(recorded.datagram());

        assertEquals(WireError.NONE, wrap(bytes));
        assertEquals(recorded.opcode(), packet.opcode());
        assertEquals(recorded.destQp(), packet.bth().destQp());
        assertEquals(recorded.psn(), packet.bth().psn());
        assertEquals(recorded.payloadLength(), packet.payloadLength());
        assertEquals(recorded.icrc(), packet.icrc());
    }

    @Test
    void shouldReadExtendedHeadersOfRecordedPackets()
    {
        wrap(Packets.bytes(Recorded.RXE_FETCH_ADD.datagram()));
        assertEquals(0x0000_5644_2E5D_B000L, packet.atomicEth().virtualAddress());
        assertEquals(0x8E9, packet.atomicEth().rKey());
        assertEquals(1, packet.atomicEth().swapOrAddData());
        assertEquals(0, packet.atomicEth().compareData());

        wrap(Packets.bytes(Recorded.RXE_ATOMIC_ACKNOWLEDGE.datagram()));
        assertEquals(31, packet.aeth().syndrome());
        assertEquals(1, packet.aeth().msn());
        assertEquals(6_470_416_915_437_041_286L, packet.atomicAckEth().originalData());

        wrap(Packets.bytes(Recorded.RXE_READ_REQUEST.datagram()));
        assertEquals(0x0000_559C_EBE3_D000L, packet.reth().virtualAddress());
        assertEquals(0x2A1D, packet.reth().rKey());
        assertEquals(0, packet.reth().dmaLength());
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldReadBackWhatWasBuilt(final Opcode opcode)
    {
        final Random random = new Random(SEED + opcode.code());
        final long[] values = new long[PacketField.values().length];
        final RocePacketBuilder builder = new RocePacketBuilder().opcode(opcode);
        for (final PacketField field : PacketField.values())
        {
            if (field != PacketField.PAD_COUNT && field != PacketField.TVER)
            {
                values[field.ordinal()] = random.nextLong() & field.maxValue();
                builder.set(field, values[field.ordinal()]);
            }
        }
        final byte[] payload = Packets.payload(opcode.code() % 7);
        values[PacketField.PAD_COUNT.ordinal()] = (4 - payload.length % 4) % 4;

        assertEquals(WireError.NONE, wrap(Packets.bytes(Packets.build(builder.payload(payload)))));
        assertEquals(opcode, packet.opcode());
        for (final PacketField field : PacketField.values())
        {
            assertEquals(opcode.has(field.header()), packet.isReadable(field.header()));
            assertEquals(opcode.has(field.header()), packet.has(field.header()));
            if (packet.has(field.header()))
            {
                assertEquals(values[field.ordinal()], field.get(packet), field.name());
            }
        }
        final byte[] read = new byte[packet.payloadLength()];
        packet.buffer().getBytes(packet.payloadOffset(), read);
        assertArrayEquals(payload, read);
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldNameTheErrorAtEveryLength(final Opcode opcode)
    {
        final byte[] whole = Packets.bytes(Packets.build(new RocePacketBuilder()
            .opcode(opcode).payload(Packets.payload(6))));
        for (int length = 0; length < whole.length; length++)
        {
            final WireError error = wrap(Arrays.copyOf(whole, length));

            final int afterHeaders = length - opcode.headerLength() - 4;
            assertEquals(
                length < 16 ? WireError.TRUNCATED_BTH :
                afterHeaders < 0 ? WireError.TRUNCATED_HEADERS :
                afterHeaders < 2 ? WireError.PAD_EXCEEDS_PAYLOAD : WireError.NONE,
                error, "length " + length);
            assertReadable(length);
        }
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldReadAHeaderOnlyInFrontOfTheIcrc(final Opcode opcode)
    {
        final byte[] whole = Packets.bytes(Packets.build(new RocePacketBuilder().opcode(opcode)));
        for (int length = 0; length <= whole.length; length++)
        {
            wrap(Arrays.copyOf(whole, length));
            int end = 12;
            for (final HeaderType header : opcode.extendedHeaders())
            {
                end += header.length();
                assertEquals(length >= end + 4, packet.isReadable(header), header + " of " + length + " bytes");
            }
            assertEquals(length >= 12, packet.isReadable(HeaderType.BTH), "BTH of " + length + " bytes");
        }
    }

    @ParameterizedTest
    @EnumSource(Recorded.class)
    void shouldReadRecordedPacketsCutAtEveryLength(final Recorded recorded)
    {
        final byte[] whole = Packets.bytes(recorded.datagram());
        for (int length = 0; length < whole.length; length++)
        {
            wrap(Arrays.copyOf(whole, length));
            assertReadable(length);
        }
    }

    @Test
    void shouldTakeAnyBytes()
    {
        final Random random = new Random(SEED);
        final int[] errors = new int[WireError.values().length];
        for (int i = 0; i < 400_000; i++)
        {
            final byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            if (bytes.length > 1 && random.nextBoolean())
            {
                bytes[1] &= (byte)0xF0;
            }
            final WireError error = wrap(bytes);
            errors[error.ordinal()]++;
            assertReadable(bytes.length);
            if (error == WireError.NONE)
            {
                assertTrue(packet.payloadLength() >= 0, "seed " + SEED + ", packet " + i);
            }
        }

        for (final WireError error : WireError.values())
        {
            assertEquals(error != WireError.OVERSIZE, errors[error.ordinal()] > 0, error.name());
        }
    }

    @ParameterizedTest
    @CsvSource({"4152, NONE", "4153, OVERSIZE", "65507, OVERSIZE"})
    void shouldRefuseWhatIsLongerThanAnyLegalPacket(final int length, final WireError error)
    {
        final byte[] bytes = new byte[length];
        bytes[0] = (byte)Opcode.RD_FETCH_ADD.code();

        assertEquals(error, wrap(bytes));
        assertReadable(length);
    }

    @ParameterizedTest
    @CsvSource({
        "15, 0x0f, 0x15, 3, TRUNCATED_BTH",
        "4153, 0x0f, 0x15, 3, OVERSIZE",
        "16, 0x0f, 0x15, 3, UNSUPPORTED_TVER",
        "16, 0x00, 0x15, 3, UNKNOWN_OPCODE",
        "16, 0x00, 0x0a, 3, TRUNCATED_HEADERS",
        "32, 0x00, 0x0a, 3, PAD_EXCEEDS_PAYLOAD",
        "35, 0x00, 0x0a, 3, NONE"})
    void shouldAnswerWithTheFirstErrorThatApplies(
        final int length, final String tver, final String opcode, final int padCount, final WireError error)
    {
        final byte[] bytes = new byte[length];
        bytes[0] = Integer.decode(opcode).byteValue();
        bytes[1] = (byte)(padCount << 4 | Integer.decode(tver));

        assertEquals(error, wrap(bytes));
    }

    @Test
    void shouldForgetThePacketBefore()
    {
        wrap(Packets.bytes(Recorded.RXE_FETCH_ADD.datagram()));
        assertNotNull(packet.opcode());
        wrap(new byte[11]);

        assertNull(packet.opcode());
        for (final HeaderType header : HeaderType.values())
        {
            assertFalse(packet.isReadable(header));
        }
    }

    /** Behind other bytes and at the very end of a buffer: reading past the packet throws. */
    private WireError wrap(final byte[] bytes)
    {
        final byte[] shifted = new byte[OFFSET + bytes.length];
        Arrays.fill(shifted, (byte)0xA5);
        System.arraycopy(bytes, 0, shifted, OFFSET, bytes.length);
        return packet.wrap(new UnsafeBuffer(shifted), OFFSET, bytes.length);
    }

    private void assertReadable(final int length)
    {
        for (final PacketField field : PacketField.values())
        {
            if (packet.isReadable(field.header()))
            {
                assertTrue(field.isValid(field.get(packet)));
            }
        }
        assertEquals(length >= 12, packet.isReadable(HeaderType.BTH));
    }
}
