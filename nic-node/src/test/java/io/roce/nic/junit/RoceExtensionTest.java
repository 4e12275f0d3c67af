package io.roce.nic.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a test gets; what becomes of it behind the test is the business of {@link RoceExtensionLifeTest}. */
@Timeout(60)
class RoceExtensionTest
{
    private static final int LENGTH = 3_000;

    @RegisterExtension
    final RoceExtension sockets = RoceExtension.onSockets();

    @RegisterExtension
    final RoceExtension memory = RoceExtension.inMemory();

    private final ByteBuffer here = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer there = ByteBuffer.allocateDirect(40 + LENGTH);

    static Stream<Arguments> types()
    {
        return Stream.of(QpType.values())
            .flatMap(type -> Stream.of(true, false).map(isInMemory -> Arguments.of(type, isInMemory)));
    }

    private RoceExtension form(final boolean isInMemory)
    {
        return isInMemory ? memory : sockets;
    }

    /** A UD message fits one packet, and 40 bytes stand in front of it. */
    @ParameterizedTest
    @MethodSource("types")
    void shouldConnectQueuePairs(final QpType type, final boolean isInMemory) throws Exception
    {
        final QpPair pair = form(isInMemory).connect(type);
        final int length = type == QpType.UD ? 1_024 : LENGTH;
        final int front = type == QpType.UD ? 40 : 0;
        final MemoryRegion from = pair.left().node().register(here);
        final MemoryRegion to = pair.right().node().register(there);
        here.put(length - 1, (byte)7);

        assertEquals(QpState.RTS, pair.left().qp().state());
        assertEquals(QpState.RTS, pair.right().qp().state());
        pair.right().post(new RecvWr().wrId(2).sge(to.addr(), to.length(), to.lkey()));
        pair.left().post(new SendWr().wrId(1).opcode(WrOpcode.SEND)
            .sge(from.addr(), length, from.lkey())
            .destination(pair.right().node().address(), pair.right().qpn(), QpEnd.Q_KEY));

        final WorkCompletion sent = pair.left().await();
        assertEquals(WcStatus.SUCCESS, sent.status());
        assertEquals(1, sent.wrId());
        final WorkCompletion received = pair.right().await();
        assertEquals(WcStatus.SUCCESS, received.status());
        assertEquals(2, received.wrId());
        assertEquals(front + length, received.byteLen());
        assertEquals(7, there.get(front + length - 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldOpenNodesAsTheTestWishes(final boolean isInMemory) throws Exception
    {
        final TestNode node = form(isInMemory).open(config -> config.qpns(0x333, 0x400));
        final TestNode other = form(isInMemory).open();

        assertEquals(0x333, form(isInMemory).connect(QpType.RC, node, other).left().qpn());
        assertNotEquals(node.address(), other.address());
        assertThrows(IllegalArgumentException.class, () -> form(isInMemory).open(config -> config.maxQps(0)));
    }

    /** Addresses in memory are 10.0.0.1 to 10.0.0.254. */
    @Test
    void shouldOpenAsManyNodesAtOnceInMemoryAsThereAreAddresses() throws Exception
    {
        assertEquals("10.0.0.1", memory.open().address().getHostAddress());
        final TestNode second = memory.open();
        for (int i = 0; i < 300; i++)
        {
            memory.open().close();
        }
        for (int i = 2; i < 254; i++)
        {
            memory.open();
        }
        assertEquals(
            "at most 254 nodes can be open at once in memory",
            assertThrows(IllegalStateException.class, memory::open).getMessage());

        second.close();
        assertEquals(second.address(), memory.open().address());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendMessagesInPacketsOfThePathMtu(final boolean isInMemory) throws Exception
    {
        final QpPair pair = form(isInMemory).mtu(256).connect(QpType.RC);
        final MemoryRegion from = pair.left().node().register(here);
        final MemoryRegion to = pair.right().node().register(there);
        pair.left().post(write(from, to));

        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        // 3,000 bytes are 11 packets of 256 and one of 184.
        assertEquals(12, pair.right().node().ledger().count(Fate.REQUEST_EXECUTED));
    }

    /** On sockets it may be lost again, in memory nothing is but this. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPutFaultsInTheWay(final boolean isInMemory) throws Exception
    {
        final QpPair pair = form(isInMemory).connect(QpType.RC);
        final MemoryRegion from = pair.left().node().register(here);
        final MemoryRegion to = pair.right().node().register(there);
        pair.right().node().faults("in:drop:psn=" + (pair.left().sqPsn() + 1) + ",pass=1");
        pair.left().post(write(from, to));

        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        assertEquals(1, pair.right().node().ledger().count(Fate.FAULT_DROPPED));
        assertTrue(pair.right().node().ledger().count(Fate.NAK_PSN_SEQUENCE) >= 1);

        pair.right().node().faults();
        pair.left().post(write(from, to));
        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        assertEquals(1, pair.right().node().ledger().count(Fate.FAULT_DROPPED));
    }

    /** A peer that is gone: 8 transmissions, 4.096 us x 2^17 = 0.537 s apart. */
    @Test
    void shouldLetTimePassInMemory() throws Exception
    {
        final QpPair pair = memory.connect(QpType.RC);
        pair.right().node().close();
        pair.left().post(new SendWr().opcode(WrOpcode.RDMA_WRITE));

        assertEquals(WcStatus.RETRY_EXC_ERR, pair.left().await().status());
        assertEquals(8, memory.network().sent());
    }

    @Test
    void shouldLetAsMuchTimePassAsTheTestSays() throws Exception
    {
        final QpPair pair = memory.connect(QpType.RC);
        pair.right().node().close();
        pair.left().post(new SendWr().opcode(WrOpcode.RDMA_WRITE));
        memory.advance(Duration.ofMillis(2_600));

        assertFalse(pair.left().cq().poll(new WorkCompletion()));
        // One at once, and one each 0.537 s.
        assertEquals(5, memory.network().sent());
        assertThrows(IllegalStateException.class, sockets::network);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeANodeAway(final boolean isInMemory) throws Exception
    {
        final QpPair pair = form(isInMemory).connect(QpType.RC);
        final TestNode node = pair.left().node();
        pair.left().post(new SendWr().opcode(WrOpcode.RDMA_WRITE));
        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
        node.close();
        node.close();

        assertEquals(1, node.ledger().count(Fate.RESPONSE_ACCEPTED));
        assertThrows(RejectedExecutionException.class, () -> pair.left().post(new SendWr()));
        assertInstanceOf(
            RejectedExecutionException.class,
            assertThrows(CompletionException.class, () -> node.verbs().allocPd().join()).getCause());
        assertThrows(RejectedExecutionException.class, () -> node.lane().signal(() -> { }).raise());
    }

    @Test
    void shouldBeOnIpv6WhereTheTestWishes() throws Exception
    {
        final TestNode left = memory.open(config -> config.bind(new InetSocketAddress("fd00::1", 4791)));
        final TestNode right = memory.open(config -> config.bind(new InetSocketAddress("fd00::2", 4791)));
        final QpPair pair = memory.connect(QpType.RC, left, right);
        pair.left().post(new SendWr().opcode(WrOpcode.RDMA_WRITE));

        assertEquals(WcStatus.SUCCESS, pair.left().await().status());
    }

    /** In memory it is known at once that none can come. */
    @Test
    void shouldSayWhatThereIsWhenNoCompletionComes() throws Exception
    {
        final QpPair idle = memory.connect(QpType.RC);
        final String inMemory = assertThrows(AssertionError.class, idle.left()::await).getMessage();
        assertEquals(
            "no completion at qp 0x000011 in RTS of 10.0.0.1, and nothing is under way\n" +
                "10.0.0.1 received 0 + injected 0 = fates 0 + held 0\n" +
                "10.0.0.2 received 0 + injected 0 = fates 0 + held 0",
            inMemory);

        final QpPair slow = sockets.timeout(Duration.ofMillis(50)).connect(QpType.RC);
        final String onSockets = assertThrows(AssertionError.class, slow.left()::await).getMessage();
        assertTrue(onSockets.contains(" in RTS of 127.") && onSockets.contains(" within PT0.05S\n127."), onSockets);
    }

    @Test
    void shouldFailTheTestWhenAQueueIsFull() throws Exception
    {
        final QpEnd end = memory.connect(QpType.UC).left();
        for (int i = 0; i < QpEnd.CAP.maxRecvWr(); i++)
        {
            end.post(new RecvWr());
        }
        final AssertionError failure = assertThrows(AssertionError.class, () -> end.post(new RecvWr()));

        assertEquals("the receive queue is full: qp 0x000011 in RTS of 10.0.0.1", failure.getMessage());
    }

    /** Of a defect in a node, or of what a program does on a node's thread, the test hears where it happened. */
    @Test
    void shouldFailAtOnceInMemoryWhenSomethingThrows() throws Exception
    {
        final TestNode node = memory.open();
        final IllegalStateException defect = new IllegalStateException("as expected");
        assertEquals(
            defect,
            assertThrows(IllegalStateException.class, () -> node.lane().signal(() ->
            {
                throw defect;
            }).raise()));
    }

    private static SendWr write(final MemoryRegion from, final MemoryRegion to)
    {
        return new SendWr().opcode(WrOpcode.RDMA_WRITE)
            .sge(from.addr(), LENGTH, from.lkey())
            .remote(to.addr(), to.rkey());
    }
}
