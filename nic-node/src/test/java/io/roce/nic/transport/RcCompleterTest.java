package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.roce.wire.opcode.Opcode.RC_RDMA_READ_RESPONSE_FIRST;
import static io.roce.wire.opcode.Opcode.RC_RDMA_READ_RESPONSE_LAST;
import static io.roce.wire.opcode.Opcode.RC_RDMA_READ_RESPONSE_MIDDLE;
import static io.roce.wire.opcode.Opcode.RC_RDMA_READ_RESPONSE_ONLY;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** A scripted peer; MTU 256, and the first PSN is 0x100. */
class RcCompleterTest
{
    private final RequesterFixture node = new RequesterFixture();
    private final ServedQp qp = node.qp(QpType.RC);

    RcCompleterTest() throws VerbsException
    {
    }

    /** Its payload counts up from 1. */
    static RoceDatagram readResponse(final ServedQp qp, final Opcode opcode, final int psn, final int length)
    {
        final var builder = Packets.builder(opcode, qp.qpn, psn).payload(Packets.payload(length));
        return Packets.build(opcode == RC_RDMA_READ_RESPONSE_MIDDLE ? builder : builder.set(PacketField.SYNDROME, 31));
    }

    @Test
    void shouldCompleteAllThatAnAckCovers() throws VerbsException
    {
        for (int i = 0; i < 4; i++)
        {
            node.post(qp, WrOpcode.SEND, 300);
        }
        node.sent();

        assertEquals(Fate.RESPONSE_ACCEPTED, ack(0x106));
        assertEquals(Collections.nCopies(3, WcStatus.SUCCESS), RequesterFixture.completions(qp));
        assertEquals(Fate.RESPONSE_ACCEPTED, ack(0x107));
        assertEquals(List.of(WcStatus.SUCCESS), RequesterFixture.completions(qp));
        node.advance(10 * RequesterFixture.TIMEOUT_NS);
        assertEquals(List.of(), node.sent());
    }

    @Test
    void shouldTellWhatWasAcknowledgedBeforeFromWhatWasNeverSent() throws VerbsException
    {
        assertEquals(Fate.RESPONSE_UNEXPECTED, ack(0x100));
        assertEquals(Fate.RESPONSE_UNEXPECTED, ack(0xFF));
        node.post(qp, WrOpcode.SEND, 300);
        node.sent();
        assertEquals(Fate.RESPONSE_UNEXPECTED, ack(0x102));
        assertEquals(Fate.RESPONSE_UNEXPECTED, acknowledge(0x102, 0x60));
        assertEquals(Fate.RESPONSE_ACCEPTED, ack(0x101));

        assertEquals(Fate.RESPONSE_DUPLICATE, ack(0x101));
        assertEquals(Fate.RESPONSE_DUPLICATE, ack(0x100));
        assertEquals(Fate.RESPONSE_DUPLICATE, acknowledge(0x100, 0x62));
        assertEquals(Fate.RESPONSE_UNEXPECTED, ack(0xFF));
        assertEquals(Fate.RESPONSE_UNEXPECTED, ack(0x102));
        assertEquals(QpState.RTS, node.state(qp));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x40, 0x5F, 0x64, 0x7F, 0x80, 0xFF})
    void shouldTakeNoNoticeOfReservedSyndromes(final int syndrome) throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 300);
        node.sent();

        assertEquals(Fate.RESPONSE_RESERVED_SYNDROME, acknowledge(0x101, syndrome));
        assertEquals(0x100, qp.requester.unackedPsn);
        assertEquals(List.of(), RequesterFixture.completions(qp));
    }

    @ParameterizedTest
    @CsvSource({
        "0x61, RESPONSE_NAK_INVALID_REQUEST, REM_INV_REQ_ERR",
        "0x62, RESPONSE_NAK_REMOTE_ACCESS, REM_ACCESS_ERR",
        "0x63, RESPONSE_NAK_REMOTE_OPERATIONAL, REM_OP_ERR",
    })
    void shouldFailTheRequestThatANakNames(final String syndrome, final Fate fate, final WcStatus status)
        throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        node.post(qp, WrOpcode.RDMA_WRITE, 600);
        node.post(qp, WrOpcode.SEND, 1);
        node.sent();

        assertEquals(fate, acknowledge(0x102, Integer.decode(syndrome)));
        assertEquals(
            List.of(WcStatus.SUCCESS, status, WcStatus.WR_FLUSH_ERR), RequesterFixture.completions(qp));
        assertEquals(QpState.ERR, node.state(qp));
        assertEquals(List.of("ERR"), node.failures);
        node.advance(10 * RequesterFixture.TIMEOUT_NS);
        assertEquals(List.of(), node.sent());
    }

    @Test
    void shouldCountNaksOfTheSamePsnAgainstRetryCnt() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        for (int i = 0; i < 3; i++)
        {
            assertEquals(1, node.sent().size());
            assertEquals(Fate.RESPONSE_NAK_PSN_SEQUENCE, acknowledge(0x100, 0x60));
        }
        assertEquals(1, node.sent().size());
        assertEquals(Fate.RESPONSE_RETRY_EXCEEDED, acknowledge(0x100, 0x60));
        assertEquals(List.of(WcStatus.RETRY_EXC_ERR), RequesterFixture.completions(qp));
    }

    /** The network may double a NAK; what it asks for is sent once. */
    @Test
    void shouldNotGoBackTwiceBeforeAnythingIsSentAgain() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        final List<String> sent = node.sent();

        for (int i = 0; i < 10; i++)
        {
            assertEquals(Fate.RESPONSE_NAK_PSN_SEQUENCE, acknowledge(0x100, 0x60));
        }
        assertEquals(sent, node.sent());
        assertEquals(1, qp.requester.retries);
    }

    /** The acknowledgement of what was on its way while it was gone back. */
    @Test
    void shouldNotSendAgainWhatIsAcknowledgedMeanwhile() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 5 * 256);
        node.post(qp, WrOpcode.SEND, 1);
        node.sent();

        acknowledge(0x100, 0x60);
        ack(0x102);
        assertEquals(
            List.of("RC_SEND_MIDDLE 103 256", "RC_SEND_LAST 104 256 ack", "RC_SEND_ONLY 105 1 ack"), node.sent());
        acknowledge(0x103, 0x60);
        ack(0x105);
        assertEquals(List.of(), node.sent());
        assertEquals(List.of(WcStatus.SUCCESS, WcStatus.SUCCESS), RequesterFixture.completions(qp));
    }

    @Test
    void shouldBringWhatWasReadToMemory() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 600);
        node.sent();

        assertEquals(Fate.RESPONSE_ACCEPTED, read(RC_RDMA_READ_RESPONSE_FIRST, 0x100, 256));
        assertEquals(Fate.RESPONSE_ACCEPTED, read(RC_RDMA_READ_RESPONSE_MIDDLE, 0x101, 256));
        assertEquals(Fate.RESPONSE_DUPLICATE, read(RC_RDMA_READ_RESPONSE_FIRST, 0x100, 256));
        assertEquals(List.of(), RequesterFixture.completions(qp));
        assertEquals(Fate.RESPONSE_ACCEPTED, read(RC_RDMA_READ_RESPONSE_LAST, 0x102, 88));
        assertEquals(List.of(WcStatus.SUCCESS), RequesterFixture.completions(qp));
        for (int i = 0; i < 600; i++)
        {
            assertEquals((byte)(i % 256 + 1), node.memory.get(i), "byte " + i);
        }
        assertEquals(Fate.RESPONSE_DUPLICATE, read(RC_RDMA_READ_RESPONSE_LAST, 0x102, 88));
        assertEquals((byte)(600 * 31 + 2), node.memory.get(600));
    }

    @Test
    void shouldReadNothing() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 0);
        node.sent();

        assertEquals(Fate.RESPONSE_ACCEPTED, read(RC_RDMA_READ_RESPONSE_ONLY, 0x100, 0));
        assertEquals(List.of(WcStatus.SUCCESS), RequesterFixture.completions(qp));
    }

    /** Each response of a READ of five is lost once, with the PSN wrap before each of them once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void shouldAskForTheRestOfAReadFromTheFirstThatIsMissing(final int lost) throws VerbsException
    {
        for (int before = 0; before <= 5; before++)
        {
            for (final boolean isAnsweredAnew : new boolean[]{true, false})
            {
                final ServedQp other = node.qp(QpType.RC);
                final int first = Psn.add(0, -before);
                other.requester.start(first);
                node.post(other, WrOpcode.RDMA_READ, 5 * 256);
                node.post(other, WrOpcode.SEND, 0);
                node.sent();
                answer(other, first, 0, lost, false);

                assertEquals(
                    Fate.RESPONSE_IMPLIED_NAK,
                    node.receive(other, Packets.rcAck(other.qpn, Psn.add(first, 5), 2)));
                final List<RocePacket> again = node.packets();
                assertEquals(2, again.size());
                final RocePacket request = again.get(0);
                assertEquals(Opcode.RC_RDMA_READ_REQUEST, request.opcode());
                assertEquals(Psn.add(first, lost), request.bth().psn());
                assertEquals(RequesterFixture.REMOTE_ADDR + lost * 256, request.reth().virtualAddress());
                assertEquals((5 - lost) * 256, request.reth().dmaLength());
                assertEquals(Psn.add(first, 5), again.get(1).bth().psn());

                answer(other, first, lost, 5, isAnsweredAnew);
                assertEquals(
                    Fate.RESPONSE_ACCEPTED, node.receive(other, Packets.rcAck(other.qpn, Psn.add(first, 5), 2)));
                assertEquals(List.of(WcStatus.SUCCESS, WcStatus.SUCCESS), RequesterFixture.completions(other));
            }
        }
    }

    @Test
    void shouldAskForAReadAgainWhenItsTimeIsOver() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 600);
        node.sent();
        read(RC_RDMA_READ_RESPONSE_FIRST, 0x100, 256);

        node.advance(RequesterFixture.TIMEOUT_NS);
        assertEquals(List.of("RC_RDMA_READ_REQUEST 101 0 ack"), node.sent());
        assertEquals(Fate.RESPONSE_ACCEPTED, read(RC_RDMA_READ_RESPONSE_FIRST, 0x101, 256));
    }

    /** All that was on its way behind a lost answer passes over it; that asks once. */
    @Test
    void shouldAskAgainOnceForWhatIsPassedOver() throws VerbsException
    {
        node.post(qp, WrOpcode.ATOMIC_FETCH_AND_ADD, 8);
        node.post(qp, WrOpcode.SEND, 0);
        node.post(qp, WrOpcode.SEND, 0);
        node.post(qp, WrOpcode.RDMA_READ, 300);
        final List<String> sent = node.sent();

        assertEquals(Fate.RESPONSE_IMPLIED_NAK, ack(0x101));
        assertEquals(Fate.RESPONSE_AHEAD, ack(0x102));
        assertEquals(Fate.RESPONSE_AHEAD, read(RC_RDMA_READ_RESPONSE_FIRST, 0x103, 256));
        assertEquals(sent, node.sent());
        assertEquals(Fate.RESPONSE_AHEAD, read(RC_RDMA_READ_RESPONSE_LAST, 0x104, 44));
        assertEquals(Fate.RESPONSE_AHEAD, acknowledge(0x101, 0x62));
        assertEquals(List.of(), node.sent());
        assertEquals(List.of(), RequesterFixture.completions(qp));
        assertEquals(1, qp.requester.retries);
    }

    @Test
    void shouldTakeTheAnswerOfAReadAsAcknowledgementOfWhatWasBefore() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 600);
        node.post(qp, WrOpcode.RDMA_READ, 8);
        node.sent();

        assertEquals(Fate.RESPONSE_ACCEPTED, read(RC_RDMA_READ_RESPONSE_ONLY, 0x103, 8));
        assertEquals(List.of(WcStatus.SUCCESS, WcStatus.SUCCESS), RequesterFixture.completions(qp));
    }

    /** It was gone back already when the answer came after all. */
    @Test
    void shouldTakeALateAnswer() throws VerbsException
    {
        qp.maxRdAtomic = 1;
        node.post(qp, WrOpcode.RDMA_READ, 8);
        node.post(qp, WrOpcode.RDMA_READ, 8);
        node.sent();
        node.clock.update(RequesterFixture.TIMEOUT_NS);
        node.timers.poll(RequesterFixture.TIMEOUT_NS, node.scheduler);

        assertEquals(Fate.RESPONSE_ACCEPTED, read(RC_RDMA_READ_RESPONSE_ONLY, 0x100, 8));
        assertEquals(List.of("RC_RDMA_READ_REQUEST 101 0 ack"), node.sent());
        assertEquals(1, qp.requester.outstandingFetches);
    }

    /** Big-endian on the wire, the processor's order in memory. */
    @Test
    void shouldBringTheNumberOfAnAtomicToMemory() throws VerbsException
    {
        node.post(qp, WrOpcode.ATOMIC_CMP_AND_SWP, 8);
        node.sent();

        assertEquals(Fate.RESPONSE_ACCEPTED, node.receive(qp, atomicAnswer(0x100)));
        assertEquals(0x1122_3344_5566_7788L, node.memory.getLong(0));
        assertEquals(List.of(WcStatus.SUCCESS), RequesterFixture.completions(qp));
        assertEquals(Fate.RESPONSE_DUPLICATE, node.receive(qp, atomicAnswer(0x100)));
    }

    /** A READ of 600 bytes is answered First 256, Middle 256, Last 88, and not otherwise. */
    @ParameterizedTest
    @CsvSource({
        "0, RC_RDMA_READ_RESPONSE_FIRST, 255", "0, RC_RDMA_READ_RESPONSE_FIRST, 257",
        "0, RC_RDMA_READ_RESPONSE_FIRST, 0", "0, RC_RDMA_READ_RESPONSE_MIDDLE, 256",
        "0, RC_RDMA_READ_RESPONSE_LAST, 256", "0, RC_RDMA_READ_RESPONSE_ONLY, 256",
        "1, RC_RDMA_READ_RESPONSE_FIRST, 256", "1, RC_RDMA_READ_RESPONSE_MIDDLE, 255",
        "1, RC_RDMA_READ_RESPONSE_LAST, 256", "1, RC_RDMA_READ_RESPONSE_ONLY, 256",
        "2, RC_RDMA_READ_RESPONSE_MIDDLE, 256", "2, RC_RDMA_READ_RESPONSE_MIDDLE, 88",
        "2, RC_RDMA_READ_RESPONSE_LAST, 87", "2, RC_RDMA_READ_RESPONSE_LAST, 89",
        "2, RC_RDMA_READ_RESPONSE_LAST, 0", "2, RC_RDMA_READ_RESPONSE_ONLY, 88",
    })
    void shouldFailAReadThatIsAnsweredWrongly(final int before, final Opcode opcode, final int length)
        throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 600);
        node.post(qp, WrOpcode.SEND, 0);
        node.sent();
        answer(qp, 0x100, 0, before, false);

        assertEquals(Fate.RESPONSE_BAD, read(opcode, 0x100 + before, length));
        assertEquals(List.of(WcStatus.BAD_RESP_ERR, WcStatus.WR_FLUSH_ERR), RequesterFixture.completions(qp));
        assertEquals(QpState.ERR, node.state(qp));
    }

    /** Not even of what was asked for: payloads begin with 1, the memory with 0. */
    @ParameterizedTest
    @CsvSource({
        "0, RC_RDMA_READ_RESPONSE_ONLY, 1", "8, RC_RDMA_READ_RESPONSE_ONLY, 9", "255, RC_RDMA_READ_RESPONSE_ONLY, 256",
        "256, RC_RDMA_READ_RESPONSE_ONLY, 257", "256, RC_RDMA_READ_RESPONSE_FIRST, 256",
        "257, RC_RDMA_READ_RESPONSE_FIRST, 257",
    })
    void shouldWriteNothingOfAnAnswerThatIsLongerThanAsked(final int asked, final Opcode opcode, final int length)
        throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, asked);
        node.sent();

        assertEquals(Fate.RESPONSE_BAD, read(opcode, 0x100, length));
        assertEquals(List.of(WcStatus.BAD_RESP_ERR), RequesterFixture.completions(qp));
        assertEquals(0, node.memory.get(0));
        assertEquals((byte)(asked * 31 + asked / 256), node.memory.get(asked));
    }

    @Test
    void shouldNotExpectMoreResponsesThanAsked() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 512);
        node.sent();
        read(RC_RDMA_READ_RESPONSE_FIRST, 0x100, 256);
        read(RC_RDMA_READ_RESPONSE_LAST, 0x101, 256);
        assertEquals(List.of(WcStatus.SUCCESS), RequesterFixture.completions(qp));

        assertEquals(Fate.RESPONSE_UNEXPECTED, read(RC_RDMA_READ_RESPONSE_LAST, 0x102, 256));
        assertEquals(QpState.RTS, node.state(qp));
        assertEquals((byte)(512 * 31 + 2), node.memory.get(512));
    }

    @Test
    void shouldFailWhatIsAnsweredInAnotherKind() throws VerbsException
    {
        for (final WrOpcode asked : new WrOpcode[]{WrOpcode.SEND, WrOpcode.RDMA_READ, WrOpcode.ATOMIC_FETCH_AND_ADD})
        {
            final ServedQp other = node.qp(QpType.RC);
            node.post(other, asked, 8);
            node.sent();
            final RoceDatagram answer = asked == WrOpcode.RDMA_READ ?
                Packets.build(Packets.builder(Opcode.RC_ATOMIC_ACKNOWLEDGE, other.qpn, 0x100)) :
                readResponse(other, RC_RDMA_READ_RESPONSE_ONLY, 0x100, 8);
            assertEquals(Fate.RESPONSE_BAD, node.receive(other, answer), asked.name());
            assertEquals(List.of(WcStatus.BAD_RESP_ERR), RequesterFixture.completions(other), asked.name());
        }
    }

    @Test
    void shouldFailAReadWhoseResponseSaysNak() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 8);
        node.sent();

        assertEquals(Fate.RESPONSE_BAD, node.receive(qp, Packets.build(
            Packets.builder(RC_RDMA_READ_RESPONSE_ONLY, qp.qpn, 0x100).set(PacketField.SYNDROME, 0x62)
                .payload(Packets.payload(8)))));
    }

    @Test
    void shouldNotWriteToMemoryThatIsGone() throws VerbsException
    {
        node.post(qp, WrOpcode.RDMA_READ, 600);
        node.sent();
        read(RC_RDMA_READ_RESPONSE_FIRST, 0x100, 256);
        node.regions.deregMr(node.region);

        assertEquals(Fate.RESPONSE_LOCAL_PROTECTION, read(RC_RDMA_READ_RESPONSE_MIDDLE, 0x101, 256));
        assertEquals(List.of(WcStatus.LOC_PROT_ERR), RequesterFixture.completions(qp));
        assertEquals((byte)(256 * 31 + 1), node.memory.get(256));
    }

    @Test
    void shouldGoToErrWhenACompletionFindsNoRoom() throws VerbsException
    {
        final ServedQp other = node.qp(QpType.RC, 1);
        node.post(other, WrOpcode.SEND, 0);
        node.post(other, WrOpcode.SEND, 0);
        node.sent();

        assertEquals(Fate.RESPONSE_CQ_OVERFLOW, node.receive(other, Packets.rcAck(other.qpn, 0x101, 2)));
        assertEquals(List.of("ERR"), node.failures);
        assertEquals(List.of(WcStatus.SUCCESS), RequesterFixture.completions(other));
    }

    /** First, or what stands behind it, from one response of a READ of full packets to before another. */
    private void answer(
        final ServedQp to, final int first, final int from, final int until, final boolean isAnsweredAnew)
    {
        for (int i = from; i < until; i++)
        {
            final boolean isFirst = i == 0 || i == from && isAnsweredAnew;
            final boolean isLast = i == 4;
            final Opcode opcode = isFirst ?
                isLast ? RC_RDMA_READ_RESPONSE_ONLY : RC_RDMA_READ_RESPONSE_FIRST :
                isLast ? RC_RDMA_READ_RESPONSE_LAST : RC_RDMA_READ_RESPONSE_MIDDLE;
            assertEquals(Fate.RESPONSE_ACCEPTED, node.receive(to, readResponse(to, opcode, Psn.add(first, i), 256)));
        }
    }

    private RoceDatagram atomicAnswer(final int psn)
    {
        return Packets.build(Packets.builder(Opcode.RC_ATOMIC_ACKNOWLEDGE, qp.qpn, psn)
            .set(PacketField.SYNDROME, 31)
            .set(PacketField.ORIGINAL_DATA, 0x1122_3344_5566_7788L));
    }

    private Fate read(final Opcode opcode, final int psn, final int length)
    {
        return node.receive(qp, readResponse(qp, opcode, psn, length));
    }

    private Fate ack(final int psn)
    {
        return node.receive(qp, Packets.rcAck(qp.qpn, psn, 0));
    }

    private Fate acknowledge(final int psn, final int syndrome)
    {
        return node.receive(qp, Packets.rcAcknowledge(qp.qpn, psn, syndrome, 0));
    }
}
