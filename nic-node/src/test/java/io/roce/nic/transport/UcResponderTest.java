package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.RecvWr;
import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a UC queue pair makes of messages, whole and broken: IBTA Vol 1, section 9.8. */
class UcResponderTest
{
    private static final int PSN = 0x500;

    private final ResponderFixture fixture = new ResponderFixture(QpType.UC, Profile.IBTA).connect(PSN, 0);
    private final long addr = fixture.region.addr();

    UcResponderTest() throws Exception
    {
    }

    @AfterEach
    void shouldHaveSentNothing()
    {
        assertEquals(List.of(), fixture.sent);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x500, 0xFF_FFFD, 0xFF_FFFE, 0xFF_FFFF})
    void shouldReceiveMessages(final int psn) throws Exception
    {
        fixture.connect(psn, 0);
        fixture.post(1, 0, 1000);
        fixture.post(2, 1000, 1000);
        fixture.post(3, 2000, 0);

        send(Opcode.UC_SEND_FIRST, psn, 256, Fate.REQUEST_EXECUTED);
        send(Opcode.UC_SEND_MIDDLE, Psn.add(psn, 1), 256, Fate.REQUEST_EXECUTED);
        send(Opcode.UC_SEND_LAST, Psn.add(psn, 2), 3, Fate.REQUEST_EXECUTED);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.UC_SEND_ONLY_WITH_IMMEDIATE, Psn.add(psn, 3), 4)
                .set(PacketField.IMMEDIATE_DATA, 5)));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_FIRST, Psn.add(psn, 4), addr + 3000, 260, 256)));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_LAST_WITH_IMMEDIATE, Psn.add(psn, 5), 4)
                .set(PacketField.IMMEDIATE_DATA, 6)));

        assertEquals("wr 1 SUCCESS RECV 515 bytes", fixture.completion());
        assertEquals("wr 2 SUCCESS RECV 4 bytes flags 2 imm 0x5", fixture.completion());
        assertEquals("wr 3 SUCCESS RECV_RDMA_WITH_IMM 260 bytes flags 2 imm 0x6", fixture.completion());
        assertArrayEquals(Packets.payload(256), fixture.memory(256, 256));
        assertArrayEquals(Packets.payload(3), fixture.memory(512, 3));
        assertArrayEquals(Packets.payload(256), fixture.memory(3000, 256));
    }

    @Test
    void shouldAbandonAMessageOfWhichAPacketIsMissing() throws Exception
    {
        fixture.post(1, 0, 1000);
        send(Opcode.UC_SEND_FIRST, PSN, 256, Fate.REQUEST_EXECUTED);
        send(Opcode.UC_SEND_MIDDLE, PSN + 2, 256, Fate.UC_MESSAGE_DROPPED);
        send(Opcode.UC_SEND_MIDDLE, PSN + 1, 256, Fate.UC_MESSAGE_DROPPED);
        send(Opcode.UC_SEND_LAST, PSN + 3, 4, Fate.UC_MESSAGE_DROPPED);
        assertEquals("none", fixture.completion());

        // Its receive is at the head again, and the whole of it.
        send(Opcode.UC_SEND_ONLY, PSN + 4, 7, Fate.REQUEST_EXECUTED);
        assertEquals("wr 1 SUCCESS RECV 7 bytes", fixture.completion());
        assertArrayEquals(Packets.payload(7), fixture.memory(0, 7));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, -1, -100, 1 << 22})
    void shouldBeginAnewWithWhateverPsnAMessageHas(final int ahead) throws Exception
    {
        fixture.post(1, 0, 1000);
        fixture.post(2, 1000, 1000);
        send(Opcode.UC_SEND_FIRST, PSN, 256, Fate.REQUEST_EXECUTED);
        final int psn = Psn.add(PSN, ahead);
        send(Opcode.UC_SEND_FIRST, psn, 256, Fate.REQUEST_EXECUTED);
        send(Opcode.UC_SEND_LAST, Psn.add(psn, 1), 9, Fate.REQUEST_EXECUTED);
        assertEquals("wr 1 SUCCESS RECV 265 bytes", fixture.completion());
        assertEquals("none", fixture.completion());
    }

    @Test
    void shouldDropWhatHasNoFirst() throws Exception
    {
        fixture.post(1, 0, 1000);
        send(Opcode.UC_SEND_MIDDLE, PSN, 256, Fate.UC_REQUEST_INVALID);
        send(Opcode.UC_SEND_LAST, PSN + 1, 4, Fate.UC_MESSAGE_DROPPED);
        send(Opcode.UC_SEND_FIRST, PSN + 2, 256, Fate.REQUEST_EXECUTED);
        send(Opcode.UC_RDMA_WRITE_LAST, PSN + 3, 4, Fate.UC_REQUEST_INVALID);
        send(Opcode.UC_SEND_LAST, PSN + 4, 4, Fate.UC_MESSAGE_DROPPED);
        assertEquals("none", fixture.completion());
        assertEquals(1, fixture.qp.recvQueue.size());
    }

    @Test
    void shouldDropWhatHasNoReceive() throws Exception
    {
        send(Opcode.UC_SEND_FIRST, PSN, 256, Fate.NO_RECEIVE_POSTED);
        fixture.post(1, 0, 1000);
        send(Opcode.UC_SEND_LAST, PSN + 1, 4, Fate.UC_MESSAGE_DROPPED);
        send(Opcode.UC_SEND_ONLY, PSN + 2, 4, Fate.REQUEST_EXECUTED);
        assertEquals("wr 1 SUCCESS RECV 4 bytes", fixture.completion());

        assertEquals(Fate.NO_RECEIVE_POSTED, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, PSN + 3, addr + 500, 4, 4)));
        assertArrayEquals(new byte[4], fixture.memory(500, 4));
    }

    @Test
    void shouldDropWhatItsReceiveIsTooSmallFor() throws Exception
    {
        fixture.post(1, 0, 300);
        send(Opcode.UC_SEND_FIRST, PSN, 256, Fate.REQUEST_EXECUTED);
        send(Opcode.UC_SEND_LAST, PSN + 1, 45, Fate.RECEIVE_TOO_SMALL);
        send(Opcode.UC_SEND_FIRST, PSN + 2, 256, Fate.REQUEST_EXECUTED);
        send(Opcode.UC_SEND_LAST, PSN + 3, 44, Fate.REQUEST_EXECUTED);
        assertEquals("wr 1 SUCCESS RECV 300 bytes", fixture.completion());
        assertEquals(List.of(), fixture.failures);
    }

    @ParameterizedTest
    @EnumSource(value = Opcode.class, names = {"UC_SEND_FIRST", "UC_SEND_ONLY", "UC_RDMA_WRITE_ONLY"})
    void shouldDropWhatIsNotAsLongAsItsOpcodeAllows(final Opcode opcode) throws Exception
    {
        fixture.post(1, 0, 1000);
        assertEquals(Fate.UC_REQUEST_INVALID, fixture.receive(fixture.request(opcode, PSN, addr, 257, 257)));
        assertEquals(Fate.UC_REQUEST_INVALID, fixture.receive(
            fixture.request(opcode, PSN, addr, 9, 9).set(PacketField.PAD_COUNT, 1)));
        assertEquals(List.of(), fixture.failures);
        assertEquals(1, fixture.qp.recvQueue.size());
    }

    @Test
    void shouldDropWritesThatAreNotAllowed() throws Exception
    {
        assertEquals(Fate.UC_ACCESS_REFUSED, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_ONLY, PSN, addr - 1, 4, 4)));
        assertEquals(Fate.UC_ACCESS_REFUSED, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_ONLY, PSN + 1, addr, 4, 4).set(PacketField.R_KEY, 1)));
        assertEquals(Fate.UC_REQUEST_INVALID, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_ONLY, PSN + 2, addr, 8, 4)));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_ONLY, PSN + 3, 0, 0, 0).set(PacketField.R_KEY, 1)));
        fixture.qp.accessFlags = AccessFlag.ALL & ~AccessFlag.REMOTE_WRITE.bit();
        assertEquals(Fate.UC_REQUEST_INVALID, fixture.receive(
            fixture.request(Opcode.UC_RDMA_WRITE_ONLY, PSN + 4, addr, 4, 4)));
        assertArrayEquals(new byte[8], fixture.memory(0, 8));
        assertEquals(List.of(), fixture.failures);
    }

    @Test
    void shouldFailWhenItsReceiveHasNoKeyOrItsCompletionNoRoom() throws Exception
    {
        fixture.qp.recvQueue.post(new RecvWr().wrId(1).sge(addr, 100, 1));
        send(Opcode.UC_SEND_ONLY, PSN, 4, Fate.RECEIVE_MEMORY_REFUSED);
        assertEquals("wr 1 LOC_PROT_ERR RECV 0 bytes", fixture.completion());
        assertEquals(List.of("ERR"), fixture.failures);

        final ResponderFixture full = new ResponderFixture(QpType.UC, Profile.IBTA, 1).connect(PSN, 0);
        full.post(1, 0, 8);
        full.post(2, 0, 8);
        assertEquals(Fate.REQUEST_EXECUTED, full.receive(full.request(Opcode.UC_SEND_ONLY, PSN, 4)));
        assertEquals(Fate.CQ_OVERFLOW, full.receive(full.request(Opcode.UC_SEND_ONLY, PSN + 1, 4)));
        assertEquals(List.of("ERR"), full.failures);
    }

    private void send(final Opcode opcode, final int psn, final int length, final Fate fate)
    {
        assertEquals(fate, fixture.receive(fixture.request(opcode, psn, length)));
    }
}
