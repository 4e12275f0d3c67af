package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QpnShards;
import io.roce.nic.link.DatagramSender;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets from several sockets to a node of several lanes: the lane that has the queue pair decides, and counts. */
@Timeout(60)
class LanesOverSocketTest
{
    private static final String HOST = "127.20.9.2";
    private static final String SENDER = "127.20.9.3";

    /** The system draws the lane of each by its port: 2 to the power of minus 31 that all come to one of two. */
    private static final int SENDERS = 32;

    private final List<DatagramSender> senders = new ArrayList<>();
    private NicNode node;

    @BeforeEach
    void openSenders() throws IOException
    {
        for (int i = 0; i < SENDERS; i++)
        {
            senders.add(DatagramSender.open(new InetSocketAddress(SENDER, 0)));
        }
    }

    @AfterEach
    void close()
    {
        senders.forEach(DatagramSender::close);
        if (node != null)
        {
            node.close();
        }
    }

    @ParameterizedTest
    @MethodSource("waysToLanes")
    void shouldDecideInTheLaneThatHasTheQueuePair(final LinkKind link, final LaneSteering steering) throws Exception
    {
        open(link, steering, 3);
        final List<Integer> qpns = new ArrayList<>();
        for (final Lane lane : lanes().all())
        {
            qpns.add(onLane(lane, QpState.RTR));
        }

        for (final int qpn : qpns)
        {
            sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, qpn));
        }

        final LedgerSnapshot all = ledgerAfter(3 * SENDERS);
        assertEquals(3 * SENDERS, all.count(Fate.DELIVERED_REQUEST));
        for (int i = 0; i < 3; i++)
        {
            final Lane lane = lanes().all().get(i);
            final int qpn = qpns.get(i);
            final LedgerSnapshot own = lane.submit(lane::ledger).join();
            assertEquals(SENDERS, own.count(Fate.DELIVERED_REQUEST));
            assertEquals(SENDERS, own.received() - own.handedOver() + own.takenOver());
            assertEquals(SENDERS, lane.submit(() -> lane.queuePairs().query(qpn)).join().requests());
        }
        assertEquals(all.handedOver(), all.takenOver());
        assertEquals(node.isSteered(), all.handedOver() == 0);
    }

    @ParameterizedTest
    @MethodSource("waysToLanes")
    void shouldKnowStalePacketsOfEachLane(final LinkKind link, final LaneSteering steering) throws Exception
    {
        open(link, steering, 2);
        for (final Lane lane : lanes().all())
        {
            final int qpn = onLane(lane, QpState.RTS);
            lane.submit(() -> lane.queuePairs().destroy(qpn)).join();
            sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, qpn));
            sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, qpn + 1));
        }

        final LedgerSnapshot all = ledgerAfter(4 * SENDERS);
        assertEquals(2 * SENDERS, all.count(Fate.QPN_QUARANTINED));
        assertEquals(2 * SENDERS, all.count(Fate.QPN_UNALLOCATED));
        for (final Lane lane : lanes().all())
        {
            assertEquals(SENDERS, lane.submit(lane::ledger).join().count(Fate.QPN_QUARANTINED));
        }
    }

    /** Numbers that nobody can have, and what cannot be read, are decided where they come. */
    @ParameterizedTest
    @MethodSource("waysToLanes")
    void shouldDecideWhatIsNobodysWhereItComes(final LinkKind link, final LaneSteering steering) throws Exception
    {
        open(link, steering, 2);
        final int ofSecond = lanes().shards().firstQpn(1);

        sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, 1));
        sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, 0xFF_FFFF));
        sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, NodeUnderTest.FIRST_QPN - 1));
        sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, ofSecond).truncateTo(15));
        sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, ofSecond).truncateTo(3));

        final LedgerSnapshot all = ledgerAfter(5 * SENDERS);
        assertEquals(SENDERS, all.count(Fate.QPN_MANAGEMENT));
        assertEquals(SENDERS, all.count(Fate.QPN_MULTICAST));
        assertEquals(SENDERS, all.count(Fate.QPN_OUT_OF_RANGE));
        assertEquals(2 * SENDERS, all.count(Fate.MALFORMED_TRUNCATED_BTH));
        assertEquals(0, all.handedOver());
    }

    /** What is wrong with a packet beyond its length is for the lane to say that its DestQP names. */
    @Test
    void shouldHandOverWhatHasAWrongIcrcOrAReservedOpcode() throws Exception
    {
        open(LinkKind.AUTO, LaneSteering.OFF, 2);
        final Lane second = lanes().all().get(1);
        final int qpn = onLane(second, QpState.RTR);

        sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, qpn).icrc(IcrcChoice.BAD, 0));
        sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, qpn).opcode(0x1F));

        ledgerAfter(2 * SENDERS);
        final LedgerSnapshot own = second.submit(second::ledger).join();
        assertEquals(SENDERS, own.count(Fate.ICRC_MISMATCH));
        assertEquals(SENDERS, own.count(Fate.MALFORMED_UNKNOWN_OPCODE));
    }

    /** Whatever moment the account is asked for: datagrams on their way between lanes are held. */
    @ParameterizedTest
    @MethodSource("waysToLanes")
    void shouldBalanceAtEveryMomentUnderAFloodWhileQueuePairsComeAndGo(
        final LinkKind link, final LaneSteering steering) throws Exception
    {
        open(link, steering, 2);
        final int rounds = 400;
        final CompletableFuture<Void> flood = CompletableFuture.runAsync(() -> flood(rounds));
        int looks = 0;
        while (!flood.isDone() || looks < 10)
        {
            final List<QpSnapshot> created = create(40);
            final LedgerSnapshot now = lanes().ledger().join();
            assertTrue(now.isBalanced(), now::toString);
            assertTrue(now.heldOrHandedOver() >= 0, now::toString);
            for (final QpSnapshot qp : created)
            {
                final Lane lane = lanes().of(qp.qpn());
                lane.submit(() -> lane.queuePairs().destroy(qp.qpn())).join();
            }
            looks++;
        }
        flood.join();

        final long sent = (long)rounds * SENDERS;
        final LedgerSnapshot end = Await.until(
            () -> lanes().ledger().join(),
            ledger -> ledger.received() + lanes().first().kernelDrops()[0] == sent && ledger.heldOrHandedOver() == 0);
        assertTrue(end.isBalanced(), end::toString);
        assertEquals(end.received(), end.ended());
        assertEquals(0, end.count(Fate.INTERNAL_ERROR));
        assertTrue(end.count(Fate.QP_STATE_RESET) > 0 || end.count(Fate.QPN_QUARANTINED) > 0, end::toString);
    }

    @ParameterizedTest
    @MethodSource("links")
    void shouldHaveThePortAlone(final LinkKind link) throws Exception
    {
        open(link, LaneSteering.AUTO, 2);
        final NicNodeConfig again = config(link, LaneSteering.AUTO, 2).bind(node.udpAddress());

        final IOException refused =
            assertThrows(IOException.class, () -> NicNode.open(again));

        assertEquals(HOST + ":" + node.udpAddress().getPort() + " is in use", refused.getMessage());
    }

    /** A node of many lanes comes and goes, and gives back its addresses. */
    @Test
    void shouldOpenAndCloseAgainAndAgain() throws Exception
    {
        for (int i = 0; i < 5; i++)
        {
            open(LinkKind.AUTO, LaneSteering.AUTO, QpnShards.MAX_LANES);
            sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, NodeUnderTest.FIRST_QPN + 17 * i));
            assertEquals(SENDERS, ledgerAfter(SENDERS).count(Fate.QPN_UNALLOCATED));
            node.close();
        }
    }

    private static Stream<Arguments> waysToLanes()
    {
        return Stream.of(LinkKind.MMSG, LinkKind.EPOLL, LinkKind.NIO).flatMap(link ->
            Stream.of(LaneSteering.values()).map(steering -> Arguments.of(link, steering)));
    }

    private static Stream<LinkKind> links()
    {
        return Stream.of(LinkKind.MMSG, LinkKind.EPOLL, LinkKind.NIO);
    }

    private void open(final LinkKind link, final LaneSteering steering, final int lanes) throws IOException
    {
        assumeTrue(
            UdpLink.unavailability(link) == null, () -> link + " is not available: " + UdpLink.unavailability(link));
        node = NicNode.open(config(link, steering, lanes));
        if (steering == LaneSteering.OFF || link == LinkKind.NIO)
        {
            assertTrue(!node.isSteered());
        }
    }

    private static NicNodeConfig config(final LinkKind link, final LaneSteering steering, final int lanes)
        throws IOException
    {
        return NodeUnderTest.config(link, HOST)
            .pressure(QuarantinePressure.STEAL_OLDEST)
            .lanes(new LanesConfig(lanes, steering));
    }

    private Lanes lanes()
    {
        return node.lanes();
    }

    private static int onLane(final Lane lane, final QpState state) throws Exception
    {
        final InetAddress peer = InetAddress.getByName(SENDER);
        return lane.submit(() -> QpSteps.create(lane.queuePairs(), QpType.RC, state, peer)).join();
    }

    private List<QpSnapshot> create(final int count)
    {
        return lanes().placement().create(
            count, false, QpSnapshot::qpn, (lane, some) -> lane.queuePairs().create(QpType.RC, some, false)).join();
    }

    private void sendFromAll(final RocePacketBuilder packet) throws IOException
    {
        for (final DatagramSender sender : senders)
        {
            final byte[] bytes = Packets.bytes(packet, sender.localAddress(), node.udpAddress());
            sender.send(bytes, 0, bytes.length, node.udpAddress());
        }
    }

    private void flood(final int rounds)
    {
        try
        {
            for (int round = 0; round < rounds; round++)
            {
                final int qpn = NodeUnderTest.FIRST_QPN + round * 37 % 256;
                sendFromAll(Packets.builder(Opcode.RC_SEND_ONLY, qpn));
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** The node's account when that many datagrams have come and have ended. */
    private LedgerSnapshot ledgerAfter(final long received) throws Exception
    {
        final LedgerSnapshot ledger = Await.until(
            () -> lanes().ledger().join(), now -> now.received() == received && now.ended() == received);
        assertTrue(ledger.isBalanced());
        return ledger;
    }
}
