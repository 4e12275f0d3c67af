package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.ForcedState;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Psn;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RocePacket;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What is sent again, when, and how often; MTU 256, and the first PSN is 0x100. */
class RcRetransmissionTest
{
    private final RequesterFixture node = new RequesterFixture();
    private final ServedQp qp = node.qp(QpType.RC);

    RcRetransmissionTest() throws VerbsException
    {
    }

    /** Every packet of a message of five stands once at the wrap, and is lost once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void shouldGoBackToWhatTheNakNamesAcrossTheWrap(final int lost) throws VerbsException
    {
        for (int before = 0; before <= 5; before++)
        {
            final ServedQp other = node.qp(QpType.RC);
            final int first = Psn.add(0, -before);
            other.requester.start(first);
            node.post(other, WrOpcode.SEND, 5 * 256);
            final List<String> sent = node.sent();
            assertEquals(expected(first), sent);

            assertEquals(
                Fate.RESPONSE_NAK_PSN_SEQUENCE,
                node.receive(other, Packets.rcAcknowledge(other.qpn, Psn.add(first, lost), 0x60, 0)));
            assertEquals(sent.subList(lost, 5), node.sent());
            for (int i = lost; i < 5; i++)
            {
                assertEquals(
                    Fate.RESPONSE_ACCEPTED, node.receive(other, Packets.rcAck(other.qpn, Psn.add(first, i), 0)));
            }
            assertEquals(List.of(WcStatus.SUCCESS), RequesterFixture.completions(other));
            assertEquals(Psn.add(first, 5), other.requester.unackedPsn);
            assertEquals(Psn.add(first, 5), other.requester.nextPsn);
        }
    }

    /** retry_cnt 3: four transmissions in all, each a timeout after the one before. */
    @Test
    void shouldTransmitOnceMoreThanRetryCntAndGiveUp() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 300);
        node.post(qp, WrOpcode.SEND, 1);
        final List<String> sent = node.sent();
        for (int i = 0; i < 3; i++)
        {
            node.advance(RequesterFixture.TIMEOUT_NS - 1);
            assertEquals(List.of(), node.sent());
            node.advance(1);
            assertEquals(sent, node.sent());
        }
        assertEquals(List.of(), RequesterFixture.completions(qp));

        node.advance(RequesterFixture.TIMEOUT_NS);
        assertEquals(List.of(), node.sent());
        assertEquals(List.of(WcStatus.RETRY_EXC_ERR, WcStatus.WR_FLUSH_ERR), RequesterFixture.completions(qp));
        assertEquals(QpState.ERR, node.state(qp));
    }

    @Test
    void shouldCountTimeAndRetriesAnewAfterProgress() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 512);
        node.advance(3 * RequesterFixture.TIMEOUT_NS);
        assertEquals(8, node.sent().size());

        node.advance(RequesterFixture.TIMEOUT_NS - 1);
        node.receive(qp, Packets.rcAck(qp.qpn, 0x100, 0));
        node.advance(RequesterFixture.TIMEOUT_NS - 1);
        assertEquals(List.of(), node.sent());
        node.advance(1 + 2 * RequesterFixture.TIMEOUT_NS);
        assertEquals(Collections.nCopies(3, "RC_SEND_LAST 101 256 ack"), node.sent());
        node.advance(RequesterFixture.TIMEOUT_NS);
        assertEquals(List.of(WcStatus.RETRY_EXC_ERR), RequesterFixture.completions(qp));
    }

    @Test
    void shouldWaitForEverWithTimeoutZero() throws VerbsException
    {
        qp.timeout = 0;
        node.post(qp, WrOpcode.SEND, 1);
        node.sent();

        node.advance(1L << 50);
        assertEquals(List.of(), node.sent());
        assertEquals(List.of(), RequesterFixture.completions(qp));
    }

    /** Seven is a count in the standard, and for ever in rxe: 45 transmissions were seen there. */
    @Test
    void shouldTakeRetryCntSevenAsTheProfileHasIt() throws VerbsException
    {
        qp.retryCnt = 7;
        node.post(qp, WrOpcode.SEND, 1);
        node.advance(100 * RequesterFixture.TIMEOUT_NS);
        assertEquals(8, node.sent().size());
        assertEquals(List.of(WcStatus.RETRY_EXC_ERR), RequesterFixture.completions(qp));

        final RequesterFixture rxe = new RequesterFixture(Profile.RXE_6_1);
        final ServedQp other = rxe.qp(QpType.RC);
        other.retryCnt = 7;
        rxe.post(other, WrOpcode.SEND, 1);
        rxe.advance(100 * RequesterFixture.TIMEOUT_NS);
        assertEquals(101, rxe.sent().size());
        assertEquals(List.of(), RequesterFixture.completions(other));
    }

    /** Timer code 12 is 0.64 ms; rnr_retry 3 makes four transmissions. */
    @Test
    void shouldWaitAsLongAsAnRnrNakSays() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        for (int i = 0; i < 3; i++)
        {
            assertEquals(List.of("RC_SEND_ONLY 100 1 ack"), node.sent());
            assertEquals(
                Fate.RESPONSE_RNR_NAK, node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x20 | 12, 0)));
            node.advance(639_999);
            assertEquals(List.of(), node.sent());
            node.advance(1);
        }
        assertEquals(List.of("RC_SEND_ONLY 100 1 ack"), node.sent());
        assertEquals(
            Fate.RESPONSE_RNR_RETRY_EXCEEDED, node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x2C, 0)));
        assertEquals(List.of(WcStatus.RNR_RETRY_EXC_ERR), RequesterFixture.completions(qp));
        assertEquals(QpState.ERR, node.state(qp));
    }

    @Test
    void shouldTakeRnrRetrySevenAsForEver() throws VerbsException
    {
        qp.rnrRetry = 7;
        node.post(qp, WrOpcode.SEND, 1);
        for (int i = 0; i < 50; i++)
        {
            assertEquals(1, node.sent().size());
            assertEquals(
                Fate.RESPONSE_RNR_NAK, node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x21, 0)));
            node.advance(10_000);
        }
    }

    /** What was sent behind the refused request brings a NAK too, which must not end the wait. */
    @Test
    void shouldNotSendBeforeTheRnrTimeIsOver() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        node.post(qp, WrOpcode.SEND, 1);
        final List<String> both = node.sent();

        node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x2C, 0));
        assertEquals(
            Fate.RESPONSE_NAK_PSN_SEQUENCE, node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x60, 0)));
        node.post(qp, WrOpcode.SEND, 1);
        assertEquals(List.of(), node.sent());
        node.advance(640_000);
        assertEquals(both, node.sent().subList(0, 2));
    }

    /** A refusal that the network brought twice, and the acknowledgement behind it. */
    @Test
    void shouldNotWaitForAReceiveThatWasThereAfterAll() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        node.sent();
        node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x2C, 0));
        node.advance(640_000);
        assertEquals(1, node.sent().size());
        node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x2C, 0));
        assertEquals(Fate.RESPONSE_ACCEPTED, node.receive(qp, Packets.rcAck(qp.qpn, 0x100, 1)));

        node.post(qp, WrOpcode.SEND, 1);
        assertEquals(List.of("RC_SEND_ONLY 101 1 ack"), node.sent());
    }

    /** One turn ended in the middle of the second message. */
    @Test
    void shouldGoBackFromTheMiddleOfAMessage() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        node.post(qp, WrOpcode.SEND, 20 * 256);
        node.scheduler.poll(0);
        assertEquals(16, node.wire.sent.size());
        node.wire.sent.clear();
        node.receive(qp, Packets.rcAcknowledge(qp.qpn, 0x100, 0x60, 0));

        final List<RocePacket> packets = node.packets();
        assertEquals(21, packets.size());
        for (int i = 0; i < 21; i++)
        {
            assertEquals(0x100 + i, packets.get(i).bth().psn());
        }
    }

    @Test
    void shouldEndWhatIsStartedInSqdAndGoOnInRts() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 20 * 256);
        node.post(qp, WrOpcode.SEND, 1);
        node.scheduler.poll(0);
        ForcedState.force(node.context(qp), QpState.SQD);
        node.scheduler.onSqd(qp, node.context(qp));

        assertEquals(20, node.sent().size());
        assertTrue(node.context(qp).isSqDraining());
        node.receive(qp, Packets.rcAck(qp.qpn, 0x100 + 19, 1));
        assertEquals(List.of(), node.sent());
        assertFalse(node.context(qp).isSqDraining());

        ForcedState.force(node.context(qp), QpState.RTS);
        node.services.doorbells().ring(qp);
        assertEquals(List.of("RC_SEND_ONLY 114 1 ack"), node.sent());
    }

    @Test
    void shouldRepeatInSqdWhatWasLost() throws VerbsException
    {
        node.post(qp, WrOpcode.SEND, 1);
        node.sent();
        ForcedState.force(node.context(qp), QpState.SQD);
        node.scheduler.onSqd(qp, node.context(qp));

        node.advance(RequesterFixture.TIMEOUT_NS);
        assertEquals(List.of("RC_SEND_ONLY 100 1 ack"), node.sent());
        assertTrue(node.context(qp).isSqDraining());
        node.receive(qp, Packets.rcAck(qp.qpn, 0x100, 1));
        node.run();
        assertFalse(node.context(qp).isSqDraining());
    }

    @Test
    void shouldNotDrainWhatNeverStarted() throws VerbsException
    {
        ForcedState.force(node.context(qp), QpState.SQD);
        node.post(qp, WrOpcode.SEND, 1);
        node.scheduler.onSqd(qp, node.context(qp));

        assertFalse(node.context(qp).isSqDraining());
        assertEquals(List.of(), node.sent());
    }

    private static List<String> expected(final int first)
    {
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < 5; i++)
        {
            lines.add("RC_SEND_%s %s 256%s".formatted(
                i == 0 ? "FIRST" : i == 4 ? "LAST" : "MIDDLE", RequesterFixture.psn(first, i), i == 4 ? " ack" : ""));
        }
        return lines;
    }
}
