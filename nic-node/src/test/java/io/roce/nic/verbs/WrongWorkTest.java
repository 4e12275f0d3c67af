package io.roce.nic.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.error.VerbsException;
import io.roce.nic.junit.QpEnd;
import io.roce.nic.junit.QpPair;
import io.roce.nic.junit.RoceExtension;
import io.roce.nic.junit.TestNode;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;

import java.nio.ByteBuffer;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory that a work request names and may not: its status, and nothing on the wire. */
class WrongWorkTest
{
    private static final int LENGTH = 64;

    @RegisterExtension
    final RoceExtension roce = RoceExtension.inMemory();

    private final ByteBuffer here = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer there = ByteBuffer.allocateDirect(LENGTH);

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldFailASendOfOneByteBeyondItsRegion(final QpType type) throws Exception
    {
        final QpPair pair = roce.connect(type);
        final MemoryRegion region = pair.left().node().register(here);

        requireLocalError(pair, send(pair).sge(region.addr() + LENGTH - 7, 8, region.lkey()));
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldFailASendOfOneByteBeforeItsRegion(final QpType type) throws Exception
    {
        final QpPair pair = roce.connect(type);
        final MemoryRegion region = pair.left().node().register(here);

        requireLocalError(pair, send(pair).sge(region.addr() - 1, 8, region.lkey()));
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldFailASendFromARegionOfAnotherDomain(final QpType type) throws Exception
    {
        final QpPair pair = roce.connect(type);
        final MemoryRegion region = ofAnotherDomain(pair.left().node(), here);

        requireLocalError(pair, send(pair).sge(region.addr(), 8, region.lkey()));
    }

    @ParameterizedTest
    @EnumSource(value = WrOpcode.class, names = {"RDMA_WRITE", "RDMA_READ", "ATOMIC_FETCH_AND_ADD"})
    void shouldSayThatThePeersRegionIsOfAnotherDomain(final WrOpcode opcode) throws Exception
    {
        final QpPair pair = roce.connect(QpType.RC);
        final MemoryRegion local = pair.left().node().register(here);
        final MemoryRegion remote = ofAnotherDomain(pair.right().node(), there);
        here.put(0, (byte)1);

        pair.left().post(new SendWr().opcode(opcode)
            .sge(local.addr(), 8, local.lkey()).remote(remote.addr(), remote.rkey()).compareAdd(1));

        assertEquals(WcStatus.REM_ACCESS_ERR, pair.left().await().status());
        assertEquals(QpState.ERR, pair.right().qp().state());
        assertEquals(ByteBuffer.allocateDirect(LENGTH), there);
    }

    /** Its sender is told that the peer could not do it. */
    @Test
    void shouldFailAReceiveIntoARegionOfAnotherDomain() throws Exception
    {
        final QpPair pair = roce.connect(QpType.RC);
        final MemoryRegion local = pair.left().node().register(here);
        final MemoryRegion remote = ofAnotherDomain(pair.right().node(), there);
        here.put(0, (byte)1);

        pair.right().post(new RecvWr().sge(remote.addr(), 8, remote.lkey()));
        pair.left().post(send(pair).sge(local.addr(), 8, local.lkey()));

        assertEquals(WcStatus.REM_OP_ERR, pair.left().await().status());
        assertEquals(WcStatus.LOC_PROT_ERR, pair.right().await().status());
        assertEquals(ByteBuffer.allocateDirect(LENGTH), there);
    }

    /** What is behind it is flushed: of UC and UD in SQE, since their receives go on. */
    private void requireLocalError(final QpPair pair, final SendWr wrong) throws VerbsException
    {
        pair.left().post(wrong.wrId(1));
        pair.left().post(send(pair).wrId(2));

        assertEquals(WcStatus.LOC_PROT_ERR, pair.left().await().status());
        assertEquals(WcStatus.WR_FLUSH_ERR, pair.left().await().status());
        assertEquals(pair.left().qp().query().join().type() == QpType.RC ? QpState.ERR : QpState.SQE,
            pair.left().qp().state());
        roce.advance(Duration.ofMillis(1));
        assertEquals(0, pair.right().node().ledger().received());
    }

    private static SendWr send(final QpPair pair)
    {
        return new SendWr().opcode(WrOpcode.SEND)
            .destination(pair.right().node().address(), pair.right().qpn(), QpEnd.Q_KEY);
    }

    private static MemoryRegion ofAnotherDomain(final TestNode node, final ByteBuffer memory)
    {
        return node.verbs().regMr(node.verbs().allocPd().join(), new MrInit(memory, AccessFlag.ALL)).join();
    }
}
