package io.roce.nic.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.junit.QpEnd;
import io.roce.nic.junit.RoceExtension;
import io.roce.nic.junit.TestNode;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Port;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.transport.QpInit;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;

/** Each verb on one node, done and refused, by its future. */
@Timeout(60)
class VerbsTest
{
    private static final int FIRST_QPN = 0x20;
    private static final int MAX_QPS = 8;
    private static final QpCap CAP = new QpCap(4, 4, 1, 1, 0);

    @RegisterExtension
    final RoceExtension roce = RoceExtension.onSockets();

    private TestNode node;
    private Verbs verbs;
    private ProtectionDomain pd;
    private CompletionQueue cq;

    /** Numbers are free again at once, and the lowest is taken first. */
    @BeforeEach
    void open() throws IOException
    {
        node = roce.open(config -> config
            .qpns(FIRST_QPN, 0xFF)
            .maxQps(MAX_QPS)
            .allocation(AllocationOrder.LOWEST)
            .quarantine(QuarantinePolicy.NONE));
        verbs = node.verbs();
        pd = verbs.allocPd().join();
        cq = verbs.createCq(16).join();
    }

    @Test
    void shouldTellWhatTheAdapterHas() throws Exception
    {
        final DeviceAttributes device = verbs.queryDevice();
        assertEquals(MAX_QPS, device.maxQp());
        assertEquals(FIRST_QPN, device.firstQpn());
        assertEquals(0xFF, device.lastQpn());
        assertEquals(1, device.physPortCnt());

        final Port port = verbs.queryPort(1);
        assertEquals(1, port.portNum());
        assertEquals(4096, port.activeMtu());
        assertEquals(List.of(0xFFFF), port.pKeys());
        assertEquals(
            List.of(new GidEntry(1, 0, new InetSocketAddress(node.address(), 4791))), port.gids());
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refusal(() -> verbs.queryPort(0)));
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refusal(() -> verbs.queryPort(2)));
    }

    @Test
    void shouldDoWhatItSaysThatItCan()
    {
        final DeviceAttributes device = verbs.queryDevice();
        assertEquals(device.maxCqe(), verbs.createCq(device.maxCqe()).join().capacity());
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refusal(verbs.createCq(device.maxCqe() + 1)));

        final int wr = device.maxQpWr();
        final int sge = device.maxSge();
        final int inline = device.maxInlineData();
        verbs.createQp(QpType.RC, init(new QpCap(wr, 1, 1, 1, 0))).join();
        verbs.createQp(QpType.RC, init(new QpCap(1, wr, sge, sge, inline))).join();
        Stream.of(
            new QpCap(wr + 1, 1, 1, 1, 0), new QpCap(1, wr + 1, 1, 1, 0), new QpCap(1, 1, sge + 1, 1, 0),
            new QpCap(1, 1, 1, sge + 1, 0), new QpCap(1, 1, 1, 1, inline + 1))
            .forEach(cap -> assertEquals(
                VerbsErrorCode.OUT_OF_RANGE, refusal(verbs.createQp(QpType.RC, init(cap))), cap::toString));
    }

    @Test
    void shouldEndADomainThatNothingBelongsTo()
    {
        final MemoryRegion region = register();
        assertEquals(VerbsErrorCode.IN_USE, refusal(verbs.deallocPd(pd)));

        verbs.deregMr(region).join();
        verbs.deallocPd(pd).join();

        assertEquals(VerbsErrorCode.UNKNOWN_HANDLE, refusal(verbs.deallocPd(pd)));
    }

    @Test
    void shouldRefuseWhatIsAnotherNodes() throws IOException
    {
        final TestNode other = roce.open();
        final ProtectionDomain foreign = other.pd();
        assertEquals(node.pd().handle(), foreign.handle());
        final CompletionQueue foreignCq = other.verbs().createCq(16).join();
        assertEquals(cq.handle(), foreignCq.handle());

        assertEquals(VerbsErrorCode.UNKNOWN_HANDLE, refusal(verbs.deallocPd(foreign)));
        assertEquals(
            VerbsErrorCode.UNKNOWN_HANDLE, refusal(verbs.regMr(foreign, new MrInit(ByteBuffer.allocateDirect(8), 0))));
        assertEquals(
            VerbsErrorCode.UNKNOWN_HANDLE,
            refusal(verbs.createQp(QpType.RC, new QpInit(foreign, CAP, true, cq, cq))));
        assertEquals(
            VerbsErrorCode.UNKNOWN_HANDLE,
            refusal(verbs.createQp(QpType.RC, new QpInit(pd, CAP, true, foreignCq, cq))));
        assertEquals(VerbsErrorCode.UNKNOWN_HANDLE, refusal(verbs.destroyCq(foreignCq)));
    }

    @Test
    void shouldRegisterDirectMemoryOfADomain()
    {
        final MemoryRegion region = register();
        assertEquals(64, region.length());

        assertEquals(
            VerbsErrorCode.OUT_OF_RANGE,
            refusal(verbs.regMr(pd, new MrInit(ByteBuffer.allocate(64), AccessFlag.ALL))));
        assertEquals(
            VerbsErrorCode.KEY_NOT_FREE,
            refusal(verbs.regMr(pd, new MrInit(ByteBuffer.allocateDirect(64), 0).key(region.rkey()))));
        verbs.deregMr(region).join();
        assertEquals(VerbsErrorCode.UNKNOWN_HANDLE, refusal(verbs.deregMr(region)));

        verbs.deallocPd(pd).join();
        assertEquals(
            VerbsErrorCode.UNKNOWN_HANDLE,
            refusal(verbs.regMr(pd, new MrInit(ByteBuffer.allocateDirect(64), 0))));
    }

    @Test
    void shouldEndACompletionQueueThatNothingCompletesTo()
    {
        assertEquals(16, cq.capacity());
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refusal(verbs.createCq(0)));
        final Qp qp = create(QpType.RC);
        assertEquals(VerbsErrorCode.IN_USE, refusal(verbs.destroyCq(cq)));

        qp.destroy().join();
        verbs.destroyCq(cq).join();

        assertEquals(VerbsErrorCode.UNKNOWN_HANDLE, refusal(verbs.destroyCq(cq)));
        assertEquals(VerbsErrorCode.UNKNOWN_HANDLE, refusal(verbs.createQp(QpType.RC, init())));
    }

    @Test
    void shouldCreateQueuePairs()
    {
        final Qp first = create(QpType.RC);
        assertEquals(FIRST_QPN, first.qpn());
        assertEquals(QpState.RESET, first.state());
        assertEquals(QpState.RESET, first.query().join().state());

        assertEquals(0x42, verbs.createQp(QpType.UD, 0x42, init()).join().qpn());
        assertEquals(
            List.of(FIRST_QPN + 1, FIRST_QPN + 2),
            verbs.createQps(QpType.UC, 2, true, init()).join().stream().map(Qp::qpn).toList());
    }

    @Test
    void shouldRefuseToCreateWhatCannotBe()
    {
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refusal(verbs.createQp(QpType.RC, 1, init())));
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refusal(verbs.createQps(QpType.RC, 0, false, init())));
        assertEquals(VerbsErrorCode.TABLE_FULL, refusal(verbs.createQps(QpType.RC, MAX_QPS + 1, false, init())));
        assertEquals(FIRST_QPN, create(QpType.RC).qpn());
        assertEquals(VerbsErrorCode.QPN_NOT_FREE, refusal(verbs.createQp(QpType.RC, FIRST_QPN, init())));
    }

    @Test
    void shouldModifyAllOrNothing()
    {
        final Qp qp = create(QpType.UD);
        assertEquals(VerbsErrorCode.ILLEGAL_TRANSITION, refusal(qp.modify(QpState.RTS, new QpAttributes())));
        assertEquals(VerbsErrorCode.ILLEGAL_ATTRIBUTES, refusal(qp.modify(QpState.INIT, new QpAttributes())));
        assertEquals(QpState.RESET, qp.state());

        assertEquals(QpState.INIT, qp.modify(QpState.INIT, toInit()).join().state());
        assertEquals(QpState.INIT, qp.state());
        assertEquals(QpState.ERR, qp.modify(QpState.ERR, new QpAttributes()).join().state());
        assertEquals(QpState.ERR, qp.state());
    }

    @Test
    void shouldRefuseTheHandleOfAQueuePairThatWasDestroyed() throws VerbsException
    {
        final Qp old = create(QpType.UD);
        assertEquals(FIRST_QPN, old.destroy().join().qpn());
        assertNull(old.state());
        final Qp other = create(QpType.UD);
        assertEquals(old.qpn(), other.qpn());
        assertNotEquals(old.generation(), other.generation());

        assertEquals(VerbsErrorCode.UNALLOCATED, refusal(old.modify(QpState.INIT, toInit())));
        assertEquals(VerbsErrorCode.UNALLOCATED, refusal(old.query()));
        assertEquals(VerbsErrorCode.UNALLOCATED, refusal(old.destroy()));
        assertEquals(VerbsErrorCode.UNALLOCATED, refusal(() -> old.postSend(send())));
        assertEquals(VerbsErrorCode.UNALLOCATED, refusal(() -> old.postRecv(new RecvWr())));
        assertEquals(QpState.RESET, other.query().join().state());
    }

    /** By whoever: here by the verbs that the admin API has. */
    @Test
    void shouldRefuseTheHandleOfAQueuePairThatSomebodyElseDestroyed()
    {
        final Qp qp = create(QpType.RC);
        node.lane().submit(() -> node.lane().queuePairs().destroy(qp.qpn())).join();

        assertNull(qp.state());
        assertEquals(VerbsErrorCode.UNALLOCATED, refusal(qp.query()));
    }

    @Test
    void shouldTakeWorkByState() throws VerbsException
    {
        final Qp qp = create(QpType.UD);
        assertEquals(VerbsErrorCode.ILLEGAL_STATE, refusal(() -> qp.postRecv(new RecvWr())));
        assertEquals(VerbsErrorCode.ILLEGAL_STATE, refusal(() -> qp.postSend(send())));

        qp.modify(QpState.INIT, toInit()).join();
        assertTrue(qp.postRecv(new RecvWr()));
        assertEquals(VerbsErrorCode.ILLEGAL_STATE, refusal(() -> qp.postSend(send())));

        qp.modify(QpState.RTR, new QpAttributes()).join();
        assertEquals(VerbsErrorCode.ILLEGAL_STATE, refusal(() -> qp.postSend(send())));

        qp.modify(QpState.RTS, new QpAttributes().put(QpAttribute.SQ_PSN, 1)).join();
        assertTrue(qp.postSend(send()));
    }

    @Test
    void shouldSayThatAReceiveQueueIsFullAndGoOnWhenItIsNot() throws VerbsException
    {
        final Qp qp = create(QpType.UD);
        qp.modify(QpState.INIT, toInit()).join();
        for (int i = 0; i < CAP.maxRecvWr(); i++)
        {
            assertTrue(qp.postRecv(new RecvWr().wrId(i)));
        }
        assertFalse(qp.postRecv(new RecvWr()));
        assertFalse(qp.postRecv(new RecvWr()));

        qp.modify(QpState.ERR, new QpAttributes()).join();
        assertTrue(qp.postRecv(new RecvWr().wrId(CAP.maxRecvWr())));
        for (int i = 0; i <= CAP.maxRecvWr(); i++)
        {
            final WorkCompletion flushed = next();
            assertEquals(i, flushed.wrId());
            assertEquals(WcStatus.WR_FLUSH_ERR, flushed.status());
        }
    }

    @Test
    void shouldSayThatASendQueueIsFullAndGoOnWhenItIsNot() throws Exception
    {
        final QpEnd end = roce.connect(QpType.RC, node, node).left();
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        node.lane().submit(() -> mayGoOn.await(20, TimeUnit.SECONDS));
        int posted = 0;
        while (end.qp().postSend(write(posted)))
        {
            posted++;
        }
        assertEquals(QpEnd.CAP.maxSendWr(), posted);
        assertFalse(end.qp().postSend(write(posted)));

        mayGoOn.countDown();
        for (int i = 0; i < posted; i++)
        {
            assertEquals(i, end.await().wrId());
        }
        end.post(write(posted));
        assertEquals(posted, end.await().wrId());
    }

    @Test
    void shouldTellOfTheNextCompletionWhenItIsAskedTo() throws Exception
    {
        final Semaphore events = new Semaphore(0);
        final CompletionQueue told = verbs.createCq(16, events::release).join();
        final Qp qp = verbs.createQp(QpType.UD, new QpInit(pd, CAP, true, told, told)).join();
        qp.modify(QpState.INIT, toInit()).join();
        qp.postRecv(new RecvWr().wrId(7));
        told.reqNotify(false);
        final WorkCompletion completion = new WorkCompletion();
        assertFalse(told.poll(completion));

        qp.modify(QpState.ERR, new QpAttributes());
        assertTrue(events.tryAcquire(20, TimeUnit.SECONDS));
        assertTrue(told.poll(completion));
        assertEquals(7, completion.wrId());
    }

    @Test
    void shouldRefuseEverythingOnceTheNodeIsClosed()
    {
        final MemoryRegion region = register();
        final Qp qp = create(QpType.RC);
        final Qp ready = roce.connect(QpType.RC, node, node).left().qp();
        node.close();

        Stream.of(
            verbs.allocPd(), verbs.deallocPd(pd), verbs.regMr(pd, new MrInit(ByteBuffer.allocateDirect(64), 0)),
            verbs.deregMr(region), verbs.createCq(1), verbs.createCq(1, () -> { }), verbs.destroyCq(cq),
            verbs.createQp(QpType.RC, init()), verbs.createQp(QpType.RC, 0x50, init()),
            verbs.createQps(QpType.RC, 1, false, init()), qp.query(), qp.destroy(),
            qp.modify(QpState.INIT, toInit()))
            .forEach(future -> assertInstanceOf(
                RejectedExecutionException.class, assertThrows(CompletionException.class, future::join).getCause()));
        for (int i = 0; i < 2; i++)
        {
            assertThrows(RejectedExecutionException.class, () -> ready.postSend(send()));
            assertThrows(RejectedExecutionException.class, () -> ready.postRecv(new RecvWr()));
        }
        assertFalse(cq.poll(new WorkCompletion()));
    }

    private MemoryRegion register()
    {
        return verbs.regMr(pd, new MrInit(ByteBuffer.allocateDirect(64), AccessFlag.ALL)).join();
    }

    private QpInit init()
    {
        return init(CAP);
    }

    private QpInit init(final QpCap cap)
    {
        return new QpInit(pd, cap, true, cq, cq);
    }

    private Qp create(final QpType type)
    {
        return verbs.createQp(type, init()).join();
    }

    private WorkCompletion next()
    {
        final WorkCompletion completion = new WorkCompletion();
        roce.await(() -> cq.poll(completion), () -> "no completion");
        return completion;
    }

    private static QpAttributes toInit()
    {
        return new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1)
            .put(QpAttribute.QKEY, QpEnd.Q_KEY);
    }

    /** A datagram to nobody. */
    private SendWr send()
    {
        return new SendWr().opcode(WrOpcode.SEND).destination(node.address(), 0x99, QpEnd.Q_KEY);
    }

    private static SendWr write(final long wrId)
    {
        return new SendWr().wrId(wrId).opcode(WrOpcode.RDMA_WRITE);
    }

    private static VerbsErrorCode refusal(final CompletableFuture<?> future)
    {
        return assertInstanceOf(
            VerbsException.class, assertThrows(CompletionException.class, future::join).getCause()).code();
    }

    private static VerbsErrorCode refusal(final Executable posting)
    {
        return assertThrows(VerbsException.class, posting).code();
    }
}
