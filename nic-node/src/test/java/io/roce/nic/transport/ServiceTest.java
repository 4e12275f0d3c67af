package io.roce.nic.transport;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;

import java.util.List;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** From creation to destruction: what the verbs of a queue pair do to its work. */
class ServiceTest
{
    private static final int MTU = 1_024;
    private static final int LONG = 400 * MTU;

    private final TwoAdapters wire = new TwoAdapters();
    private final MemoryRegion local = wire.left.memory(LONG);
    private final MemoryRegion remote = wire.right.zeros(LONG);

    ServiceTest() throws VerbsException
    {
    }

    @AfterEach
    void shouldHaveAnEndForEachDatagram()
    {
        wire.requireSound();
    }

    @Test
    void shouldCreateServedOnesAllOrNone() throws VerbsException
    {
        final Adapter left = wire.left;
        final List<QpQueues> created = left.queuePairs.create(QpType.RC, 5, true, left.init());
        assertEquals(5, left.queuePairs.transport().size());
        for (int i = 0; i < 5; i++)
        {
            assertEquals(created.get(0).qpn() + i, created.get(i).qpn());
            assertEquals(left.queuePairs.query(created.get(i).qpn()).generation(), created.get(i).generation());
        }
        assertEquals(0x150, left.queuePairs.createWithQpn(QpType.UD, 0x150, left.init()).qpn());

        final QpInit wrongCap = new QpInit(left.pd, new QpCap(1, QpCap.MAX_WR + 1, 1, 1, 0), true, left.cq, left.cq);
        refused(VerbsErrorCode.OUT_OF_RANGE, wrongCap);
        refused(VerbsErrorCode.UNKNOWN_HANDLE, new QpInit(
            new ProtectionDomain(99), Adapter.CAP, true, left.cq, left.cq));
        final CompletionQueue ended = left.resources.cqs().createCq(1, () -> { });
        left.resources.cqs().destroyCq(ended);
        refused(VerbsErrorCode.UNKNOWN_HANDLE, new QpInit(left.pd, Adapter.CAP, true, left.cq, ended));
        refused(VerbsErrorCode.UNKNOWN_HANDLE, new QpInit(left.pd, Adapter.CAP, true, ended, left.cq));
        assertEquals(
            VerbsErrorCode.TABLE_FULL,
            assertThrows(VerbsException.class, () ->
                left.queuePairs.create(QpType.RC, 300, false, left.init())).code());
        assertEquals(6, left.queuePairs.figures().table().live());
        assertEquals(6, left.queuePairs.transport().size());
    }

    private void refused(final VerbsErrorCode code, final QpInit init)
    {
        assertEquals(code, assertThrows(VerbsException.class, () ->
            wire.left.queuePairs.create(QpType.RC, 2, false, init)).code());
        assertEquals(code, assertThrows(VerbsException.class, () ->
            wire.left.queuePairs.createWithQpn(QpType.RC, 0x160, init)).code());
    }

    @Test
    void shouldKeepWhatIsInUse() throws VerbsException
    {
        final Adapter left = wire.left;
        final CompletionQueue cq = left.resources.cqs().createCq(4, () -> { });
        final QpEnd qp = left.create(QpType.RC, new QpInit(left.pd, Adapter.CAP, true, cq, left.cq));
        left.resources.regions().deregMr(local);
        qp.toInit();
        qp.modify(QpState.RESET);
        assertEquals(VerbsErrorCode.IN_USE, assertThrows(VerbsException.class, () ->
            left.resources.pds().deallocPd(left.pd)).code());
        assertEquals(VerbsErrorCode.IN_USE, assertThrows(VerbsException.class, () ->
            left.resources.cqs().destroyCq(cq)).code());

        qp.destroy();
        left.resources.cqs().destroyCq(cq);
        left.resources.cqs().destroyCq(left.cq);
        left.resources.pds().deallocPd(left.pd);
        assertEquals(0, left.queuePairs.transport().size());
    }

    /** Numbers of service are given again: neither a bare one nor another finds anything of it. */
    @Test
    void shouldServeOthersUnderTheNumbersOfThoseThatAreNoMore() throws VerbsException
    {
        for (int i = 0; i < 100; i++)
        {
            final TwoAdapters.Pair pair = wire.connect(QpType.RC);
            final int bare = wire.left.queuePairs.create(QpType.RC, 1, false).get(0).qpn();
            pair.right().postRecv(i, remote, 0, 8);
            pair.left().post(wr(i, WrOpcode.SEND, 8));
            wire.run();
            assertEquals(List.of(i + " SUCCESS SEND 8"), pair.left().completions());
            assertEquals(List.of(i + " SUCCESS RECV 8"), pair.right().completions());
            pair.left().destroy();
            pair.right().destroy();
            wire.left.queuePairs.destroy(bare);
        }
        assertEquals(0, wire.left.queuePairs.transport().size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldEndWithoutCompletionsWhatIsDestroyedOrResetMidStream(final boolean isDestroyed) throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(QpType.RC);
        pair.right().postRecv(9, remote, 0, 8);
        pair.left().post(wr(1, WrOpcode.RDMA_WRITE, 8));
        pair.left().post(wr(2, WrOpcode.RDMA_WRITE, LONG));
        pair.left().post(wr(3, WrOpcode.SEND, 8));
        wire.runUntilDelivered(150);
        if (isDestroyed)
        {
            pair.left().destroy();
        }
        else
        {
            pair.left().modify(QpState.RESET);
        }
        assertEquals(List.of(), pair.left().completions());
        wire.run();

        assertEquals(List.of(), pair.left().completions());
        assertEquals(List.of(), pair.right().completions());
        assertEquals(QpState.RTS, pair.right().state());
        final Fate fate = isDestroyed ? Fate.QPN_UNALLOCATED : Fate.QP_STATE_RESET;
        assertTrue(wire.left.count(fate) > 0);
    }

    @Test
    void shouldGiveUpWhosePeerIsDestroyedMidStream() throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(QpType.RC);
        pair.right().postRecv(9, remote, 0, LONG);
        pair.left().post(wr(1, WrOpcode.SEND, LONG));
        pair.left().post(wr(2, WrOpcode.SEND, 8));
        wire.runUntilDelivered(150);
        pair.right().destroy();
        wire.run();

        assertEquals(List.of("1 RETRY_EXC_ERR SEND 0", "2 WR_FLUSH_ERR SEND 0"), pair.left().completions());
        assertEquals(QpState.ERR, pair.left().state());
        assertEquals(List.of(), pair.right().completions());
        assertTrue(wire.right.count(Fate.QPN_UNALLOCATED) >= 8);
    }

    /** Same numbers, same generation; nothing of the old connection shows in the new one. */
    @ParameterizedTest
    @EnumSource(value = WrOpcode.class, names = {"SEND", "RDMA_WRITE", "RDMA_READ"})
    void shouldBeConnectedAnewAfterResetMidStream(final WrOpcode opcode) throws VerbsException
    {
        final QpEnd left = wire.left.create(QpType.RC);
        left.maxRdAtomic = 1;
        final TwoAdapters.Pair pair = wire.connect(left, wire.right.create(QpType.RC), MTU, 1, 2);
        pair.right().postRecv(9, remote, 0, LONG);
        for (int i = 0; i < 5; i++)
        {
            pair.left().post(wr(i, opcode, LONG));
        }
        wire.runUntilDelivered(150);
        pair.left().modify(QpState.RESET);
        pair.right().modify(QpState.RESET);
        wire.connect(pair.left(), pair.right(), 256, 0x50_0000, 0x60_0000);
        pair.right().postRecv(19, remote, 0, LONG);
        pair.left().post(wr(10, WrOpcode.RDMA_READ, 8));
        pair.left().post(wr(11, WrOpcode.SEND, 1_000));
        wire.run();

        assertEquals(List.of("10 SUCCESS RDMA_READ 8", "11 SUCCESS SEND 1000"), pair.left().completions());
        assertEquals(List.of("19 SUCCESS RECV 1000"), pair.right().completions());
        assertArrayEquals(Adapter.bytes(local, 0, 1_000), Adapter.bytes(remote, 0, 1_000));
        assertEquals(1, wire.left.queuePairs.query(pair.left().qpn()).epoch());
    }

    @ParameterizedTest
    @EnumSource(value = WrOpcode.class, names = {"SEND", "RDMA_WRITE", "RDMA_READ"})
    void shouldDrainInSqd(final WrOpcode opcode) throws VerbsException
    {
        shouldDrain(QpType.RC, opcode);
    }

    @Test
    void shouldDrainInSqdOverUc() throws VerbsException
    {
        shouldDrain(QpType.UC, WrOpcode.SEND);
    }

    private void shouldDrain(final QpType type, final WrOpcode opcode) throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(type);
        final QpEnd left = pair.left();
        left.maxRdAtomic = 1;
        pair.right().postRecv(8, remote, 0, LONG);
        pair.right().postRecv(9, remote, 0, LONG);
        left.post(wr(1, opcode, LONG));
        wire.network.step();
        left.modify(QpState.SQD);
        left.post(wr(2, WrOpcode.SEND, 8));
        assertTrue(wire.left.queuePairs.query(left.qpn()).isSqDraining());
        assertEquals(VerbsErrorCode.SQ_DRAINING, assertThrows(VerbsException.class, () ->
            left.modify(QpState.RTS)).code());
        wire.run();

        assertEquals(List.of("1 SUCCESS " + opcode.completion() + ' ' + LONG), left.completions());
        assertFalse(wire.left.queuePairs.query(left.qpn()).isSqDraining());
        left.modify(QpState.SQD, type == QpType.UC ? new QpAttributes() :
            new QpAttributes().put(QpAttribute.TIMEOUT, 12).put(QpAttribute.MAX_DEST_RD_ATOMIC, 8));
        wire.run();
        assertEquals(List.of(), left.completions());
        left.modify(QpState.RTS);
        wire.run();
        assertEquals(List.of("2 SUCCESS SEND 8"), left.completions());
        assertEquals(QpState.RTS, pair.right().state());
    }

    /** Nothing was begun: drained at once. */
    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldNotBeginInSqd(final QpType type) throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(type);
        pair.left().modify(QpState.SQD);
        pair.left().post(wr(1, WrOpcode.SEND, 8).destination(
            wire.right.ports.first().getAddress(), pair.right().qpn(), QpEnd.Q_KEY));
        wire.run();
        assertFalse(wire.left.queuePairs.query(pair.left().qpn()).isSqDraining());
        assertEquals(0, wire.network.sent());
    }

    /** A verb that takes a queue pair to ERR is a failure like others; what is posted then is flushed too. */
    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldFlushInErr(final QpType type) throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(type);
        final QpEnd left = pair.left();
        left.modify(QpState.SQD);
        left.postRecv(7, local, 0, 8);
        final SendWr wr = wr(1, WrOpcode.SEND, 8).destination(
            wire.right.ports.first().getAddress(), pair.right().qpn(), QpEnd.Q_KEY);
        left.post(wr);
        left.post(wr.wrId(2));
        left.modify(QpState.ERR);
        assertEquals(
            List.of("1 WR_FLUSH_ERR SEND 0", "2 WR_FLUSH_ERR SEND 0", "7 WR_FLUSH_ERR RECV 0"), left.completions());
        left.post(wr.wrId(3));
        left.postRecv(8, local, 0, 8);
        wire.run();
        assertEquals(List.of("3 WR_FLUSH_ERR SEND 0", "8 WR_FLUSH_ERR RECV 0"), left.completions());
        assertEquals(0, wire.network.sent());
    }

    /** IBTA vol. 1, 10.3.1: receives are taken from INIT on, sends from RTS on. */
    @Test
    void shouldTakeWorkByState() throws VerbsException
    {
        final QpEnd left = wire.left.create(QpType.RC);
        final QpEnd right = wire.right.create(QpType.RC);
        refusesSend(left, QpState.RESET);
        assertEquals(VerbsErrorCode.ILLEGAL_STATE, code(() -> right.postRecv(9, remote, 0, 8)));

        left.toInit();
        right.toInit();
        refusesSend(left, QpState.INIT);
        right.postRecv(9, remote, 0, 8);

        left.toRtr(right, MTU, 2);
        right.toRtr(left, MTU, 1);
        refusesSend(left, QpState.RTR);

        left.toRts(1);
        left.post(wr(1, WrOpcode.SEND, 8));
        wire.run();
        assertEquals(List.of("1 SUCCESS SEND 8"), left.completions());
        assertEquals(List.of("9 SUCCESS RECV 8"), right.completions());
    }

    /** A thread that has not seen RESET yet may still post: that is of the connection before. */
    @Test
    void shouldNotSendInTheNextConnectionWhatWasPostedAtTheEndOfTheLast() throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(QpType.RC);
        final QpEnd left = pair.left();
        left.post(postedWhile(() -> left.modify(QpState.RESET)));

        left.toInit();
        left.toRtr(pair.right(), MTU, 2);
        left.toRts(1);
        wire.run();
        assertEquals(List.of(), left.completions());
        assertEquals(0, wire.network.sent());
    }

    @Test
    void shouldFlushWhatIsPostedWhileItGoesToErr() throws VerbsException
    {
        final QpEnd left = wire.connect(QpType.RC).left();
        left.post(postedWhile(() -> left.modify(QpState.ERR)));

        wire.run();
        assertEquals(List.of("1 WR_FLUSH_ERR SEND 0"), left.completions());
    }

    /** Something happens between the look at the state and the end of posting. */
    private static SendWr postedWhile(final Executable happens)
    {
        final DirectBuffer data = new UnsafeBuffer(new byte[8])
        {
            @Override
            public void getBytes(final int index, final byte[] into, final int offset, final int length)
            {
                assertDoesNotThrow(happens);
            }
        };
        return new SendWr().wrId(1).opcode(WrOpcode.SEND).inline(data, 0, 8);
    }

    @Test
    void shouldTakeNoWorkOfAQueuePairThatWasDestroyed() throws VerbsException
    {
        final QpEnd left = wire.connect(QpType.RC).left();
        left.destroy();

        assertEquals(VerbsErrorCode.UNALLOCATED, code(() -> left.post(wr(1, WrOpcode.SEND, 8))));
        assertEquals(VerbsErrorCode.UNALLOCATED, code(() -> left.postRecv(1, local, 0, 8)));
    }

    private void refusesSend(final QpEnd end, final QpState state)
    {
        final VerbsException refused =
            assertThrows(VerbsException.class, () -> end.post(wr(1, WrOpcode.SEND, 8)));
        assertEquals(VerbsErrorCode.ILLEGAL_STATE, refused.code());
        assertEquals(state.name(), refused.fields().get("state"));
    }

    private static VerbsErrorCode code(final Executable refused)
    {
        return assertThrows(VerbsException.class, refused).code();
    }

    /** Two queue pairs on one completion queue: one that goes takes none of the other's with it. */
    @Test
    void shouldTakeOutCompletionsOfTheOneThatGoes() throws VerbsException
    {
        final TwoAdapters.Pair first = wire.connect(QpType.RC);
        final TwoAdapters.Pair second = wire.connect(QpType.RC);
        assertNotEquals(first.left().qpn(), second.left().qpn());
        for (int i = 0; i < 6; i++)
        {
            (i % 2 == 0 ? first : second).left().post(wr(i, WrOpcode.RDMA_WRITE, 8));
        }
        wire.run();
        first.left().modify(QpState.RESET);

        assertEquals(
            List.of("1 SUCCESS RDMA_WRITE 8", "3 SUCCESS RDMA_WRITE 8", "5 SUCCESS RDMA_WRITE 8"),
            second.left().completions());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeCompletionsOutOfBothQueues(final boolean isDestroyed) throws VerbsException
    {
        final CompletionQueue sendCq = wire.left.resources.cqs().createCq(8, () -> { });
        final CompletionQueue recvCq = wire.left.resources.cqs().createCq(8, () -> { });
        final QpEnd left = wire.left.create(QpType.RC, new QpInit(wire.left.pd, Adapter.CAP, true, sendCq, recvCq));
        final TwoAdapters.Pair pair = wire.connect(left, wire.right.create(QpType.RC), MTU, 1, 2);
        left.postRecv(9, local, 0, 8);
        left.post(wr(1, WrOpcode.RDMA_WRITE, 8));
        pair.right().post(new SendWr().wrId(2).opcode(WrOpcode.SEND).sge(remote.addr(), 8, remote.lkey()));
        wire.run();
        assertEquals(List.of("2 SUCCESS SEND 8"), pair.right().completions());
        if (isDestroyed)
        {
            left.destroy();
        }
        else
        {
            left.modify(QpState.RESET);
        }

        assertEquals(List.of(), QpEnd.completions(sendCq));
        assertEquals(List.of(), QpEnd.completions(recvCq));
    }

    private SendWr wr(final long wrId, final WrOpcode opcode, final int length)
    {
        return new SendWr().wrId(wrId).opcode(opcode)
            .sge(local.addr(), length, local.lkey())
            .remote(remote.addr(), remote.rkey());
    }
}
