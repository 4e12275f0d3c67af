package io.roce.nic.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of nodes behind a test, and what a test that has failed is told. */
@Timeout(60)
class RoceExtensionLifeTest
{
    private static final List<TestNode> OPENED = new ArrayList<>();

    /** Not a test of its own: run by those below. */
    static class Passing
    {
        @RegisterExtension
        final RoceExtension roce = RoceExtension.onSockets();

        @Test
        void shouldPass() throws Exception
        {
            final QpPair pair = roce.connect(QpType.RC);
            OPENED.add(pair.left().node());
            OPENED.add(pair.right().node());
            assertFalse(pair.left().node().lane().isClosed());
        }
    }

    @Test
    void shouldCloseTheNodes()
    {
        OPENED.clear();
        final JUnitRun run = new JUnitRun(Passing.class);

        assertEquals(List.of(), run.failures());
        assertEquals(1, run.succeeded());
        assertEquals(2, OPENED.size());
        OPENED.forEach(node -> assertTrue(node.lane().isClosed()));
    }

    /** Not a test of its own: run by those below. */
    static class Failing
    {
        @RegisterExtension
        final RoceExtension roce = RoceExtension.inMemory();

        @Test
        void shouldPass() throws Exception
        {
            final QpPair pair = roce.connect(QpType.RC);
            OPENED.add(pair.left().node());
            pair.left().post(new SendWr().opcode(WrOpcode.RDMA_WRITE));
            assertEquals(WcStatus.SUCCESS, pair.left().await().status());
            fail("as expected");
        }
    }

    @Test
    void shouldTellATestThatHasFailedWhatBecameOfTheDatagrams()
    {
        OPENED.clear();
        final List<Throwable> failures = new JUnitRun(Failing.class).failures();

        assertEquals(1, failures.size());
        assertEquals("as expected", failures.get(0).getMessage());
        assertEquals(1, failures.get(0).getSuppressed().length);
        assertEquals(
            "10.0.0.1 received 1 + injected 0 = fates 1 + held 0: 1 RESPONSE_ACCEPTED\n" +
                "10.0.0.2 received 1 + injected 0 = fates 1 + held 0: 1 REQUEST_EXECUTED",
            failures.get(0).getSuppressed()[0].getMessage());
        assertTrue(OPENED.get(0).lane().isClosed());
    }

    /** Not a test of its own: run by those below. A queue as no program has it from verbs throws amid a packet. */
    static class Defective
    {
        @RegisterExtension
        final RoceExtension roce = RoceExtension.inMemory();

        @Test
        void shouldPass() throws Exception
        {
            final QpPair pair = roce.connect(QpType.UD);
            final TestNode node = pair.right().node();
            final CompletionQueue cq = node.lane().submit(() ->
                node.lane().queuePairs().resources().cqs().createCq(4, () ->
                {
                    throw new IllegalStateException("as expected");
                })).join();
            cq.reqNotify(false);
            final Qp qp = node.verbs().createQp(QpType.UD, new QpInit(node.pd(), QpEnd.CAP, true, cq, cq)).join();
            qp.modify(QpState.INIT, new QpAttributes()
                .put(QpAttribute.PKEY_INDEX, 0)
                .put(QpAttribute.PORT_NUM, 1)
                .put(QpAttribute.QKEY, QpEnd.Q_KEY)).join();
            qp.modify(QpState.RTR, new QpAttributes()).join();
            final MemoryRegion region = node.register(ByteBuffer.allocateDirect(40));
            qp.postRecv(new RecvWr().sge(region.addr(), region.length(), region.lkey()));
            pair.left().post(new SendWr().opcode(WrOpcode.SEND).destination(node.address(), qp.qpn(), QpEnd.Q_KEY));
            assertThrows(IllegalStateException.class, () -> roce.advance(Duration.ofMillis(1)));
        }
    }

    @Test
    void shouldFailATestWhoseNodesHaveADefect()
    {
        final List<Throwable> failures = new JUnitRun(Defective.class).failures();

        assertEquals(1, failures.size());
        assertEquals(
            "datagrams without a fate, or with one that tells of a defect\n" +
                "10.0.0.1 received 0 + injected 0 = fates 0 + held 0\n" +
                "10.0.0.2 received 1 + injected 0 = fates 1 + held 0: 1 INTERNAL_ERROR",
            failures.get(0).getMessage());
    }
}
