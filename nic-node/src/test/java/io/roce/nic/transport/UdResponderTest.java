package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.RecvWr;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a UD queue pair makes of messages. */
class UdResponderTest
{
    private final ResponderFixture fixture = new ResponderFixture(QpType.UD, Profile.IBTA);
    private final long addr = fixture.region.addr();

    UdResponderTest() throws Exception
    {
    }

    /** 20 + 8 + 12 + 8 + 4 + 5 + 3 + 4 bytes are 0x40; words but the checksum add up to 0x24954, so it is 0xb6a9. */
    @Test
    void shouldPutTheIpv4HeaderInFrontOfTheMessage() throws Exception
    {
        fixture.post(1, 100, 45);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(
            fixture.request(Opcode.UD_SEND_ONLY_WITH_IMMEDIATE, 9, 5)
                .set(PacketField.SRC_QP, 0xABCDE).set(PacketField.IMMEDIATE_DATA, 0xCAFE)));

        assertEquals("wr 1 SUCCESS RECV 45 bytes flags 3 imm 0xcafe from 0xabcde", fixture.completion());
        assertEquals(
            "0000000000000000000000000000000000000000" + "450000400000400040" + "11b6a9" + "c0000201c0000202",
            HexFormat.of().formatHex(fixture.memory(100, 40)));
        assertArrayEquals(Packets.payload(5), fixture.memory(140, 5));
        assertEquals(0, fixture.memory(145, 1)[0]);
    }

    /** UDP length 8 + 12 + 8 + 4 + 4 = 36. */
    @Test
    void shouldPutTheIpv6HeaderInFrontOfTheMessage() throws Exception
    {
        fixture.post(1, 0, 100);
        final RoceDatagram datagram = Packets.ipv6(RoceDatagram.CAPACITY);
        fixture.request(Opcode.UD_SEND_ONLY, 0, 4).set(PacketField.SRC_QP, 7).build(datagram);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.feed(datagram));

        assertEquals("wr 1 SUCCESS RECV 44 bytes flags 1 from 0x7", fixture.completion());
        assertEquals(
            "6000000000241140" + "20010db8000000000000000000000001" + "20010db8000000000000000000000002",
            HexFormat.of().formatHex(fixture.memory(0, 40)));
        assertArrayEquals(Packets.payload(4), fixture.memory(40, 4));
    }

    @Test
    void shouldScatterHeaderAndMessage() throws Exception
    {
        fixture.qp.recvQueue.post(new RecvWr().wrId(1)
            .sge(addr, 30, fixture.region.lkey()).sge(addr + 100, 15, fixture.region.lkey()));
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.UD_SEND_ONLY, 0, 5)));
        assertEquals("c0000201c0000202", HexFormat.of().formatHex(fixture.memory(102, 8)));
        assertArrayEquals(Packets.payload(5), fixture.memory(110, 5));
        assertEquals("wr 1 SUCCESS RECV 45 bytes flags 1", fixture.completion());
    }

    /** Each is a message; longer than the MTU is nobody's concern here. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0xFF_FFFF, 5, 5})
    void shouldNotLookAtPsnsNorAtTheMtu(final int psn) throws Exception
    {
        fixture.post(1, 0, 2000);
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.UD_SEND_ONLY, psn, 1500)));
        assertEquals("wr 1 SUCCESS RECV 1540 bytes flags 1", fixture.completion());
    }

    @Test
    void shouldDropWhatHasNoReceiveOrTooSmallAOne() throws Exception
    {
        assertEquals(Fate.NO_RECEIVE_POSTED, fixture.receive(fixture.request(Opcode.UD_SEND_ONLY, 0, 5)));
        fixture.post(1, 0, 44);
        assertEquals(Fate.RECEIVE_TOO_SMALL, fixture.receive(fixture.request(Opcode.UD_SEND_ONLY, 0, 5)));
        assertEquals("none", fixture.completion());
        assertEquals(Fate.REQUEST_EXECUTED, fixture.receive(fixture.request(Opcode.UD_SEND_ONLY, 0, 4)));
        assertEquals("wr 1 SUCCESS RECV 44 bytes flags 1", fixture.completion());
        assertEquals(List.of(), fixture.failures);
        assertEquals(List.of(), fixture.sent);
    }

    @Test
    void shouldFailWhenItsReceiveHasNoKeyOrItsCompletionNoRoom() throws Exception
    {
        fixture.qp.recvQueue.post(new RecvWr().wrId(1).sge(addr, 100, 1));
        assertEquals(Fate.RECEIVE_MEMORY_REFUSED, fixture.receive(fixture.request(Opcode.UD_SEND_ONLY, 0, 5)));
        assertEquals("wr 1 LOC_PROT_ERR RECV 0 bytes", fixture.completion());
        assertEquals(List.of("ERR"), fixture.failures);

        final ResponderFixture full = new ResponderFixture(QpType.UD, Profile.IBTA, 1);
        full.post(1, 0, 50);
        full.post(2, 0, 50);
        assertEquals(Fate.REQUEST_EXECUTED, full.receive(full.request(Opcode.UD_SEND_ONLY, 0, 4)));
        assertEquals(Fate.CQ_OVERFLOW, full.receive(full.request(Opcode.UD_SEND_ONLY, 0, 4)));
        assertEquals(List.of("ERR"), full.failures);
    }
}
