package io.roce.nic.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.junit.QpEnd;
import io.roce.nic.junit.QpPair;
import io.roce.nic.junit.RoceExtension;
import io.roce.nic.junit.TestNode;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verbs of a node with two lanes: domains, regions and completion queues are the node's, queue pairs a lane's. */
@Timeout(60)
class LanesVerbsTest
{
    private static final int LENGTH = 100_001;

    /** Of the default pool; the second lane begins at a page in its middle. */
    private static final int OF_FIRST = 0x11;
    private static final int OF_SECOND = 0x80_0000;

    @RegisterExtension
    final RoceExtension roce = RoceExtension.onSockets();

    private final Random random = new Random(7);

    @ParameterizedTest
    @EnumSource(LaneSteering.class)
    void shouldWriteAndReadBetweenQueuePairsOfTwoLanes(final LaneSteering steering) throws Exception
    {
        final TestNode node = open(steering);
        final QpPair pair = roce.connect(QpType.RC, node, node);
        assertEquals(List.of(OF_FIRST, OF_SECOND), List.of(pair.left().qpn(), pair.right().qpn()));
        final ByteBuffer here = ByteBuffer.allocateDirect(LENGTH);
        final ByteBuffer there = ByteBuffer.allocateDirect(LENGTH);
        final MemoryRegion local = node.register(here);
        final MemoryRegion remote = node.register(there);
        final byte[] sent = fill(here);

        pair.left().post(wr(WrOpcode.RDMA_WRITE, local).remote(remote.addr(), remote.rkey()));
        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        assertArrayEquals(sent, bytes(there));

        final byte[] back = fill(here);
        pair.right().post(wr(WrOpcode.RDMA_READ, remote).remote(local.addr(), local.rkey()));
        assertEquals(WcStatus.SUCCESS, pair.right().await().status());
        assertArrayEquals(back, bytes(there));
        assertTrue(node.ledger().isBalanced());
        assertEquals(0, node.ledger().count(Fate.HAND_OVER_FULL));
    }

    /** One thread polls what queue pairs of both lanes complete to. */
    @Test
    void shouldCompleteToOneQueueFromBothLanes() throws Exception
    {
        final TestNode node = open(LaneSteering.AUTO);
        final TestNode peer = roce.open();
        final AtomicInteger events = new AtomicInteger();
        final CompletionQueue cq = node.verbs().createCq(512, events::incrementAndGet).join();
        final List<Qp> qps = node.verbs()
            .createQps(QpType.RC, 1, false, new QpInit(node.pd(), QpEnd.CAP, true, cq, cq)).join();
        final List<Qp> others = node.verbs()
            .createQps(QpType.RC, 1, false, new QpInit(node.pd(), QpEnd.CAP, true, cq, cq)).join();
        final Qp first = qps.get(0);
        final Qp second = others.get(0);
        assertEquals(List.of(OF_FIRST, OF_SECOND), List.of(first.qpn(), second.qpn()));
        assertFalse(cq.isOverflowed());
        cq.reqNotify(false);

        flushed(first, 20);
        flushed(second, 30);

        final WorkCompletion completion = new WorkCompletion();
        final int[] counts = new int[2];
        while (counts[0] + counts[1] < 50)
        {
            roce.await(() -> cq.poll(completion), () -> counts[0] + " and " + counts[1] + " have come");
            assertEquals(WcStatus.WR_FLUSH_ERR, completion.status());
            final int lane = completion.qpn() == OF_FIRST ? 0 : 1;
            assertEquals(counts[lane]++, completion.wrId());     // of one queue pair they are in order
        }
        assertEquals(List.of(20, 30), List.of(counts[0], counts[1]));
        assertFalse(cq.poll(completion));
        assertEquals(1, events.get());

        assertEquals(VerbsErrorCode.IN_USE, refusal(node.verbs().destroyCq(cq)).code());
        assertEquals(4, refusal(node.verbs().destroyCq(cq)).fields().get("work_queues"));
        first.destroy().join();
        assertEquals(2, refusal(node.verbs().destroyCq(cq)).fields().get("work_queues"));
        second.destroy().join();
        node.verbs().destroyCq(cq).join();
        assertTrue(peer.ledger().isBalanced());
    }

    /** Whichever lane goes on getting packets for it: from then on none touches it. */
    @Test
    void shouldLeaveMemoryAloneThatIsDeregisteredWhileBothLanesWriteToIt() throws Exception
    {
        final TestNode here = roce.open();
        final TestNode there = open(LaneSteering.OFF);
        final List<QpPair> pairs = List.of(roce.connect(QpType.RC, here, there), roce.connect(QpType.RC, here, there));
        assertEquals(
            List.of(OF_FIRST, OF_SECOND), pairs.stream().map(pair -> pair.right().qpn()).toList());
        final ByteBuffer from = ByteBuffer.allocateDirect(LENGTH);
        final ByteBuffer to = ByteBuffer.allocateDirect(LENGTH);
        final MemoryRegion local = here.register(from);
        final MemoryRegion remote = there.register(to);
        fill(from);
        final SendWr write = wr(WrOpcode.RDMA_WRITE, local).remote(remote.addr(), remote.rkey());
        for (int i = 0; i < 64; i++)
        {
            pairs.get(i % 2).left().post(write);
        }
        for (final QpPair pair : pairs)
        {
            assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        }

        there.verbs().deregMr(remote).join();
        final byte[] then = fill(to);

        for (final QpPair pair : pairs)
        {
            WcStatus status = pair.left().await().status();
            while (status == WcStatus.SUCCESS)
            {
                pair.left().post(write);
                status = pair.left().await().status();
            }
            assertEquals(WcStatus.REM_ACCESS_ERR, status);
        }
        assertArrayEquals(then, bytes(to));
        assertEquals(
            VerbsErrorCode.UNKNOWN_HANDLE, refusal(there.verbs().deregMr(remote)).code());
    }

    @Test
    void shouldKeepADomainAsLongAsAQueuePairOfAnyLaneBelongsToIt() throws Exception
    {
        final TestNode node = open(LaneSteering.AUTO);
        final ProtectionDomain pd = node.verbs().allocPd().join();
        final CompletionQueue cq = node.verbs().createCq(16).join();
        final QpInit init = new QpInit(pd, QpEnd.CAP, true, cq, cq);
        final Qp second = node.verbs().createQp(QpType.UD, OF_SECOND + 5, init).join();

        final VerbsException refused = refusal(node.verbs().deallocPd(pd));

        assertEquals(VerbsErrorCode.IN_USE, refused.code());
        assertEquals(1, refused.fields().get("qps"));
        second.destroy().join();
        node.verbs().deallocPd(pd).join();
        assertEquals(
            VerbsErrorCode.UNKNOWN_HANDLE,
            refusal(node.verbs().createQp(QpType.UD, OF_SECOND + 6, init)).code());
        assertEquals(
            VerbsErrorCode.UNKNOWN_HANDLE,
            refusal(node.verbs().regMr(pd, new MrInit(ByteBuffer.allocateDirect(8), AccessFlag.ALL))).code());
    }

    /** A key that the peer of one lane's queue pair has invalidated is of no use to the other lane's either. */
    @Test
    void shouldInvalidateAKeyForBothLanes() throws Exception
    {
        final TestNode here = roce.open();
        final TestNode there = open(LaneSteering.AUTO);
        final QpPair first = roce.connect(QpType.RC, here, there);
        final QpPair second = roce.connect(QpType.RC, here, there);
        final MemoryRegion local = here.register(ByteBuffer.allocateDirect(LENGTH));
        final MemoryRegion window = there.verbs().regMr(
            there.pd(),
            new MrInit(ByteBuffer.allocateDirect(LENGTH), AccessFlag.ALL).invalidatable()).join();
        final MemoryRegion inbox = there.register(ByteBuffer.allocateDirect(LENGTH));
        first.left().post(wr(WrOpcode.RDMA_WRITE, local).remote(window.addr(), window.rkey()));
        assertEquals(WcStatus.SUCCESS, first.left().await().status());

        second.right().post(new RecvWr().wrId(2).sge(inbox.addr(), LENGTH, inbox.lkey()));
        second.left().post(wr(WrOpcode.SEND_WITH_INV, local).invalidateRkey(window.rkey()));
        assertEquals(WcStatus.SUCCESS, second.right().await().status());

        first.left().post(wr(WrOpcode.RDMA_WRITE, local).remote(window.addr(), window.rkey()));
        WcStatus status = first.left().await().status();
        assertEquals(WcStatus.REM_ACCESS_ERR, status);
    }

    @Test
    void shouldSpreadABatchAndCountAllOfIt() throws Exception
    {
        final TestNode node = roce.open(config -> config.qpns(0x100, 0x10F).lanes(LanesConfig.of(2)));
        final CompletionQueue cq = node.verbs().createCq(16).join();
        final QpInit init = new QpInit(node.pd(), QpEnd.CAP, true, cq, cq);

        final List<Qp> qps = node.verbs().createQps(QpType.UC, 12, false, init).join();

        assertEquals(12, qps.stream().map(Qp::qpn).distinct().count());
        assertEquals(
            "the table is full: the pool of numbers 0x000100 to 0x00010f has no room for 5 more",
            refusal(node.verbs().createQps(QpType.UC, 5, false, init)).getMessage());
        assertEquals(
            "the table is full: 5 numbers in a row are one lane's, and none of the 2 lanes has so many",
            refusal(node.verbs().createQps(QpType.UC, 5, true, init)).getMessage());
        assertEquals(24, refusal(node.verbs().destroyCq(cq)).fields().get("work_queues"));
        assertEquals(0x100, node.verbs().queryDevice().firstQpn());
        assertEquals(0x10F, node.verbs().queryDevice().lastQpn());
        for (final Qp qp : qps)
        {
            qp.destroy().join();
        }
        node.verbs().destroyCq(cq).join();
    }

    private TestNode open(final LaneSteering steering) throws IOException
    {
        return roce.open(config -> config.lanes(new LanesConfig(2, steering)));
    }

    /** So many receives are posted and flushed. */
    private static void flushed(final Qp qp, final int count) throws Exception
    {
        final QpAttributes init = new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1)
            .put(QpAttribute.QP_ACCESS_FLAGS, 0);
        qp.modify(QpState.INIT, init).join();
        for (int i = 0; i < count; i++)
        {
            assertTrue(qp.postRecv(new RecvWr().wrId(i)));
        }
        qp.modify(QpState.ERR, new QpAttributes()).join();
    }

    private static SendWr wr(final WrOpcode opcode, final MemoryRegion local)
    {
        return new SendWr().wrId(1).opcode(opcode).sge(local.addr(), LENGTH, local.lkey());
    }

    private static VerbsException refusal(final CompletableFuture<?> verb)
    {
        return assertInstanceOf(
            VerbsException.class, assertThrows(CompletionException.class, verb::join).getCause());
    }

    private byte[] fill(final ByteBuffer memory)
    {
        final byte[] bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        memory.put(0, bytes);
        return bytes;
    }

    private static byte[] bytes(final ByteBuffer memory)
    {
        final byte[] bytes = new byte[LENGTH];
        memory.get(0, bytes);
        return bytes;
    }
}
