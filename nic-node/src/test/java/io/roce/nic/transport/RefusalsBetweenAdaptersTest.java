package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What goes wrong between two queue pairs, and what the programs at both ends are told. */
class RefusalsBetweenAdaptersTest
{
    private static final int MTU = 1_024;
    private static final int LONG = 400 * MTU;

    /** Code 12 of the table of RNR timers. */
    private static final long RNR_NS = 640_000;

    private final TwoAdapters wire = new TwoAdapters();
    private final MemoryRegion local = wire.left.memory(LONG);
    private final MemoryRegion remote = wire.right.memory(LONG);

    RefusalsBetweenAdaptersTest() throws VerbsException
    {
    }

    @AfterEach
    void shouldHaveAnEndForEachDatagram()
    {
        wire.requireSound();
    }

    @ParameterizedTest
    @EnumSource(value = WrOpcode.class, names = {"RDMA_WRITE", "RDMA_READ", "ATOMIC_FETCH_AND_ADD"})
    void shouldSayThatTheKeyIsWrong(final WrOpcode opcode) throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(QpType.RC);
        pair.right().postRecv(9, remote, 0, 8);
        pair.left().post(wr(1, WrOpcode.RDMA_WRITE, 8));
        pair.left().post(wr(2, opcode, 8).remote(remote.addr(), remote.rkey() + 1));
        pair.left().post(wr(3, WrOpcode.SEND, 8));
        wire.run();

        assertEquals(
            List.of(
                "1 SUCCESS RDMA_WRITE 8",
                "2 REM_ACCESS_ERR " + opcode.completion() + " 0",
                "3 WR_FLUSH_ERR SEND 0"),
            pair.left().completions());
        assertEquals(List.of("9 WR_FLUSH_ERR RECV 0"), pair.right().completions());
        requireErr(pair);
        assertEquals(1, wire.right.count(Fate.NAK_REMOTE_ACCESS));
        assertEquals(1, wire.left.count(Fate.RESPONSE_NAK_REMOTE_ACCESS));
    }

    @ParameterizedTest
    @EnumSource(value = WrOpcode.class, names = {"RDMA_WRITE", "RDMA_READ", "ATOMIC_CMP_AND_SWP"})
    void shouldSayThatTheQueuePairRefusesTheAccess(final WrOpcode opcode) throws VerbsException
    {
        final QpEnd right = wire.right.create(QpType.RC);
        right.accessFlags = AccessFlag.LOCAL_WRITE.bit();
        final TwoAdapters.Pair pair = wire.connect(wire.left.create(QpType.RC), right, MTU, 1, 2);
        pair.left().post(wr(1, opcode, 8));
        wire.run();

        assertEquals(List.of("1 REM_INV_REQ_ERR " + opcode.completion() + " 0"), pair.left().completions());
        requireErr(pair);
        assertEquals(1, wire.right.count(Fate.NAK_INVALID_REQUEST));
    }

    @Test
    void shouldWaitForAReceiveAndThenGoOn() throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(QpType.RC);
        pair.left().post(wr(1, WrOpcode.SEND, 8));
        wire.network.advance(5 * RNR_NS);
        final long refused = wire.right.count(Fate.RNR_NAK);
        assertTrue(refused >= 4 && refused <= 6, refused + " RNR NAKs");
        assertEquals(List.of(), pair.left().completions());

        pair.right().postRecv(9, remote, 0, 8);
        wire.run();
        assertEquals(List.of("1 SUCCESS SEND 8"), pair.left().completions());
        assertEquals(List.of("9 SUCCESS RECV 8"), pair.right().completions());
        assertEquals(refused, wire.right.count(Fate.RNR_NAK));
    }

    @Test
    void shouldGiveUpWhereNoReceiveIsPosted() throws VerbsException
    {
        final QpEnd left = wire.left.create(QpType.RC);
        left.rnrRetry = 2;
        final TwoAdapters.Pair pair = wire.connect(left, wire.right.create(QpType.RC), MTU, 1, 2);
        left.post(wr(1, WrOpcode.SEND, 8));
        wire.run();

        assertEquals(List.of("1 RNR_RETRY_EXC_ERR SEND 0"), left.completions());
        assertEquals(QpState.ERR, left.state());
        assertEquals(QpState.RTS, pair.right().state());
        assertEquals(3, wire.right.count(Fate.RNR_NAK));
    }

    @Test
    void shouldSayThatTheReceiveIsTooShort() throws VerbsException
    {
        final TwoAdapters.Pair pair = wire.connect(QpType.RC);
        pair.right().postRecv(9, remote, 0, MTU);
        pair.left().post(wr(1, WrOpcode.SEND, MTU + 1));
        wire.run();

        assertEquals(List.of("1 REM_INV_REQ_ERR SEND 0"), pair.left().completions());
        assertEquals(List.of("9 LOC_LEN_ERR RECV 0"), pair.right().completions());
        requireErr(pair);
    }

    /** Of the memory that an operation is under way in. */
    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, false, REM_ACCESS_ERR",
        "RDMA_READ, false, REM_ACCESS_ERR",
        "SEND, false, REM_OP_ERR",
        "RDMA_WRITE, true, LOC_PROT_ERR",
        "RDMA_READ, true, LOC_PROT_ERR",
        "SEND, true, LOC_PROT_ERR"})
    void shouldNotTouchMemoryThatWasDeregistered(
        final WrOpcode opcode, final boolean isLocal, final String status) throws VerbsException
    {
        final boolean isRead = opcode == WrOpcode.RDMA_READ;
        final MemoryRegion here = isRead ? wire.left.zeros(LONG) : local;
        final MemoryRegion there = isRead ? remote : wire.right.zeros(LONG);
        final TwoAdapters.Pair pair = wire.connect(QpType.RC);
        pair.right().postRecv(9, there, 0, LONG);
        pair.left().post(new SendWr().wrId(1).opcode(opcode)
            .sge(here.addr(), LONG, here.lkey()).remote(there.addr(), there.rkey()));
        if (isRead && !isLocal)
        {
            wire.runUntilSent(150);
        }
        else
        {
            wire.runUntilDelivered(150);
        }
        (isLocal ? wire.left : wire.right).resources.regions().deregMr(isLocal ? here : there);
        final MemoryRegion target = isRead ? here : there;
        final byte[] before = Adapter.bytes(target, 0, LONG);
        wire.run();

        assertEquals(List.of("1 " + status + ' ' + opcode.completion() + " 0"), pair.left().completions());
        assertEquals(QpState.ERR, pair.left().state());
        if (isLocal == isRead)
        {
            assertArrayEquals(before, Adapter.bytes(target, 0, LONG));
        }
        assertEquals(isLocal ? QpState.RTS : QpState.ERR, pair.right().state());
        assertEquals(
            isLocal ? List.of() :
                List.of(opcode == WrOpcode.SEND ? "9 LOC_PROT_ERR RECV 0" : "9 WR_FLUSH_ERR RECV 0"),
            pair.right().completions());
    }

    @Test
    void shouldGoToSqeAndOnFromThere() throws VerbsException
    {
        for (final QpType type : List.of(QpType.UC, QpType.UD))
        {
            final TwoAdapters.Pair pair = wire.connect(type);
            final QpEnd left = pair.left();
            left.post(to(pair, wr(1, WrOpcode.SEND, 8).sge(local.addr(), 1, 0)));
            left.post(to(pair, wr(2, WrOpcode.SEND, 8)));
            wire.run();
            assertEquals(List.of("1 LOC_PROT_ERR SEND 0", "2 WR_FLUSH_ERR SEND 0"), left.completions());
            assertEquals(QpState.SQE, left.state());
            left.post(to(pair, wr(3, WrOpcode.SEND, 8)));
            wire.run();
            assertEquals(List.of("3 WR_FLUSH_ERR SEND 0"), left.completions());

            // Its receives go on.
            left.postRecv(8, local, 0, 100);
            pair.right().post(new SendWr().wrId(4).opcode(WrOpcode.SEND).sge(remote.addr(), 8, remote.lkey())
                .destination(wire.left.ports.first().getAddress(), left.qpn(), QpEnd.Q_KEY));
            wire.run();
            assertEquals(
                List.of("8 SUCCESS RECV " + (type == QpType.UD ? 48 : 8)), left.completions());
            assertEquals(List.of("4 SUCCESS SEND 8"), pair.right().completions());

            left.modify(QpState.RTS);
            pair.right().postRecv(9, remote, 0, 100);
            left.post(to(pair, wr(5, WrOpcode.SEND, 8)));
            wire.run();
            assertEquals(List.of("5 SUCCESS SEND 8"), left.completions());
            assertEquals(
                List.of("9 SUCCESS RECV " + (type == QpType.UD ? 48 : 8)), pair.right().completions());
        }
    }

    /** One completion too many at the receiver: it goes to ERR without a word, so the sender gets no answer. */
    @Test
    void shouldFailTheReceiverWhoseCompletionsFindNoRoom() throws VerbsException
    {
        final CompletionQueue one = wire.right.resources.cqs().createCq(1, () -> { });
        final QpEnd right = wire.right.create(
            QpType.RC, new QpInit(wire.right.pd, Adapter.CAP, true, wire.right.cq, one));
        final TwoAdapters.Pair pair = wire.connect(wire.left.create(QpType.RC), right, MTU, 1, 2);
        for (int i = 0; i < 3; i++)
        {
            right.postRecv(i, remote, 0, 8);
            pair.left().post(wr(i, WrOpcode.SEND, 8));
        }
        wire.run();

        assertEquals(List.of("0 SUCCESS RECV 8"), QpEnd.completions(one));
        assertTrue(one.isOverflowed());
        assertEquals(QpState.ERR, right.state());
        assertEquals(1, wire.right.count(Fate.CQ_OVERFLOW));
        assertEquals(
            List.of("0 SUCCESS SEND 8", "1 RETRY_EXC_ERR SEND 0", "2 WR_FLUSH_ERR SEND 0"),
            pair.left().completions());
        requireErr(pair);
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldFailTheSenderWhoseCompletionsFindNoRoom(final QpType type) throws VerbsException
    {
        final CompletionQueue one = wire.left.resources.cqs().createCq(1, () -> { });
        final QpEnd left = wire.left.create(type, new QpInit(wire.left.pd, Adapter.CAP, true, one, wire.left.cq));
        final TwoAdapters.Pair pair = wire.connect(left, wire.right.create(type), MTU, 1, 2);
        left.postRecv(9, local, 0, 8);
        for (int i = 0; i < 3; i++)
        {
            pair.right().postRecv(i, remote, 0, 100);
            left.post(to(pair, wr(i, WrOpcode.SEND, 8)));
        }
        wire.run();

        assertEquals(List.of("0 SUCCESS SEND 8"), left.completions());
        assertTrue(one.isOverflowed());
        assertEquals(QpState.ERR, left.state());
        assertEquals(List.of("9 WR_FLUSH_ERR RECV 0"), QpEnd.completions(wire.left.cq));
        assertEquals(QpState.RTS, pair.right().state());
        assertEquals(type == QpType.RC ? 1 : 0, wire.left.count(Fate.RESPONSE_CQ_OVERFLOW));
    }

    @Test
    void shouldSayWhenNobodyAnswers() throws VerbsException
    {
        final QpEnd left = wire.left.create(QpType.RC);
        left.retryCnt = 3;
        final TwoAdapters.Pair pair = wire.connect(left, wire.right.create(QpType.RC), MTU, 1, 2);
        pair.right().modify(QpState.ERR);
        left.post(wr(1, WrOpcode.RDMA_WRITE, 8));
        final long beforeNs = wire.clock.nanoTime();
        wire.run();

        assertEquals(List.of("1 RETRY_EXC_ERR RDMA_WRITE 0"), left.completions());
        assertEquals(4, wire.right.count(Fate.QP_STATE_ERR));
        assertEquals(4 * (4_096L << QpEnd.TIMEOUT), wire.clock.nanoTime() - beforeNs);
    }

    private void requireErr(final TwoAdapters.Pair pair) throws VerbsException
    {
        assertEquals(QpState.ERR, pair.left().state());
        assertEquals(QpState.ERR, pair.right().state());
    }

    private SendWr wr(final long wrId, final WrOpcode opcode, final int length)
    {
        return new SendWr().wrId(wrId).opcode(opcode)
            .sge(local.addr(), length, local.lkey())
            .remote(remote.addr(), remote.rkey());
    }

    private SendWr to(final TwoAdapters.Pair pair, final SendWr wr)
    {
        return wr.destination(wire.right.ports.first().getAddress(), pair.right().qpn(), QpEnd.Q_KEY);
    }
}
