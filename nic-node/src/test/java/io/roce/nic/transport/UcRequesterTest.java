package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.ForcedState;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class UcRequesterTest
{
    private final RequesterFixture node = new RequesterFixture();
    private final ServedQp qp = node.qp(QpType.UC);

    UcRequesterTest() throws VerbsException
    {
    }

    @Test
    void shouldCompleteWhatWasSentAndAskForNothing() throws VerbsException
    {
        qp.requester.start(0xFF_FFFE);
        node.post(qp, WrOpcode.SEND, 600);
        node.post(qp, node.wr(WrOpcode.RDMA_WRITE_WITH_IMM, 300).immData(9));
        node.post(qp, node.wr(WrOpcode.SEND_WITH_IMM, 0).immData(8));

        final List<RocePacket> packets = node.packets();
        assertEquals(
            List.of(
                Opcode.UC_SEND_FIRST, Opcode.UC_SEND_MIDDLE, Opcode.UC_SEND_LAST, Opcode.UC_RDMA_WRITE_FIRST,
                Opcode.UC_RDMA_WRITE_LAST_WITH_IMMEDIATE, Opcode.UC_SEND_ONLY_WITH_IMMEDIATE),
            packets.stream().map(RocePacket::opcode).toList());
        assertEquals(
            List.of(0xFF_FFFE, 0xFF_FFFF, 0, 1, 2, 3), packets.stream().map(packet -> packet.bth().psn()).toList());
        assertEquals(0, packets.stream().filter(packet -> packet.bth().isAckRequest()).count());
        assertEquals(RequesterFixture.REMOTE_ADDR, packets.get(3).reth().virtualAddress());
        assertEquals(300, packets.get(3).reth().dmaLength());
        assertEquals(9, packets.get(4).immDt().immediateData());
        assertEquals(8, packets.get(5).immDt().immediateData());
        assertEquals(
            List.of(WcStatus.SUCCESS, WcStatus.SUCCESS, WcStatus.SUCCESS), RequesterFixture.completions(qp));
        assertEquals(Long.MAX_VALUE, node.scheduler.nextDeadlineNs());
    }

    @Test
    void shouldGoToSqeWithAWrongLocalKey() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 8);
        node.post(qp, new SendWr().opcode(WrOpcode.SEND).sge(node.region.addr(), 8, 0));
        node.post(qp, WrOpcode.SEND, 8);

        assertEquals(List.of("UC_SEND_ONLY 100 8"), node.sent());
        assertEquals(
            List.of(WcStatus.SUCCESS, WcStatus.LOC_PROT_ERR, WcStatus.WR_FLUSH_ERR),
            RequesterFixture.completions(qp));
        assertEquals(QpState.SQE, node.state(qp));
    }

    @Test
    void shouldGoToSqeWhenMemoryGoesWhileAMessageIsUnderWay() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 20 * RequesterFixture.MTU);
        node.scheduler.poll(0);
        node.regions.deregMr(node.region);

        assertEquals(16, node.sent().size());
        assertEquals(List.of(WcStatus.LOC_PROT_ERR), RequesterFixture.completions(qp));
        assertEquals(QpState.SQE, node.state(qp));
    }

    @Test
    void shouldEndInSqdTheMessageThatIsBegun() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 20 * RequesterFixture.MTU);
        node.post(qp, WrOpcode.SEND, 0);
        node.scheduler.poll(0);
        ForcedState.force(node.context(qp), QpState.SQD);
        node.scheduler.onSqd(qp, node.context(qp));

        assertEquals(true, node.context(qp).isSqDraining());
        assertEquals(20, node.sent().size());
        assertEquals(false, node.context(qp).isSqDraining());
    }

    @Test
    void shouldGoToErrWhenACompletionFindsNoRoom() throws VerbsException
    {
        final ServedQp other = node.qp(QpType.UC, 1);
        for (int i = 0; i < 3; i++)
        {
            node.post(other, WrOpcode.SEND, 0);
        }

        assertEquals(2, node.sent().size());
        assertEquals(QpState.ERR, node.state(other));
    }
}
