package io.roce.wire.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PacketFieldTest
{
    private static final int OPCODE_BITS = 8;

    /**
     * The fields of a header, in the order of the enum, cover all its bits one after the other: so each at its maximum
     * makes a known run of ones, and leaves its neighbours alone.
     */
    @ParameterizedTest
    @EnumSource(PacketField.class)
    void shouldFillItsOwnBitsAndNoOthersAtItsMaximum(final PacketField field)
    {
        final RoceDatagram datagram = zeros(field.header());
        field.set(datagram.packet(), field.maxValue());

        assertEquals(ownBits(field), headerBits(datagram, field.header()));
        assertEquals(field.maxValue(), field.get(datagram.packet()));
    }

    @ParameterizedTest
    @EnumSource(PacketField.class)
    void shouldClearItsOwnBitsAndNoOthersAtZero(final PacketField field)
    {
        final RoceDatagram datagram = zeros(field.header());
        for (final PacketField other : PacketField.values())
        {
            if (other.header() == field.header())
            {
                other.set(datagram.packet(), other.maxValue());
            }
        }
        final BigInteger ones = headerBits(datagram, field.header());
        field.set(datagram.packet(), 0);

        assertEquals(ones.andNot(ownBits(field)), headerBits(datagram, field.header()));
        assertEquals(0, field.get(datagram.packet()));
    }

    @ParameterizedTest
    @EnumSource(HeaderType.class)
    void shouldCoverEveryBitOfEveryHeader(final HeaderType header)
    {
        int bits = header == HeaderType.BTH ? OPCODE_BITS : 0;
        final Set<String> labels = new HashSet<>();
        for (final PacketField field : PacketField.values())
        {
            if (field.header() == header)
            {
                bits += field.width();
                assertTrue(labels.add(field.label()), field.label());
            }
        }
        assertEquals(header.length() * Byte.SIZE, bits);
    }

    @Test
    void shouldNameTheFieldsOfTheBthAsTheContractDoes()
    {
        assertEquals(
            List.of("solicited_event", "mig_req", "pad_count", "tver", "p_key", "fecn", "becn", "reserved", "dest_qp",
                "ack_req", "reserved7", "psn"),
            Arrays.stream(PacketField.values())
                .filter(field -> field.header() == HeaderType.BTH)
                .map(PacketField::label).toList());
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldHaveOneFieldForAnOptionInAnyPacket(final Opcode opcode)
    {
        final Set<String> options = new HashSet<>();
        for (final PacketField field : PacketField.values())
        {
            if (opcode.has(field.header()))
            {
                assertTrue(options.add(field.option()), field.option());
            }
        }
    }

    @Test
    void shouldFindFieldsByOption()
    {
        assertEquals(List.of(PacketField.R_KEY, PacketField.ATOMIC_R_KEY), PacketField.withOption("r-key"));
        assertEquals(List.of(PacketField.INVALIDATE_R_KEY), PacketField.withOption("invalidate-r-key"));
        assertEquals(List.of(PacketField.RESERVED), PacketField.withOption("reserved"));
        assertEquals(List.of(), PacketField.withOption("r_key"));
    }

    @Test
    void shouldListEachOptionOnce()
    {
        assertEquals(PacketField.options().size(), new HashSet<>(PacketField.options()).size());
        for (final String option : PacketField.options())
        {
            assertTrue(option.matches("[a-z][a-z0-9-]*"), option);
            assertNotEquals(List.of(), PacketField.withOption(option));
        }
    }

    @Test
    void shouldKnowItsBounds()
    {
        assertEquals(16_777_215, PacketField.DEST_QP.maxValue());
        assertFalse(PacketField.DEST_QP.isValid(16_777_216));
        assertFalse(PacketField.DEST_QP.isValid(-1));
        assertEquals(4_294_967_295L, PacketField.DMA_LENGTH.maxValue());
        assertTrue(PacketField.VIRTUAL_ADDRESS.isValid(-1));
        assertEquals(1, PacketField.ACK_REQ.maxValue());
    }

    @Test
    void shouldPrintNumbersAsWideAsTheyAre()
    {
        assertEquals("0x000011", PacketField.DEST_QP.format(17));
        assertEquals("0xffff", PacketField.P_KEY.format(0xFFFF));
        assertEquals("0x000008e9", PacketField.R_KEY.format(0x8E9));
        assertEquals("0xffffffffffffffff", PacketField.VIRTUAL_ADDRESS.format(-1));
        assertEquals("4294967295", PacketField.DMA_LENGTH.format(4_294_967_295L));
        assertEquals("0x2d", PacketField.RESERVED.format(0x2D));
        assertEquals("1", PacketField.ACK_REQ.format(1));
    }

    private static RoceDatagram zeros(final HeaderType header)
    {
        final Opcode opcode = Arrays.stream(Opcode.values()).filter(row -> row.has(header)).findFirst().orElseThrow();
        final RoceDatagram datagram = Packets.build(new RocePacketBuilder().opcode(opcode).set(PacketField.P_KEY, 0));
        final int offset = Envelope.PACKET_OFFSET + opcode.headerOffset(header);
        datagram.envelope().buffer().setMemory(offset, header.length(), (byte)0);
        return datagram;
    }

    private static BigInteger ownBits(final PacketField field)
    {
        int bitsBefore = field.header() == HeaderType.BTH ? OPCODE_BITS : 0;
        for (final PacketField other : PacketField.values())
        {
            if (other.header() == field.header() && other.ordinal() < field.ordinal())
            {
                bitsBefore += other.width();
            }
        }
        final int bitsBehind = field.header().length() * Byte.SIZE - bitsBefore - field.width();
        return BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE).shiftLeft(bitsBehind);
    }

    private static BigInteger headerBits(final RoceDatagram datagram, final HeaderType header)
    {
        final byte[] bytes = new byte[header.length()];
        final int headerOffset = datagram.packet().opcode().headerOffset(header);
        datagram.envelope().buffer().getBytes(Envelope.PACKET_OFFSET + headerOffset, bytes);
        return new BigInteger(1, bytes);
    }
}
