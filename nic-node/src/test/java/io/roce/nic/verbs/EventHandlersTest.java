package io.roce.nic.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.error.VerbsException;
import io.roce.nic.junit.QpEnd;
import io.roce.nic.junit.RoceExtension;
import io.roce.nic.junit.TestNode;
import io.roce.nic.lane.QpDestroyed;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.transport.QpInit;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program's event handlers do is no business of the packets that the events come of. */
@Timeout(60)
class EventHandlersTest
{
    private static final int PSN = 0x700;

    @RegisterExtension
    final RoceExtension sockets = RoceExtension.onSockets();

    @RegisterExtension
    final RoceExtension memory = RoceExtension.inMemory();

    private final IllegalStateException failure = new IllegalStateException("as expected");
    private final WorkCompletion completion = new WorkCompletion();
    private RoceExtension roce;
    private TestNode left;
    private TestNode right;
    private CompletionQueue sends;
    private CompletionQueue receives;
    private Qp sender;
    private Qp receiver;

    /** Not acknowledged it would come again, and take a second receive. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeAMessageOnceWhoseReceiverThrows(final boolean isInMemory) throws Exception
    {
        connect(isInMemory, () -> { }, this::fail);
        receives.reqNotify(false);
        receiver.postRecv(new RecvWr().wrId(1));
        receiver.postRecv(new RecvWr().wrId(2));
        sender.postSend(new SendWr().opcode(WrOpcode.SEND));
        awaitSent(isInMemory);

        assertTrue(receives.poll(completion));
        assertEquals(1, completion.wrId());
        assertFalse(receives.poll(completion));
        assertEquals(1, right.ledger().count(Fate.REQUEST_EXECUTED));
        assertEquals(1, right.ledger().received());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeAnAcknowledgementWhoseSenderThrows(final boolean isInMemory) throws Exception
    {
        connect(isInMemory, this::fail, () -> { });
        sends.reqNotify(false);
        sender.postSend(new SendWr().opcode(WrOpcode.RDMA_WRITE));
        awaitSent(isInMemory);
        roce.advance(Duration.ofMillis(1));

        assertEquals(1, left.ledger().count(Fate.RESPONSE_ACCEPTED));
        assertEquals(1, right.ledger().received());
    }

    /** The verb takes effect behind the packet, as on a lane with a thread, and nothing of the queue pair is left. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldLetAHandlerDestroyItsQueuePair(final boolean isInMemory, final boolean isSender) throws Exception
    {
        final CompletableFuture<QpDestroyed> destroyed = new CompletableFuture<>();
        final Runnable destroying = () -> (isSender ? sender : receiver).destroy().thenAccept(destroyed::complete);
        connect(isInMemory, isSender ? destroying : () -> { }, isSender ? () -> { } : destroying);
        (isSender ? sends : receives).reqNotify(false);
        // Over sockets it may be destroyed before a second one is posted.
        for (int i = 0; i < (isInMemory ? 4 : 1); i++)
        {
            receiver.postRecv(new RecvWr().wrId(i));
            sender.postSend(new SendWr().opcode(WrOpcode.SEND));
        }
        roce.await(destroyed::isDone, () -> "nothing was destroyed");
        if (isInMemory)
        {
            roce.advance(Duration.ofSeconds(20));
        }

        assertNull((isSender ? sender : receiver).state());
        assertFalse((isSender ? sends : receives).poll(completion));
        assertEquals(0, left.ledger().count(Fate.INTERNAL_ERROR) + right.ledger().count(Fate.INTERNAL_ERROR));
    }

    private void fail()
    {
        throw failure;
    }

    /** In memory the test meets what was thrown, once the packet has its fate. */
    private void awaitSent(final boolean isInMemory)
    {
        if (isInMemory)
        {
            assertSame(failure, assertThrows(IllegalStateException.class, () -> roce.advance(Duration.ofMillis(1))));
        }
        roce.await(() -> sends.poll(completion), () -> "nothing was acknowledged");
        assertEquals(WcStatus.SUCCESS, completion.status());
    }

    private void connect(final boolean isInMemory, final Runnable onSent, final Runnable onReceived)
        throws IOException, VerbsException
    {
        roce = isInMemory ? memory : sockets;
        left = roce.open();
        right = roce.open();
        sends = left.verbs().createCq(4, onSent).join();
        receives = right.verbs().createCq(4, onReceived).join();
        sender = left.verbs().createQp(QpType.RC, new QpInit(left.pd(), QpEnd.CAP, true, sends, sends)).join();
        receiver =
            right.verbs().createQp(QpType.RC, new QpInit(right.pd(), QpEnd.CAP, true, receives, receives)).join();
        toRts(sender, right, receiver);
        toRts(receiver, left, sender);
    }

    private static void toRts(final Qp qp, final TestNode peer, final Qp peerQp)
    {
        qp.modify(QpState.INIT, new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1)
            .put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL)).join();
        qp.modify(QpState.RTR, new QpAttributes()
            .dgid(peer.address())
            .put(QpAttribute.PATH_MTU, 1_024)
            .put(QpAttribute.DEST_QP_NUM, peerQp.qpn())
            .put(QpAttribute.RQ_PSN, PSN)
            .put(QpAttribute.MAX_DEST_RD_ATOMIC, 1)
            .put(QpAttribute.MIN_RNR_TIMER, 1)).join();
        qp.modify(QpState.RTS, new QpAttributes()
            .put(QpAttribute.SQ_PSN, PSN)
            .put(QpAttribute.TIMEOUT, 17)
            .put(QpAttribute.RETRY_CNT, 7)
            .put(QpAttribute.RNR_RETRY, 7)
            .put(QpAttribute.MAX_RD_ATOMIC, 1)).join();
    }
}
