package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Datagrams of every size and number, over every link that works here. */
class DatagramsOverSocketTest
{
    private static final long SEED = 0x5EED;
    private static final int FLOOD = 200_000;

    @ParameterizedTest
    @MethodSource("linksAndAddresses")
    void shouldCountRuntsOfEveryLength(final LinkKind kind, final String host, final String senderHost) throws Exception
    {
        try (NodeUnderTest node = NodeUnderTest.open(kind, host, senderHost))
        {
            for (int length = 0; length <= 20; length++)
            {
                node.send(new byte[length]);
            }

            // Zeros of 16 bytes and more are an RC SEND First for QP 0, with a wrong ICRC.
            final LedgerSnapshot ledger = node.ledgerAfter(21);
            assertEquals(16, ledger.count(Fate.MALFORMED_TRUNCATED_BTH));
            assertEquals(5, ledger.count(Fate.ICRC_MISMATCH));
            assertEquals(21, ledger.received());
            assertTrue(ledger.isBalanced());
        }
    }

    @ParameterizedTest
    @MethodSource("linksAndAddresses")
    void shouldReceiveTheLongestLegalPacketWholeAndNothingLonger(
        final LinkKind kind, final String host, final String senderHost) throws Exception
    {
        try (NodeUnderTest node = NodeUnderTest.open(kind, host, senderHost))
        {
            final int headerAndIcrc = Opcode.RC_SEND_ONLY.headerLength() + 4;
            node.send(new TestPacket(Opcode.RC_SEND_ONLY)
                .destQp(NodeUnderTest.FIRST_QPN)
                .payload(RocePacket.MAX_LENGTH - headerAndIcrc)
                .bytes(node.from(), node.to()));
            for (final int length : new int[]{RoceDatagram.CAPACITY, RoceDatagram.CAPACITY + 1, 9_000, 65_000})
            {
                node.send(new byte[length]);
            }

            final LedgerSnapshot ledger = node.ledgerAfter(5);
            assertEquals(1, ledger.icrcExact());
            assertEquals(1, ledger.count(Fate.QPN_UNALLOCATED));
            assertEquals(4, ledger.count(Fate.MALFORMED_OVERSIZE));
        }
    }

    @ParameterizedTest
    @EnumSource(value = LinkKind.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void shouldBalanceUnderAFloodOfMalformedPackets(final LinkKind kind) throws Exception
    {
        if (!isAvailable(kind))
        {
            return;
        }

        try (NodeUnderTest node = NodeUnderTest.open(kind, "127.20.2.1", "127.20.2.2"))
        {
            final Random random = new Random(SEED);
            for (int i = 0; i < FLOOD; i++)
            {
                final byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                node.send(bytes);
                if (i % 10_000 == 0)
                {
                    assertTrue(node.ledger().isBalanced());
                }
            }

            assertAllAccountedFor(node, FLOOD);
        }
    }

    @ParameterizedTest
    @EnumSource(value = LinkKind.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void shouldShowWhatTheKernelDroppedBesideTheLedger(final LinkKind kind) throws Exception
    {
        if (!isAvailable(kind) || !System.getProperty("os.name").equals("Linux"))
        {
            return;
        }

        try (NodeUnderTest node = NodeUnderTest.open(kind, "127.20.3.1", "127.20.3.2"))
        {
            // The lane is busy with a command until more has been sent than its receive buffer holds.
            final CountDownLatch sent = new CountDownLatch(1);
            node.node().lane().submit(() ->
            {
                sent.await();
                return null;
            });
            final int count = 20_000;
            final byte[] bytes = new byte[1_024];
            IntStream.range(0, count).forEach(i -> sendUnchecked(node, bytes));
            sent.countDown();

            assertAllAccountedFor(node, count);
            assertTrue(node.link().kernelDrops() > 0);
        }
    }

    private static void assertAllAccountedFor(final NodeUnderTest node, final int sent) throws Exception
    {
        final long drops = Math.max(0, node.link().kernelDrops());
        final LedgerSnapshot ledger = Await.until(
            node::ledger, answer -> answer.received() + Math.max(0, drops(node)) >= sent);
        assertEquals(sent, ledger.received() + Math.max(drops, drops(node)), "seed " + SEED);
        assertTrue(ledger.isBalanced());
    }

    private static long drops(final NodeUnderTest node)
    {
        try
        {
            return node.link().kernelDrops();
        }
        catch (final Exception ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static void sendUnchecked(final NodeUnderTest node, final byte[] bytes)
    {
        try
        {
            node.send(bytes);
        }
        catch (final java.io.IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    static Stream<Arguments> linksAndAddresses()
    {
        return Stream.of(LinkKind.EPOLL, LinkKind.NIO)
            .filter(DatagramsOverSocketTest::isAvailable)
            .flatMap(kind -> Stream.of(
                Arguments.of(kind, "127.20.4.1", "127.20.4.2"),
                Arguments.of(kind, "::1", "::1")));
    }

    private static boolean isAvailable(final LinkKind kind)
    {
        return kind == LinkKind.NIO || UdpLink.resolve(LinkKind.AUTO) == kind;
    }
}
