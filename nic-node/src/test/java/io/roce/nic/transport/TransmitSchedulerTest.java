package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.TimedWork;
import io.roce.nic.qp.ForcedState;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TransmitSchedulerTest
{
    private static final int TURN = 16;

    private final RequesterFixture node = new RequesterFixture();

    TransmitSchedulerTest() throws VerbsException
    {
    }

    @Test
    void shouldGiveEachItsTurn() throws VerbsException
    {
        final List<ServedQp> qps = List.of(node.qp(QpType.RC), node.qp(QpType.UC), node.qp(QpType.RC));
        for (final ServedQp qp : qps)
        {
            qp.destQpn = qp.qpn;
            node.post(qp, WrOpcode.SEND, 40 * RequesterFixture.MTU);
        }

        final List<Integer> expected = new ArrayList<>();
        for (final int packets : new int[]{TURN, TURN, 40 - 2 * TURN})
        {
            for (final ServedQp qp : qps)
            {
                for (int i = 0; i < packets; i++)
                {
                    expected.add(qp.qpn);
                }
            }
        }
        assertEquals(expected, node.packets().stream().map(packet -> packet.bth().destQp()).toList());
    }

    /** Responses do not keep requests from leaving. */
    @Test
    void shouldShareTheTurnBetweenResponsesAndRequests() throws VerbsException
    {
        final ServedQp qp = node.qp(QpType.RC);
        node.responses = 3 * TURN;
        node.post(qp, WrOpcode.SEND, 0);

        node.scheduler.poll(0);
        assertEquals(1, node.wire.sent.size());
        assertEquals(2 * TURN, node.responses);
        node.run();
        assertEquals(0, node.responses);
        assertEquals(3, node.turns.size());
    }

    @Test
    void shouldEndAPollAfterABoundedNumberOfPackets() throws VerbsException
    {
        for (int i = 0; i < 40; i++)
        {
            node.post(node.qp(QpType.RC), WrOpcode.SEND, 100 * RequesterFixture.MTU);
        }

        node.scheduler.poll(0);
        assertEquals(256, node.wire.sent.size());
        assertEquals(0, node.scheduler.nextDeadlineNs());
        assertEquals(4_000, node.sent().size());
    }

    @Test
    void shouldFlushOnceForAPoll() throws VerbsException
    {
        for (int i = 0; i < 3; i++)
        {
            node.post(node.qp(QpType.RC), WrOpcode.SEND, 0);
        }

        node.scheduler.poll(0);
        assertEquals(1, node.wire.flushes);
        node.scheduler.poll(0);
        assertEquals(1, node.wire.flushes);
    }

    /** A turn that has begun is taken whole, but for datagrams, whose ways may differ. */
    @ParameterizedTest
    @CsvSource({"RC, 16", "UC, 16", "UD, 5"})
    void shouldWaitForRoomOnTheWayOut(final QpType type, final int sentInto) throws VerbsException
    {
        final ServedQp qp = node.qp(type);
        for (int i = 0; i < 40; i++)
        {
            node.post(qp, node.wr(WrOpcode.SEND, 0).destination(RequesterFixture.PEER, 0x22, 7));
        }

        node.wire.room = 5;
        assertEquals(sentInto, node.sent().size());
        assertEquals(type == QpType.RC ? node.clock.nanoTime() + RequesterFixture.TIMEOUT_NS : TimedWork.NO_DEADLINE,
            node.scheduler.nextDeadlineNs(), "it is not tried again and again");
        node.scheduler.poll(node.clock.nanoTime());
        assertEquals(List.of(), node.sent(), "there is none yet");

        node.wire.room = Integer.MAX_VALUE;
        node.scheduler.poll(node.clock.nanoTime());
        assertEquals(40 - sentInto, node.sent().size());
        assertEquals(type == QpType.RC ? 0 : 40, RequesterFixture.completions(qp).size());
    }

    /** What waits is of no use to the next connection, and in nobody's way. */
    @Test
    void shouldForgetWhoWaitedForRoomAndIsNoMore() throws VerbsException
    {
        final ServedQp gone = node.qp(QpType.UD);
        final ServedQp failed = node.qp(QpType.UD);
        node.wire.room = 0;
        node.post(gone, node.wr(WrOpcode.SEND, 0).destination(RequesterFixture.PEER, 0x22, 7));
        node.post(failed, node.wr(WrOpcode.SEND, 0).destination(RequesterFixture.PEER, 0x22, 7));
        node.run();
        node.queuePairs.destroy(gone.qpn);
        ForcedState.force(node.context(failed), QpState.ERR);

        node.wire.room = 2;
        node.scheduler.poll(node.clock.nanoTime());
        assertEquals(List.of(), node.sent());
        assertEquals(1, node.scheduler.staleDoorbells());
        assertEquals(List.of(WcStatus.WR_FLUSH_ERR), RequesterFixture.completions(failed));
    }

    @Test
    void shouldNotHearDoorbellsOfQueuePairsThatAreNoMore() throws VerbsException
    {
        final ServedQp qp = node.qp(QpType.RC);
        node.post(qp, WrOpcode.SEND, 0);
        node.queuePairs.destroy(qp.qpn);

        assertEquals(List.of(), node.sent());
        assertEquals(List.of(), node.turns);
        assertEquals(1, node.scheduler.staleDoorbells());
    }

    /** The same number and the same generation, but not the connection that it was rung in. */
    @Test
    void shouldNotHearDoorbellsOfAnEarlierEpoch() throws VerbsException
    {
        final ServedQp qp = node.qp(QpType.RC);
        node.post(qp, WrOpcode.SEND, 0);
        node.queuePairs.modify(qp.qpn, new QpModification(QpState.RESET, null, new QpAttributes()));
        ForcedState.force(node.context(qp), QpState.RTS);
        qp.epoch = node.context(qp).epoch();
        node.run();

        assertEquals(List.of(), node.turns);
        assertEquals(1, node.scheduler.staleDoorbells());
        node.services.doorbells().ring(qp);
        assertEquals(1, node.sent().size());
    }

    @Test
    void shouldNotHearTimersOfAnEarlierEpochOrOfAnotherState() throws VerbsException
    {
        final ServedQp reset = node.qp(QpType.RC);
        final ServedQp failed = node.qp(QpType.RC);
        node.post(reset, WrOpcode.SEND, 0);
        node.post(failed, WrOpcode.SEND, 0);
        node.sent();
        node.queuePairs.modify(reset.qpn, new QpModification(QpState.RESET, null, new QpAttributes()));
        ForcedState.force(node.context(reset), QpState.RTS);
        reset.epoch = node.context(reset).epoch();
        ForcedState.force(node.context(failed), QpState.ERR);

        node.advance(10 * RequesterFixture.TIMEOUT_NS);
        assertEquals(List.of(), node.sent());
    }

    @ParameterizedTest
    @EnumSource(QpState.class)
    void shouldDoInEachStateWhatMayBeDone(final QpState state) throws VerbsException
    {
        final ServedQp qp = node.qp(QpType.UC);
        ForcedState.force(node.context(qp), state);
        assertTrue(qp.recvQueue.post(new RecvWr()));
        node.post(qp, WrOpcode.SEND, 0);

        final int sent = node.sent().size();
        final List<WcStatus> statuses = RequesterFixture.completions(qp);

        assertEquals(state == QpState.RTS ? 1 : 0, sent);
        assertEquals(state == QpState.RESET || state == QpState.INIT || state == QpState.ERR, node.turns.isEmpty());
        assertEquals(
            switch (state)
            {
                case RTS -> List.of(WcStatus.SUCCESS);
                case SQE -> List.of(WcStatus.WR_FLUSH_ERR);
                case ERR -> List.of(WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR);
                case RESET, INIT, RTR, SQD -> List.of();
            },
            statuses);
    }

    /** So that a number that is given again finds nothing of what was. */
    @Test
    void shouldBeNewAfterReset() throws Exception
    {
        final ServedQp qp = node.qp(QpType.RC);
        qp.requester.outstandingFetches = 2;
        qp.requester.retries = 2;
        qp.requester.rnrRetries = 2;
        qp.requester.isRnrWaiting = true;
        qp.requester.askedAgainPsn = 2;
        qp.requester.resumedPsn = 2;
        qp.requester.isCompletionLost = true;
        qp.requester.ackedPsns = 2;
        qp.requester.reset();

        final RequesterState fresh = new RequesterState();
        assertNotSame(fresh, qp.requester);
        for (final var field : RequesterState.class.getDeclaredFields())
        {
            assertEquals(field.get(fresh), field.get(qp.requester), field.getName());
        }
    }
}
