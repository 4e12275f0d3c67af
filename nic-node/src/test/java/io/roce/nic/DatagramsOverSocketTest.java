package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.LinkKind;
import io.roce.nic.link.LinkKinds;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Datagrams of every size and number, over every link that works here. */
class DatagramsOverSocketTest
{
    private static final long SEED = 0x5EED;
    private static final int FLOOD = 200_000;
    private static final int MORE_THAN_THE_BUFFER_HOLDS = 20_000;

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
            node.send(Packets.bytes(
                Packets.builder(Opcode.RC_SEND_ONLY, NodeUnderTest.FIRST_QPN)
                    .payload(Packets.payload(RocePacket.MAX_LENGTH - headerAndIcrc)),
                node.from(),
                node.to()));
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
    @MethodSource("links")
    void shouldBalanceUnderAFloodOfMalformedPackets(final LinkKind kind) throws Exception
    {
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
                    assertTrue(node.ledger().isBalanced(), "seed " + SEED);
                }
            }

            assertAllAccountedFor(node, FLOOD);
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    @EnabledOnOs(OS.LINUX)
    void shouldShowWhatTheKernelDroppedBesideTheLedger(final LinkKind kind) throws Exception
    {
        try (NodeUnderTest node = NodeUnderTest.open(kind, "127.20.3.1", "127.20.3.2"))
        {
            // The lane is busy with a command until more has been sent than its receive buffer holds.
            final CountDownLatch sent = new CountDownLatch(1);
            node.node().lane().submit(() -> sent.await(20, TimeUnit.SECONDS));
            final byte[] bytes = new byte[1_024];
            for (int i = 0; i < MORE_THAN_THE_BUFFER_HOLDS; i++)
            {
                node.send(bytes);
            }
            sent.countDown();

            assertAllAccountedFor(node, MORE_THAN_THE_BUFFER_HOLDS);
            assertTrue(node.node().lane().kernelDrops()[0] > 0);
        }
    }

    /** What was sent has been received or was dropped by the kernel; where that does not say, nothing was dropped. */
    private static void assertAllAccountedFor(final NodeUnderTest node, final int sent) throws Exception
    {
        Await.until(
            () -> node.ledger().received() + Math.max(0, node.node().lane().kernelDrops()[0]),
            accountedFor -> accountedFor == sent);
        assertTrue(node.ledger().isBalanced());
    }

    static Stream<LinkKind> links()
    {
        return LinkKinds.available();
    }

    static Stream<Arguments> linksAndAddresses()
    {
        return links().flatMap(kind -> Stream.of(
            Arguments.of(kind, "127.20.4.1", "127.20.4.2"),
            Arguments.of(kind, "::1", "::1")));
    }
}
