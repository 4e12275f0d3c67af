package io.roce.wire.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.opcode.Opcode;

import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PacketPrinterTest
{
    private static final long SEED = 0x1A7E_0FFL;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        RXE_SEND_ONLY_EMPTY | RC_SEND_ONLY dest_qp=0x000035 ack_req psn=0x000100 payload=0
        RXE_SEND_ONLY_PAD_3 | RC_SEND_ONLY pad=3 dest_qp=0x000035 ack_req psn=0x000103 payload=1
        RXE_RNR_NAK | RC_ACKNOWLEDGE dest_qp=0x000043 psn=0x000100 aeth(RNR NAK, timer 20, msn=0) payload=0
        RXE_NAK_ACCESS | RC_ACKNOWLEDGE dest_qp=0x000045 psn=0x000100 aeth(NAK, remote access error, msn=0) \
        payload=0
        CONNECTX_CNP | CNP becn dest_qp=0x000118 psn=0x000000 payload=0
        UC_SEND_ONLY | UC_SEND_ONLY mig_req pad=2 dest_qp=0x0000d3 psn=0xcf1710 payload=18
        RXE_READ_REQUEST | RC_RDMA_READ_REQUEST dest_qp=0x000035 ack_req psn=0x000102 \
        reth(virtual_address=0x0000559cebe3d000 r_key=0x00002a1d dma_length=0) payload=0
        """)
    void shouldPrintALine(final Recorded recorded, final String line)
    {
        assertEquals(line, PacketPrinter.line(recorded.datagram()));
    }

    @Test
    void shouldShowWhatIsUnusual()
    {
        final RoceDatagram datagram = Packets.build(Packets.builder(Opcode.UD_SEND_ONLY, 1, 2)
            .set(PacketField.P_KEY, 0x7FFF).set(PacketField.SOLICITED_EVENT, 1).set(PacketField.FECN, 1)
            .set(PacketField.RESERVED, 3).set(PacketField.RESERVED7, 4).set(PacketField.DETH_RESERVED, 5)
            .set(PacketField.Q_KEY, 0x8001_0000L).set(PacketField.SRC_QP, 1));

        assertEquals("UD_SEND_ONLY solicited_event p_key=0x7fff fecn reserved=0x03 dest_qp=0x000001 reserved7=0x04 " +
            "psn=0x000002 deth(q_key=0x80010000 reserved=0x05 src_qp=0x000001) payload=0",
            PacketPrinter.line(datagram));
    }

    @Test
    void shouldPrintWhatIsReadableOfAMalformedPacket()
    {
        final RocePacketBuilder builder = Packets.builder(Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, 0x11, 3);

        assertEquals("no opcode malformed: shorter than a BTH and an ICRC (16 bytes), 0 bytes",
            PacketPrinter.line(Packets.build(builder.truncateTo(0))));
        assertEquals("no opcode malformed: shorter than a BTH and an ICRC (16 bytes), 4 bytes 0b 00 ff ff",
            PacketPrinter.line(Packets.build(builder.truncateTo(4))));
        assertEquals("RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE dest_qp=0x000011 psn=0x000003" +
            " reth(virtual_address=0x0000000000000000 r_key=0x00000000 dma_length=0)" +
            " malformed: shorter than the headers of its opcode and an ICRC, 32 bytes",
            PacketPrinter.line(Packets.build(builder.truncateTo(32))));
        assertEquals("RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE dest_qp=0x000011 psn=0x000003" +
            " malformed: shorter than the headers of its opcode and an ICRC, 31 bytes",
            PacketPrinter.line(Packets.build(builder.truncateTo(31))));
        assertEquals("RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE dest_qp=0x000011 psn=0x000003" +
            " malformed: shorter than a BTH and an ICRC (16 bytes), 15 bytes",
            PacketPrinter.line(Packets.build(builder.truncateTo(15))));
        assertEquals("reserved opcode 0x15 dest_qp=0x000011 psn=0x000003 malformed: opcode is reserved, 16 bytes",
            PacketPrinter.line(Packets.build(builder.truncateTo(-1).opcode(0x15))));
        assertEquals("reserved opcode 0x15 tver=7 dest_qp=0x000011 psn=0x000003" +
            " malformed: transport version is not 0, 16 bytes",
            PacketPrinter.line(Packets.build(builder.set(PacketField.TVER, 7))));
    }

    @Test
    void shouldShowNoIcrcAsAHeader()
    {
        final RocePacketBuilder builder = Packets.builder(Opcode.RC_SEND_LAST_WITH_IMMEDIATE, 0x11, 3)
            .set(PacketField.IMMEDIATE_DATA, 0xDEADBEEFL).truncateTo(16);

        assertEquals("RC_SEND_LAST_WITH_IMMEDIATE dest_qp=0x000011 psn=0x000003" +
            " malformed: shorter than the headers of its opcode and an ICRC, 16 bytes",
            PacketPrinter.line(Packets.build(builder)));
        final String verbose = PacketPrinter.verbose(Packets.build(builder));
        assertFalse(verbose.contains("imm_dt"), verbose);
        final String runt = PacketPrinter.verbose(Packets.build(builder.truncateTo(15)));
        assertTrue(runt.contains("dest_qp           0x000011"), runt);
    }

    @Test
    void shouldPrintAllFields()
    {
        assertEquals("""
            RC_RDMA_READ_RESPONSE_ONLY (0x10)
              bth
                solicited_event   0
                mig_req           0
                pad_count         1
                tver              0
                p_key             0xffff
                fecn              0
                becn              0
                reserved          0x00
                dest_qp           0x000036
                ack_req           0
                reserved7         0x00
                psn               0x00010b
              aeth
                syndrome          0x1f (ACK, no credit limit)
                msn               12
              payload_length      3
            """, PacketPrinter.verbose(Recorded.RXE_READ_RESPONSE_ONLY_PAD_1.datagram()));
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldPrintEveryFieldOfEveryOpcode(final Opcode opcode)
    {
        final RoceDatagram datagram = Packets.build(new RocePacketBuilder().opcode(opcode));
        final String verbose = PacketPrinter.verbose(datagram);
        final String line = PacketPrinter.line(datagram);

        assertTrue(line.startsWith(opcode.name() + ' '), line);
        for (final PacketField field : PacketField.values())
        {
            final int header = verbose.indexOf("\n  " + field.header().label() + '\n');
            assertEquals(opcode.has(field.header()), header >= 0, field.name());
            if (header >= 0)
            {
                assertTrue(verbose.indexOf("\n    " + field.label() + ' ', header) > header, field.name());
            }
        }
    }

    @Test
    void shouldPrintAnyBytes()
    {
        final Random random = new Random(SEED);
        for (int i = 0; i < 200_000; i++)
        {
            final byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            final RoceDatagram datagram = Packets.ofBytes(bytes);
            final String printed = i % 2 == 0 ? PacketPrinter.line(datagram) : PacketPrinter.verbose(datagram);

            assertEquals(datagram.error() != WireError.NONE, printed.contains(" malformed: "), "seed " + SEED);
        }
    }

    @Test
    void shouldPrintADatagramThatHoldsNothingYet()
    {
        assertEquals("no opcode malformed: shorter than a BTH and an ICRC (16 bytes), 0 bytes",
            PacketPrinter.line(new RoceDatagram()));
    }
}
