package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.List;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** MTU 256, so lengths are easily reckoned; the first PSN is 0x100. */
class RcRequesterTest
{
    private final RequesterFixture node = new RequesterFixture();
    private final ServedQp qp = node.qp(QpType.RC);

    RcRequesterTest() throws VerbsException
    {
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0 | RC_SEND_ONLY 100 0 ack",
        "1 | RC_SEND_ONLY 100 1 ack",
        "256 | RC_SEND_ONLY 100 256 ack",
        "257 | RC_SEND_FIRST 100 256, RC_SEND_LAST 101 1 ack",
        "768 | RC_SEND_FIRST 100 256, RC_SEND_MIDDLE 101 256, RC_SEND_LAST 102 256 ack",
    })
    void shouldCutMessagesByTheMtu(final int length, final String expected) throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, length);

        assertEquals(expected, String.join(", ", node.sent()));
    }

    @Test
    void shouldSendTheBytesOfTheMessageInOrder() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_WRITE, 1_000);

        final List<RocePacket> packets = node.packets();
        final byte[] message = new byte[1_000];
        int length = 0;
        for (final RocePacket packet : packets)
        {
            packet.buffer().getBytes(packet.payloadOffset(), message, length, packet.payloadLength());
            length += packet.payloadLength();
        }
        final byte[] expected = new byte[1_000];
        node.memory.get(0, expected);
        assertEquals(1_000, length);
        assertArrayEquals(expected, message);
        assertEquals(RequesterFixture.REMOTE_ADDR, packets.get(0).reth().virtualAddress());
        assertEquals(RequesterFixture.RKEY, packets.get(0).reth().rKey());
        assertEquals(1_000, packets.get(0).reth().dmaLength());
        for (final RocePacket packet : packets)
        {
            assertEquals(RequesterFixture.PEER_QPN, packet.bth().destQp());
            assertEquals(0xFFFF, packet.bth().pKey());
            assertFalse(packet.bth().isMigReq());
            assertFalse(packet.bth().isSolicitedEvent());
        }
    }

    @Test
    void shouldPutImmediateDataAndKeysAndTheSolicitedEventOnTheLastPacket() throws VerbsException
    {
        node.post(qp, node.wr(WrOpcode.SEND_WITH_IMM, 300).immData(0xCAFE_F00D).flag(SendFlag.SOLICITED));
        node.post(qp, node.wr(WrOpcode.SEND_WITH_INV, 8).invalidateRkey(0x8765_4321).flag(SendFlag.SOLICITED));
        node.post(qp, node.wr(WrOpcode.RDMA_WRITE_WITH_IMM, 8).immData(7).flag(SendFlag.SOLICITED));
        node.post(qp, node.wr(WrOpcode.RDMA_WRITE, 8).flag(SendFlag.SOLICITED));
        node.post(qp, node.wr(WrOpcode.SEND, 8));

        final List<RocePacket> packets = node.packets();

        assertEquals(
            List.of(
                Opcode.RC_SEND_FIRST, Opcode.RC_SEND_LAST_WITH_IMMEDIATE, Opcode.RC_SEND_ONLY_WITH_INVALIDATE,
                Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE, Opcode.RC_RDMA_WRITE_ONLY, Opcode.RC_SEND_ONLY),
            packets.stream().map(RocePacket::opcode).toList());
        assertEquals(
            List.of(false, true, true, true, false, false),
            packets.stream().map(packet -> packet.bth().isSolicitedEvent()).toList());
        assertEquals(0xCAFE_F00D, packets.get(1).immDt().immediateData());
        assertEquals(0x8765_4321, packets.get(2).ieth().rKey());
        assertEquals(7, packets.get(3).immDt().immediateData());
    }

    @Test
    void shouldAskForAtomicsWithTheirOperands() throws VerbsException
    {
        node.post(qp, node.wr(WrOpcode.ATOMIC_CMP_AND_SWP, 8).compareAdd(0x0102_0304_0506_0708L).swap(-2));
        node.post(qp, node.wr(WrOpcode.ATOMIC_FETCH_AND_ADD, 8).compareAdd(5));

        final List<RocePacket> packets = node.packets();

        assertEquals(Opcode.RC_COMPARE_SWAP, packets.get(0).opcode());
        assertEquals(0x0102_0304_0506_0708L, packets.get(0).atomicEth().compareData());
        assertEquals(-2, packets.get(0).atomicEth().swapOrAddData());
        assertEquals(Opcode.RC_FETCH_ADD, packets.get(1).opcode());
        assertEquals(5, packets.get(1).atomicEth().swapOrAddData());
        assertEquals(0, packets.get(1).atomicEth().compareData());
        for (final RocePacket packet : packets)
        {
            assertEquals(RequesterFixture.REMOTE_ADDR, packet.atomicEth().virtualAddress());
            assertEquals(RequesterFixture.RKEY, packet.atomicEth().rKey());
            assertTrue(packet.bth().isAckRequest());
        }
    }

    @Test
    void shouldSendInlineDataWithoutARegion() throws VerbsException
    {
        node.post(qp, new SendWr().opcode(WrOpcode.SEND).inline(new UnsafeBuffer(Packets.payload(5)), 0, 5));

        final RocePacket packet = node.packets().get(0);
        final byte[] payload = new byte[packet.payloadLength()];
        packet.buffer().getBytes(packet.payloadOffset(), payload);
        assertArrayEquals(Packets.payload(5), payload);
        assertEquals(3, packet.bth().padCount());
    }

    /** 150 packets: the first 132 leave, the 66th and the 132nd ask; an acknowledgement of 66 lets 18 more out. */
    @Test
    void shouldHaveNoMoreOnTheirWayThanTheWindowAllows() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_WRITE, 150 * 256);

        final List<String> first = node.sent();
        assertEquals(132, first.size());
        assertEquals(
            List.of("RC_RDMA_WRITE_MIDDLE 141 256 ack", "RC_RDMA_WRITE_MIDDLE 183 256 ack"),
            first.stream().filter(line -> line.endsWith("ack")).toList());

        assertEquals(Fate.RESPONSE_ACCEPTED, node.receive(qp, Packets.rcAck(qp.qpn, 0x100 + 65, 0)));
        final List<String> then = node.sent();
        assertEquals(18, then.size());
        assertEquals("RC_RDMA_WRITE_LAST 195 256 ack", then.get(17));
        assertEquals(17, then.stream().filter(line -> !line.endsWith("ack")).count());
    }

    /** Short messages count by their packets too. */
    @Test
    void shouldHoldBackMessagesBehindAFullWindow() throws VerbsException
    {
        for (int i = 0; i < 140; i++)
        {
            node.post(qp, WrOpcode.SEND, 1);
        }

        assertEquals(132, node.sent().size());
        node.receive(qp, Packets.rcAck(qp.qpn, 0x100, 1));
        assertEquals(List.of("RC_SEND_ONLY 184 1 ack"), node.sent());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "256, 1", "257, 2", "2560, 10"})
    void shouldUseUpAsManyPsnsForAReadAsItsResponsesHave(final int length, final int psns) throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, length);
        node.post(qp, WrOpcode.SEND, 0);

        final List<RocePacket> packets = node.packets();
        assertEquals(Opcode.RC_RDMA_READ_REQUEST, packets.get(0).opcode());
        assertEquals(length, packets.get(0).reth().dmaLength());
        assertTrue(packets.get(0).bth().isAckRequest());
        assertEquals(0x100 + psns, packets.get(1).bth().psn());
    }

    @Test
    void shouldWaitAtMaxRdAtomicOutstandingReadsAndAtomics() throws VerbsException
    {
        qp.maxRdAtomic = 2;
        node.post(qp, WrOpcode.RDMA_READ, 8);
        node.post(qp, WrOpcode.ATOMIC_FETCH_AND_ADD, 8);
        node.post(qp, WrOpcode.RDMA_READ, 8);
        node.post(qp, WrOpcode.SEND, 0);

        assertEquals(List.of("RC_RDMA_READ_REQUEST 100 0 ack", "RC_FETCH_ADD 101 0 ack"), node.sent());
        node.receive(qp, readResponse(Opcode.RC_RDMA_READ_RESPONSE_ONLY, 0x100, 8));
        assertEquals(List.of("RC_RDMA_READ_REQUEST 102 0 ack", "RC_SEND_ONLY 103 0 ack"), node.sent());
    }

    @Test
    void shouldWaitAtAFenceForReadsThatWereSentBefore() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 8);
        node.post(qp, node.wr(WrOpcode.SEND, 0).flag(SendFlag.FENCE));

        assertEquals(List.of("RC_RDMA_READ_REQUEST 100 0 ack"), node.sent());
        node.receive(qp, readResponse(Opcode.RC_RDMA_READ_RESPONSE_ONLY, 0x100, 8));
        assertEquals(List.of("RC_SEND_ONLY 101 0 ack"), node.sent());
    }

    @Test
    void shouldNotWaitAtAFenceForSends() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 0);
        node.post(qp, node.wr(WrOpcode.SEND, 0).flag(SendFlag.FENCE));

        assertEquals(2, node.sent().size());
    }

    /** Those before it succeed, it fails, those behind are flushed. */
    @Test
    void shouldFailWithAWrongLocalKeyWhenThoseBeforeAreDone() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 8);
        node.post(qp, new SendWr().opcode(WrOpcode.SEND).sge(node.region.addr(), 8, node.region.lkey() ^ 1));
        node.post(qp, WrOpcode.SEND, 8);

        assertEquals(List.of("RC_SEND_ONLY 100 8 ack"), node.sent());
        assertEquals(List.of(), RequesterFixture.completions(qp));
        assertEquals(QpState.RTS, node.state(qp));

        node.receive(qp, Packets.rcAck(qp.qpn, 0x100, 1));
        assertEquals(List.of(), node.sent());
        assertEquals(
            List.of(WcStatus.SUCCESS, WcStatus.LOC_PROT_ERR, WcStatus.WR_FLUSH_ERR),
            RequesterFixture.completions(qp));
        assertEquals(QpState.ERR, node.state(qp));
    }

    @Test
    void shouldFailAtOnceWithAWrongLocalKeyAndNothingBefore() throws VerbsException
    {
        node.post(qp, new SendWr().opcode(WrOpcode.RDMA_READ).sge(0, 8, node.region.lkey()));

        assertEquals(List.of(), node.sent());
        assertEquals(List.of(WcStatus.LOC_PROT_ERR), RequesterFixture.completions(qp));
    }

    /** Sixteen packets are one turn; then the region goes, and the message cannot be ended. */
    @Test
    void shouldNotReadMemoryThatWentWhileAMessageWasUnderWay() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 20 * 256);
        node.scheduler.poll(0);
        node.regions.deregMr(node.region);

        assertEquals(16, node.sent().size());
        assertEquals(List.of(WcStatus.LOC_PROT_ERR), RequesterFixture.completions(qp));
        assertEquals(List.of("ERR"), node.failures);
    }

    @Test
    void shouldRefuseReadsWhenNoneMayBeOutstanding() throws VerbsException
    {
        qp.maxRdAtomic = 0;
        node.post(qp, WrOpcode.RDMA_READ, 8);

        assertEquals(List.of(), node.sent());
        assertEquals(List.of(WcStatus.LOC_QP_OP_ERR), RequesterFixture.completions(qp));
    }

    /** 2^31 bytes in packets of 256 are 2^23 PSNs, of which no one could tell what is ahead. */
    @Test
    void shouldRefuseAReadOfHalfOfAllPsns() throws VerbsException
    {
        final SendWr wr = new SendWr().opcode(WrOpcode.RDMA_READ);
        node.post(qp, wr.sge(0, 1L << 31, 0));

        assertEquals(List.of(), node.sent());
        assertEquals(List.of(WcStatus.LOC_LEN_ERR), RequesterFixture.completions(qp));
    }

    /** 50 PSNs fewer than half of all: with more than 49 before, what is ahead and what behind would be the same. */
    @ParameterizedTest
    @ValueSource(ints = {49, 50})
    void shouldNotHaveHalfOfAllPsnsOnTheirWay(final int before) throws VerbsException
    {
        qp.mtu = 1;
        node.post(qp, WrOpcode.SEND, before);
        final SendWr read = new SendWr().opcode(WrOpcode.RDMA_READ);
        for (int i = 0; i < 8; i++)
        {
            read.sge(node.region.addr(), (1 << 20) - (i == 0 ? 50 : 0), node.region.lkey());
        }
        node.post(qp, read);

        assertEquals(50, node.sent().size());
        assertEquals(0x100 + before + (before == 49 ? (1 << 23) - 50 : 0), qp.requester.nextPsn);
        node.receive(qp, Packets.rcAck(qp.qpn, 0x100 + before - 1, 1));
        assertEquals(before == 49 ? 0 : 1, node.sent().size());
    }

    private RoceDatagram readResponse(final Opcode opcode, final int psn, final int length)
    {
        return RcCompleterTest.readResponse(qp, opcode, psn, length);
    }
}
