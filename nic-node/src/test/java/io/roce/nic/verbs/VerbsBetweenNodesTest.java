package io.roce.nic.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.junit.QpPair;
import io.roce.nic.junit.RoceExtension;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Long messages between two nodes with sockets and threads of their own. */
@Timeout(60)
class VerbsBetweenNodesTest
{
    private static final int LENGTH = 1_000_001;

    @RegisterExtension
    final RoceExtension roce = RoceExtension.onSockets();

    private final Random random = new Random(7);
    private final ByteBuffer here = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer there = ByteBuffer.allocateDirect(LENGTH);
    private QpPair pair;
    private MemoryRegion local;
    private MemoryRegion remote;

    @BeforeEach
    void connect() throws IOException
    {
        pair = roce.connect(QpType.RC);
        local = pair.left().node().register(here);
        remote = pair.right().node().register(there);
    }

    @Test
    void shouldWriteIntoThePeersMemory() throws Exception
    {
        final byte[] sent = fill(here);

        pair.left().post(wr(WrOpcode.RDMA_WRITE).remote(remote.addr(), remote.rkey()));

        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        assertArrayEquals(sent, bytes(there));
    }

    @Test
    void shouldReadThePeersMemory() throws Exception
    {
        final byte[] sent = fill(there);

        pair.left().post(wr(WrOpcode.RDMA_READ).remote(remote.addr(), remote.rkey()));

        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        assertArrayEquals(sent, bytes(here));
    }

    @Test
    void shouldSendToAReceive() throws Exception
    {
        final byte[] sent = fill(here);
        pair.right().post(new RecvWr().wrId(2).sge(remote.addr(), LENGTH, remote.lkey()));

        pair.left().post(wr(WrOpcode.SEND_WITH_IMM).immData(0x1234_5678));

        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        final WorkCompletion received = pair.right().await();
        assertEquals(WcStatus.SUCCESS, received.status());
        assertEquals(LENGTH, received.byteLen());
        assertEquals(0x1234_5678, received.immData());
        assertArrayEquals(sent, bytes(there));
    }

    @Test
    void shouldBeToldThatAKeyIsWrong() throws Exception
    {
        pair.left().post(wr(WrOpcode.RDMA_WRITE).remote(remote.addr(), remote.rkey() ^ 1));

        assertEquals(WcStatus.REM_ACCESS_ERR, pair.left().await().status());
        assertArrayEquals(new byte[LENGTH], bytes(there));
    }

    /** From then on the node touches it no more, though packets for it go on coming. */
    @Test
    void shouldLeaveMemoryAloneThatIsDeregistered() throws Exception
    {
        fill(here);
        final SendWr write = wr(WrOpcode.RDMA_WRITE).remote(remote.addr(), remote.rkey());
        for (int i = 0; i < 8; i++)
        {
            pair.left().post(write);
        }
        roce.await(() -> there.get(LENGTH / 2) == here.get(LENGTH / 2), () -> "nothing was written");

        pair.right().node().verbs().deregMr(remote).join();
        final byte[] then = fill(there);

        WcStatus status = pair.left().await().status();
        while (status == WcStatus.SUCCESS)
        {
            pair.left().post(write);
            status = pair.left().await().status();
        }
        assertEquals(WcStatus.REM_ACCESS_ERR, status);
        assertArrayEquals(then, bytes(there));
    }

    private SendWr wr(final WrOpcode opcode)
    {
        return new SendWr().wrId(1).opcode(opcode).sge(local.addr(), LENGTH, local.lkey());
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
