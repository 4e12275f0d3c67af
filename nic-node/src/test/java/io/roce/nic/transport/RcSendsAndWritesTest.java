package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.RecvWr;
import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RocePacketBuilder;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SENDs and RDMA WRITEs as they should be: IBTA Vol 1, sections 9.4 and 9.7. */
class RcSendsAndWritesTest
{
    private static final int PSN = 0x500;

    private final ResponderFixture fixture = new ResponderFixture(QpType.RC, Profile.IBTA).connect(PSN, 4);
    private final long addr = fixture.region.addr();

    RcSendsAndWritesTest() throws Exception
    {
    }

    @Test
    void shouldReceiveAMessageOfOnePacket() throws Exception
    {
        fixture.post(1, 100, 50);

        assertExecuted(fixture.request(Opcode.RC_SEND_ONLY, PSN, 5));

        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1"), fixture.takeSent());
        assertEquals("wr 1 SUCCESS RECV 5 bytes", fixture.completion());
        assertArrayEquals(Packets.payload(5), fixture.memory(100, 5));
        assertArrayEquals(new byte[45], fixture.memory(105, 45));
        assertEquals("none", fixture.completion());
    }

    @Test
    void shouldReceiveAMessageOfManyPacketsIntoManyPieces() throws Exception
    {
        fixture.qp.recvQueue.post(new RecvWr().wrId(1)
            .sge(addr + 2000, 300, fixture.region.lkey())
            .sge(addr, 0, 0)
            .sge(addr + 1000, 400, fixture.region.lkey()));
        fixture.post(2, 5000, 10);

        assertExecuted(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256));
        assertExecuted(fixture.request(Opcode.RC_SEND_MIDDLE, PSN + 1, 256));
        assertEquals(List.of(), fixture.takeSent());
        assertEquals("none", fixture.completion());
        assertExecuted(fixture.request(Opcode.RC_SEND_LAST_WITH_IMMEDIATE, PSN + 2, 3)
            .set(PacketField.IMMEDIATE_DATA, 0xFEEDF00DL));

        assertEquals(List.of("ACKNOWLEDGE 0x000502 syndrome 0x1f msn 1"), fixture.takeSent());
        assertEquals("wr 1 SUCCESS RECV 515 bytes flags 2 imm 0xfeedf00d", fixture.completion());
        final byte[] message = new byte[515];
        System.arraycopy(Packets.payload(256), 0, message, 0, 256);
        System.arraycopy(Packets.payload(256), 0, message, 256, 256);
        System.arraycopy(Packets.payload(3), 0, message, 512, 3);
        assertArrayEquals(Arrays.copyOf(message, 300), fixture.memory(2000, 300));
        assertArrayEquals(Arrays.copyOfRange(message, 300, 515), fixture.memory(1000, 215));

        assertExecuted(fixture.request(Opcode.RC_SEND_ONLY, PSN + 3));
        assertEquals("wr 2 SUCCESS RECV 0 bytes", fixture.completion());
    }

    @Test
    void shouldInvalidateTheKeyThatASendNames() throws Exception
    {
        final MemoryRegion victim = fixture.regions.regMr(
            fixture.pd, new MrInit(ByteBuffer.allocateDirect(16), AccessFlag.ALL).invalidatable());
        fixture.post(1, 0, 16);
        fixture.post(2, 0, 16);

        assertExecuted(fixture.request(Opcode.RC_SEND_ONLY_WITH_INVALIDATE, PSN, 8)
            .set(PacketField.INVALIDATE_R_KEY, Integer.toUnsignedLong(victim.rkey())));

        assertTrue(victim.isInvalidated());
        assertEquals(
            "wr 1 SUCCESS RECV 8 bytes flags 8 invalidated 0x%x".formatted(victim.rkey()), fixture.completion());
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1"), fixture.takeSent());

        // What is invalidated already cannot be so again.
        assertEquals(Fate.INVALIDATE_REFUSED, fixture.receive(
            fixture.request(Opcode.RC_SEND_ONLY_WITH_INVALIDATE, PSN + 1, 8)
                .set(PacketField.INVALIDATE_R_KEY, Integer.toUnsignedLong(victim.rkey()))));
        assertEquals("wr 2 REM_INV_REQ_ERR RECV 0 bytes", fixture.completion());
        assertEquals(List.of(), fixture.takeSent());
        assertEquals(List.of("ERR"), fixture.failures);
    }

    @Test
    void shouldWriteAndTellNobody() throws Exception
    {
        fixture.post(1, 0, 16);

        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, addr + 300, 256 + 256 + 7, 256));
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_MIDDLE, PSN + 1, 256));
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_LAST, PSN + 2, 7));

        assertEquals(List.of("ACKNOWLEDGE 0x000502 syndrome 0x1f msn 1"), fixture.takeSent());
        assertArrayEquals(Packets.payload(256), fixture.memory(300, 256));
        assertArrayEquals(Packets.payload(256), fixture.memory(556, 256));
        assertArrayEquals(Packets.payload(7), fixture.memory(812, 7));
        assertArrayEquals(new byte[1], fixture.memory(819, 1));
        assertEquals("none", fixture.completion());
    }

    @Test
    void shouldTakeAReceiveForTheImmediateOfAWrite() throws Exception
    {
        fixture.post(1, 40_000, 16);
        fixture.post(2, 0, 0);

        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, addr + 8, 260, 256));
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_LAST_WITH_IMMEDIATE, PSN + 1, 4)
            .set(PacketField.IMMEDIATE_DATA, 9));
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, PSN + 2, addr, 3, 3)
            .set(PacketField.IMMEDIATE_DATA, 10));

        assertEquals("wr 1 SUCCESS RECV_RDMA_WITH_IMM 260 bytes flags 2 imm 0x9", fixture.completion());
        assertEquals("wr 2 SUCCESS RECV_RDMA_WITH_IMM 3 bytes flags 2 imm 0xa", fixture.completion());
        assertArrayEquals(Packets.payload(3), fixture.memory(0, 3));
        assertArrayEquals(new byte[16], fixture.memory(40_000, 16), "the receive's memory is left alone");
        assertEquals(
            List.of("ACKNOWLEDGE 0x000501 syndrome 0x1f msn 1", "ACKNOWLEDGE 0x000502 syndrome 0x1f msn 2"),
            fixture.takeSent());
    }

    /** Zero bytes are nobody's: neither key nor address are looked at. */
    @Test
    void shouldCheckNoKeyForAWriteOfNothing()
    {
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, 0, 0, 0).set(PacketField.R_KEY, 0));
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1"), fixture.takeSent());
    }

    @Test
    void shouldAcknowledgeOnlyWhatAsksForIt() throws Exception
    {
        fixture.post(1, 0, 1000);
        assertExecuted(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256));
        assertExecuted(fixture.request(Opcode.RC_SEND_MIDDLE, PSN + 1, 256).set(PacketField.ACK_REQ, 1));
        assertEquals(List.of("ACKNOWLEDGE 0x000501 syndrome 0x1f msn 0"), fixture.takeSent());
        assertExecuted(fixture.request(Opcode.RC_SEND_LAST, PSN + 2, 256).set(PacketField.ACK_REQ, 0));
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 3, addr, 4, 4).set(PacketField.ACK_REQ, 0));
        assertEquals(List.of(), fixture.takeSent());
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN + 4, addr, 4, 4));
        assertEquals(List.of("ACKNOWLEDGE 0x000504 syndrome 0x1f msn 3"), fixture.takeSent());
    }

    /** Messages of four packets, so that the numbers go from the last to 0 at each of their packets, or between two. */
    @ParameterizedTest
    @ValueSource(ints = {0xFF_FFFB, 0xFF_FFFC, 0xFF_FFFD, 0xFF_FFFE, 0xFF_FFFF, 0})
    void shouldGoOnAtZeroBehindTheLastPsn(final int first) throws Exception
    {
        fixture.connect(first, 4);
        fixture.post(1, 0, 1000);
        final Opcode[][] messages =
        {
            {Opcode.RC_SEND_FIRST, Opcode.RC_SEND_MIDDLE, Opcode.RC_SEND_MIDDLE, Opcode.RC_SEND_LAST},
            {Opcode.RC_RDMA_WRITE_FIRST, Opcode.RC_RDMA_WRITE_MIDDLE, Opcode.RC_RDMA_WRITE_MIDDLE,
                Opcode.RC_RDMA_WRITE_LAST}
        };
        int psn = first;
        for (int message = 0; message < messages.length; message++)
        {
            for (final Opcode opcode : messages[message])
            {
                assertExecuted(fixture.request(opcode, psn, addr, 1000, opcode.isEnd() ? 232 : 256));
                psn = Psn.add(psn, 1);
            }
            assertEquals(
                List.of("ACKNOWLEDGE 0x%06x syndrome 0x1f msn %d".formatted(Psn.add(psn, -1), message + 1)),
                fixture.takeSent());
        }
        assertEquals("wr 1 SUCCESS RECV 1000 bytes", fixture.completion());

        assertEquals(Fate.DUPLICATE_ACKNOWLEDGED, fixture.receive(
            fixture.request(Opcode.RC_SEND_FIRST, first, 256)));
        assertEquals(
            List.of("ACKNOWLEDGE 0x%06x syndrome 0x1f msn 2".formatted(Psn.add(psn, -1))), fixture.takeSent());
    }

    @Test
    void shouldCountMessagesInTwentyFourBits()
    {
        fixture.qp.responder.msn = 0xFF_FFFF;
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_ONLY, PSN, addr, 4, 4));
        assertEquals(List.of("ACKNOWLEDGE 0x000500 syndrome 0x1f msn 0"), fixture.takeSent());
    }

    /** A region that is deregistered while a message is under way is not touched any more. */
    @Test
    void shouldNotWriteToARegionThatHasGone() throws Exception
    {
        assertExecuted(fixture.request(Opcode.RC_RDMA_WRITE_FIRST, PSN, addr, 512, 256));
        fixture.regions.deregMr(fixture.region);

        assertEquals(Fate.NAK_REMOTE_ACCESS, fixture.receive(
            fixture.request(Opcode.RC_RDMA_WRITE_LAST, PSN + 1, 256)));
        assertEquals(List.of("ACKNOWLEDGE 0x000501 syndrome 0x62 msn 0"), fixture.takeSent());
        assertArrayEquals(new byte[256], fixture.memory(256, 256));
    }

    /** The queue pair was destroyed or reset, and begins with another peer. */
    @Test
    void shouldBeginAsNewAfterReset() throws Exception
    {
        fixture.post(1, 0, 1000);
        assertExecuted(fixture.request(Opcode.RC_SEND_FIRST, PSN, 256));
        assertEquals(Fate.NAK_PSN_SEQUENCE, fixture.receive(fixture.request(Opcode.RC_SEND_LAST, PSN + 2, 256)));
        fixture.takeSent();
        fixture.qp.responder.reset();
        fixture.qp.recvQueue.discard();
        fixture.connect(PSN - 2, 1);
        fixture.post(2, 0, 1000);

        assertEquals(Fate.NAK_PSN_SEQUENCE, fixture.receive(fixture.request(Opcode.RC_SEND_ONLY, PSN, 4)));
        assertExecuted(fixture.request(Opcode.RC_SEND_ONLY, PSN - 2, 4));
        assertEquals(
            List.of("ACKNOWLEDGE 0x0004fe syndrome 0x60 msn 0", "ACKNOWLEDGE 0x0004fe syndrome 0x1f msn 1"),
            fixture.takeSent());
        assertEquals("wr 2 SUCCESS RECV 4 bytes", fixture.completion());
    }

    private void assertExecuted(final RocePacketBuilder builder)
    {
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(builder));
    }
}
