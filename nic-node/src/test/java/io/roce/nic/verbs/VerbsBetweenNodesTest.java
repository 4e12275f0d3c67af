package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.verbs.Verbs;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two nodes with sockets of their own, and a program that uses both as the README says. Packets go to UDP/4791 of the
 * peer whatever it was heard from, so the nodes have addresses that no other test has.
 */
@Timeout(60)
class VerbsBetweenNodesTest
{
    private static final int LENGTH = 1_000_001;

    private final Random random = new Random(20);
    private End a;
    private End b;

    @BeforeEach
    void connect() throws Exception
    {
        a = End.open("127.70.0.1");
        b = End.open("127.70.0.2");
        a.connect("127.70.0.2", b.qp().qpn());
        b.connect("127.70.0.1", a.qp().qpn());
    }

    @AfterEach
    void close()
    {
        for (final End end : new End[]{a, b})
        {
            final LedgerSnapshot ledger = end.node().lane().submit(() -> end.node().lane().ledger()).join();
            assertTrue(ledger.isBalanced(), ledger::toString);
            assertEquals(0, ledger.count(Fate.INTERNAL_ERROR));
            assertEquals(0, ledger.count(Fate.ICRC_MISMATCH));
            end.node().close();
        }
    }

    @Test
    void shouldWriteToThePeersMemory() throws Exception
    {
        final byte[] sent = a.fill(random);

        a.post(wr(WrOpcode.RDMA_WRITE).remote(b.region().addr(), b.region().rkey()));

        assertEquals(WcStatus.SUCCESS, a.completion().status());
        assertArrayEquals(sent, b.bytes());
    }

    @Test
    void shouldReadThePeersMemory() throws Exception
    {
        final byte[] there = b.fill(random);

        a.post(wr(WrOpcode.RDMA_READ).remote(b.region().addr(), b.region().rkey()));

        assertEquals(WcStatus.SUCCESS, a.completion().status());
        assertArrayEquals(there, a.bytes());
    }

    @Test
    void shouldSendToAReceive() throws Exception
    {
        final byte[] sent = a.fill(random);
        b.qp().postRecv(new RecvWr().wrId(2).sge(b.region().addr(), LENGTH, b.region().lkey()));

        a.post(wr(WrOpcode.SEND_WITH_IMM).immData(0x1234_5678));

        assertEquals(WcStatus.SUCCESS, a.completion().status());
        final WorkCompletion received = b.completion();
        assertEquals(WcStatus.SUCCESS, received.status());
        assertEquals(LENGTH, received.byteLen());
        assertEquals(0x1234_5678, received.immData());
        assertArrayEquals(sent, b.bytes());
    }

    @Test
    void shouldBeToldThatAKeyIsWrong() throws Exception
    {
        a.post(wr(WrOpcode.RDMA_WRITE).remote(b.region().addr(), b.region().rkey() ^ 1));

        assertEquals(WcStatus.REM_ACCESS_ERR, a.completion().status());
        assertArrayEquals(new byte[LENGTH], b.bytes());
    }

    private SendWr wr(final WrOpcode opcode)
    {
        return new SendWr().wrId(1).opcode(opcode).sge(a.region().addr(), LENGTH, a.region().lkey());
    }

    /** A node with one queue pair, and memory that its peer may read and write. */
    private record End(NicNode node, Qp qp, CompletionQueue cq, MemoryRegion region, ByteBuffer memory)
    {
        static End open(final String address) throws IOException
        {
            final NicNode node = NicNode.open(new NicNodeConfig()
                .bind(new InetSocketAddress(address, 4791))
                .admin(new InetSocketAddress(address, 0)));
            final ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);
            final Verbs verbs = node.verbs();
            final ProtectionDomain pd = verbs.allocPd().join();
            final CompletionQueue cq = verbs.createCq(16).join();
            final MemoryRegion region = verbs.regMr(pd, new MrInit(memory, AccessFlag.ALL)).join();
            final Qp qp = verbs.createQp(QpType.RC, new QpInit(pd, new QpCap(16, 16, 1, 1, 0), true, cq, cq)).join();
            return new End(node, qp, cq, region, memory);
        }

        void connect(final String peer, final int peerQpn) throws IOException
        {
            qp.modify(QpState.INIT, new QpAttributes()
                .put(QpAttribute.PKEY_INDEX, 0)
                .put(QpAttribute.PORT_NUM, 1)
                .put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL)).join();
            qp.modify(QpState.RTR, new QpAttributes()
                .dgid(InetAddress.getByName(peer))
                .put(QpAttribute.PATH_MTU, 1024)
                .put(QpAttribute.DEST_QP_NUM, peerQpn)
                .put(QpAttribute.RQ_PSN, 0xFF_FFF0)
                .put(QpAttribute.MAX_DEST_RD_ATOMIC, 16)
                .put(QpAttribute.MIN_RNR_TIMER, 12)).join();
            qp.modify(QpState.RTS, new QpAttributes()
                .put(QpAttribute.SQ_PSN, 0xFF_FFF0)
                .put(QpAttribute.TIMEOUT, 14)
                .put(QpAttribute.RETRY_CNT, 7)
                .put(QpAttribute.RNR_RETRY, 7)
                .put(QpAttribute.MAX_RD_ATOMIC, 16)).join();
        }

        void post(final SendWr wr) throws VerbsException
        {
            assertTrue(qp.postSend(wr));
        }

        WorkCompletion completion() throws InterruptedException
        {
            final WorkCompletion completion = new WorkCompletion();
            while (!cq.poll(completion))
            {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            return completion;
        }

        byte[] fill(final Random random)
        {
            final byte[] bytes = new byte[LENGTH];
            random.nextBytes(bytes);
            memory.put(0, bytes);
            return bytes;
        }

        byte[] bytes()
        {
            final byte[] bytes = new byte[LENGTH];
            memory.get(0, bytes);
            return bytes;
        }
    }
}
