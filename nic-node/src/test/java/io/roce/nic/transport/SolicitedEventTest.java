package io.roce.nic.transport;

import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The bit that the sender of a message sets (IBTA Vol 1, section 9.2.3), and the event that the receiver gets. */
class SolicitedEventTest
{
    private static final int PSN = 0x500;

    @ParameterizedTest
    @CsvSource({
        "RC, RC_SEND_ONLY", "RC, RC_SEND_ONLY_WITH_IMMEDIATE", "RC, RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE",
        "UC, UC_SEND_ONLY", "UC, UC_SEND_ONLY_WITH_IMMEDIATE", "UC, UC_RDMA_WRITE_ONLY_WITH_IMMEDIATE",
        "UD, UD_SEND_ONLY", "UD, UD_SEND_ONLY_WITH_IMMEDIATE"})
    void shouldTellOfAMessageWithTheBit(final QpType type, final Opcode opcode) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(type, Profile.IBTA).connect(PSN, 1);
        fixture.post(1, 0, 1_024);
        fixture.post(2, 0, 1_024);
        fixture.cq.reqNotify(true);

        fixture.receive(message(fixture, opcode, PSN, 0));
        assertTrue(fixture.completion().startsWith("wr 1 SUCCESS"));
        assertEquals(0, fixture.events);
        fixture.receive(message(fixture, opcode, PSN + 1, 1));
        assertTrue(fixture.completion().startsWith("wr 2 SUCCESS"));
        assertEquals(1, fixture.events);
    }

    /** The last packet alone says it. */
    @ParameterizedTest
    @CsvSource({"RC, RC_SEND_FIRST, RC_SEND_LAST", "UC, UC_SEND_FIRST, UC_SEND_LAST"})
    void shouldLookAtTheLastPacket(final QpType type, final Opcode first, final Opcode last) throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(type, Profile.IBTA).connect(PSN, 1);
        fixture.post(1, 0, 1_024);
        fixture.post(2, 0, 1_024);
        fixture.cq.reqNotify(true);

        fixture.receive(bit(fixture.request(first, PSN, ResponderFixture.MTU), 1));
        fixture.receive(bit(fixture.request(last, PSN + 1, 4), 0));
        assertEquals(0, fixture.events);
        fixture.receive(bit(fixture.request(first, PSN + 2, ResponderFixture.MTU), 0));
        fixture.receive(bit(fixture.request(last, PSN + 3, 4), 1));
        assertEquals(1, fixture.events);
    }

    @Test
    void shouldTellOfAReceiveThatFails() throws Exception
    {
        final ResponderFixture fixture = new ResponderFixture(QpType.RC, Profile.IBTA).connect(PSN, 1);
        fixture.post(1, 0, 4);
        fixture.cq.reqNotify(true);
        fixture.receive(fixture.request(Opcode.RC_SEND_ONLY, PSN, 8));
        assertEquals("wr 1 LOC_LEN_ERR RECV 0 bytes", fixture.completion());
        assertEquals(1, fixture.events);
    }

    /** A flag of the send, an event at the peer: no event for the sender, whose request has succeeded. */
    @ParameterizedTest
    @CsvSource({
        "RC, SEND", "RC, SEND_WITH_IMM", "RC, RDMA_WRITE_WITH_IMM", "UC, SEND", "UC, RDMA_WRITE_WITH_IMM", "UD, SEND"})
    void shouldReachThePeersProgram(final QpType type, final WrOpcode opcode) throws Exception
    {
        final TwoAdapters wire = new TwoAdapters();
        final int[] events = new int[2];
        final QpEnd left = wire.left.create(type, init(wire.left, events, 0));
        final QpEnd right = wire.right.create(type, init(wire.right, events, 1));
        wire.connect(left, right, 1_024, 0x100, 0x200);
        final MemoryRegion from = wire.left.memory(3_000);
        final MemoryRegion to = wire.right.zeros(4_000);
        final int length = type == QpType.UD ? 500 : 3_000;
        final SendWr wr = new SendWr().opcode(opcode).sge(from.addr(), length, from.lkey())
            .remote(to.addr(), to.rkey());
        if (type == QpType.UD)
        {
            wr.destination(wire.right.ports.first().getAddress(), right.qpn(), QpEnd.Q_KEY);
        }

        left.init.sendCq().reqNotify(true);
        right.init.recvCq().reqNotify(true);
        right.postRecv(1, to, 0, 4_000);
        right.postRecv(2, to, 0, 4_000);
        left.post(wr);
        wire.run();
        assertEquals(0, events[1]);
        left.post(wr.flag(SendFlag.SOLICITED));
        wire.run();
        assertEquals(1, events[1]);
        assertEquals(2, right.completions().size());
        assertEquals(2, left.completions().size());
        assertEquals(0, events[0]);
        wire.requireSound();
    }

    private static QpInit init(final Adapter adapter, final int[] events, final int end) throws Exception
    {
        final CompletionQueue cq = adapter.resources.cqs().createCq(16, () -> events[end]++);
        return new QpInit(adapter.pd, Adapter.CAP, true, cq, cq);
    }

    private static RocePacketBuilder message(
        final ResponderFixture fixture, final Opcode opcode, final int psn, final int bit)
    {
        return bit(
            opcode.name().contains("WRITE") ?
                fixture.request(opcode, psn, fixture.region.addr(), 4, 4) : fixture.request(opcode, psn, 4),
            bit);
    }

    private static RocePacketBuilder bit(final RocePacketBuilder packet, final int bit)
    {
        return packet.set(PacketField.SOLICITED_EVENT, bit);
    }
}
