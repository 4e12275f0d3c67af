package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.record.RecordConfig;
import io.roce.nic.record.RecordFigures;
import io.roce.nic.record.RecordMode;
import io.roce.nic.record.RecordedFile;
import io.roce.nic.record.Recorder;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.Drop;
import io.roce.nic.trace.DropSelection;
import io.roce.nic.trace.Expectation;
import io.roce.nic.transport.Profile;
import io.roce.wire.Tshark;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One packet for each fate, over a socket, to a node: to bare queue pairs, or to the served ones of another node. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FatesOverSocketTest
{
    /** Where other programs look for RoCEv2 in what is recorded. */
    private static final int ROCE_PORT = Envelope.ROCE_PORT;
    private static final int POISONED_QPN = NodeUnderTest.LAST_QPN;
    private static final int UNUSED_QPN = NodeUnderTest.LAST_QPN - 1;
    private static final int FAULTY_QPN = NodeUnderTest.LAST_QPN - 2;

    private static final Map<Fate, Fixture> FIXTURES = new EnumMap<>(Fate.class);

    static
    {
        FIXTURES.put(Fate.MALFORMED_TRUNCATED_BTH, scene -> new byte[15]);
        FIXTURES.put(Fate.MALFORMED_OVERSIZE, scene -> new byte[RoceDatagram.CAPACITY]);
        FIXTURES.put(Fate.MALFORMED_UNSUPPORTED_TVER, scene -> scene.bytes(
            send(UNUSED_QPN).set(PacketField.TVER, 1)));
        FIXTURES.put(Fate.MALFORMED_UNKNOWN_OPCODE, scene -> scene.bytes(
            send(UNUSED_QPN).opcode(0x1F)));
        FIXTURES.put(Fate.MALFORMED_TRUNCATED_HEADERS, scene -> scene.bytes(
            send(UNUSED_QPN).opcode(Opcode.RC_FETCH_ADD).truncateTo(Opcode.RC_FETCH_ADD.headerLength() + 3)));
        FIXTURES.put(Fate.MALFORMED_PAD_EXCEEDS_PAYLOAD, scene -> scene.bytes(
            send(UNUSED_QPN).set(PacketField.PAD_COUNT, 1)));
        FIXTURES.put(Fate.ICRC_MISMATCH, scene -> scene.bytes(send(UNUSED_QPN).icrc(IcrcChoice.BAD, 0)));
        FIXTURES.put(Fate.QPN_MANAGEMENT, scene -> scene.bytes(send(1)));
        FIXTURES.put(Fate.QPN_MULTICAST, scene -> scene.bytes(send(0xFF_FFFF)));
        FIXTURES.put(Fate.QPN_OUT_OF_RANGE, scene -> scene.bytes(send(NodeUnderTest.LAST_QPN + 1)));
        FIXTURES.put(Fate.QPN_UNALLOCATED, scene -> scene.bytes(send(UNUSED_QPN)));
        FIXTURES.put(Fate.QPN_QUARANTINED, scene -> scene.bytes(send(scene.destroyedQpn())));
        FIXTURES.put(Fate.CNP_RECEIVED, scene -> scene.bytes(
            Packets.builder(Opcode.CNP, scene.qpn(QpType.RC, QpState.RTS))));
        FIXTURES.put(Fate.TRANSPORT_MISMATCH, scene -> scene.bytes(
            send(scene.qpn(QpType.UC, QpState.RTR))));
        FIXTURES.put(Fate.QP_STATE_RESET, scene -> scene.bytes(send(scene.qpn(QpType.RC, QpState.RESET))));
        FIXTURES.put(Fate.QP_STATE_INIT, scene -> scene.bytes(send(scene.qpn(QpType.RC, QpState.INIT))));
        FIXTURES.put(Fate.QP_STATE_RTR, scene -> scene.bytes(
            Packets.builder(Opcode.RC_ACKNOWLEDGE, scene.qpn(QpType.RC, QpState.RTR))));
        FIXTURES.put(Fate.QP_STATE_ERR, scene -> scene.bytes(send(scene.qpn(QpType.RC, QpState.ERR))));
        FIXTURES.put(Fate.PORT_MISMATCH, scene -> scene.bytes(send(scene.qpnAtAnotherAddress())));
        FIXTURES.put(Fate.PEER_MISMATCH, scene -> scene.bytes(send(scene.qpnOfAnotherPeer())));
        FIXTURES.put(Fate.P_KEY_MISMATCH, scene -> scene.bytes(
            send(scene.qpn(QpType.RC, QpState.RTR)).set(PacketField.P_KEY, 0x8001)));
        FIXTURES.put(Fate.Q_KEY_MISMATCH, scene -> scene.bytes(
            Packets.builder(Opcode.UD_SEND_ONLY, scene.qpn(QpType.UD, QpState.RTR))
                .set(PacketField.Q_KEY, QpSteps.Q_KEY ^ 1)));
        FIXTURES.put(Fate.DELIVERED_REQUEST, scene -> scene.bytes(send(scene.qpn(QpType.RC, QpState.RTR))));
        FIXTURES.put(Fate.DELIVERED_RESPONSE, scene -> scene.bytes(
            Packets.builder(Opcode.RC_ACKNOWLEDGE, scene.qpn(QpType.RC, QpState.RTS))));
        FIXTURES.put(Fate.INTERNAL_ERROR, scene -> scene.bytes(send(POISONED_QPN)));
        FIXTURES.put(Fate.FAULT_DROPPED, scene -> scene.bytes(send(FAULTY_QPN)));
    }

    /** The defect that a fixture meets is not to be read in the build's output. */
    private static final Logger NODE_LOG = Logger.getLogger(NicNode.class.getName());

    @TempDir
    private static Path folder;

    private static NodeUnderTest node;
    private static NodeUnderTest servedNode;

    @BeforeAll
    static void open() throws Exception
    {
        NODE_LOG.setLevel(Level.OFF);
        final NicNodeConfig config = NodeUnderTest.config(LinkKind.AUTO, "127.20.1.1")
            .ports(Ports.of(
                Port.of(
                1,
                new InetSocketAddress("127.20.1.1", ROCE_PORT),
                new InetSocketAddress("127.20.1.4", ROCE_PORT))))
            .faults(new FaultConfig(List.of(FaultRule.parse("in:drop:dest-qp=" + FAULTY_QPN)), 0, 1))
            .record(RecordConfig.to(folder.resolve("bare.pcapng")));
        node = NodeUnderTest.open(config, "127.20.1.2", QueuePairsFixture.poisoned(
            NodeUnderTest.FIRST_QPN,
            NodeUnderTest.LAST_QPN,
            POISONED_QPN,
            new IllegalStateException("a defect that a test put behind " + POISONED_QPN)));
        // What this profile drops, the other refuses as it refuses much else: all fates are to be had here.
        servedNode = NodeUnderTest.open(
            NodeUnderTest.config(LinkKind.AUTO, "127.20.1.5")
                .bind(new InetSocketAddress("127.20.1.5", ROCE_PORT))
                .profile(Profile.RXE_6_1)
                .record(new RecordConfig(
                    folder.resolve("served.pcapng"), RecordMode.DROPS, true, RecordConfig.MAX_FILE_BYTES_DEFAULT, 1)),
            "127.20.1.6");
    }

    @AfterAll
    static void close()
    {
        servedNode.close();
        node.close();
        NODE_LOG.setLevel(null);
    }

    @ParameterizedTest
    @EnumSource(Fate.class)
    void shouldReachEachFateWithOnePacket(final Fate fate) throws Exception
    {
        if (fate == Fate.HAND_OVER_FULL)
        {
            try (FullHandOver full = FullHandOver.open("127.20.1.7", "127.20.1.8"))
            {
                assertMovesOneCount(fate, full.node(), full.packet());
            }
            return;
        }

        final Fixture fixture = FIXTURES.get(fate);
        if (fixture != null)
        {
            assertMovesOneCount(fate, node, fixture.packet(new Scene()));
            return;
        }

        final ServedFates.Fixture served = ServedFates.FIXTURES.get(fate);
        assertNotNull(served, "no packet leads to " + fate);
        try (ServedScene scene = new ServedScene(servedNode))
        {
            assertMovesOneCount(fate, servedNode, scene.bytes(served.packet(scene)));
        }
    }

    /** What the two files say of each packet, read in two ways, is what the ledgers say of all. */
    @Test
    @Order(Integer.MAX_VALUE)
    void shouldHaveRecordedAsManyOfEachFateAsTheLedgersCount() throws Exception
    {
        assertRecorded(node, folder.resolve("bare.pcapng"), fate -> true);
        assertRecorded(servedNode, folder.resolve("served.pcapng"), Fate::isDrop);
    }

    private static void assertRecorded(final NodeUnderTest of, final Path file, final Predicate<Fate> isRecorded)
        throws Exception
    {
        final Recorder recorder = of.node().lane().recorder();
        of.onLane(recorder::off).get(20, TimeUnit.SECONDS);
        final RecordFigures figures = of.onLane(recorder::figures);
        assertEquals(0, figures.missed());

        final LedgerSnapshot ledger = of.ledger();
        final Map<String, Long> expected = new TreeMap<>();
        for (final Fate fate : Fate.values())
        {
            if (isRecorded.test(fate) && ledger.count(fate) > 0)
            {
                expected.put(fate.name(), ledger.count(fate));
            }
        }
        final RecordedFile recorded = new RecordedFile(file);
        assertEquals(expected, recorded.counts());
        assertEquals(figures.recorded(), recorded.packets().size());
        for (final RecordedFile.Packet packet : recorded.packets())
        {
            final boolean isMalformed = packet.name().startsWith("MALFORMED");
            final boolean isBad = packet.name().equals(Fate.ICRC_MISMATCH.name());
            if (!isMalformed)
            {
                assertEquals(isBad ? IcrcStatus.BAD : IcrcStatus.GOOD, packet.icrc(), packet.comment());
            }
        }

        Tshark.require();
        final Map<String, Long> byTshark = new TreeMap<>();
        Tshark.fields(file, "frame.comment")
            .forEach(row -> byTshark.merge(RecordedFile.name(row[0]), 1L, Long::sum));
        assertEquals(expected, byTshark);
    }

    private static void assertMovesOneCount(final Fate fate, final NodeUnderTest to, final byte[] packet)
        throws Exception
    {
        final LedgerSnapshot before = to.ledger();
        to.send(packet);
        final LedgerSnapshot after = to.ledgerAfter(before.received() + 1);

        assertTrue(before.isBalanced());
        assertTrue(after.isBalanced());
        for (final Fate other : Fate.values())
        {
            assertEquals(before.count(other) + (other == fate ? 1 : 0), after.count(other), other.name());
        }
        assertIsKept(fate, to, after);
    }

    /** A drop is the newest in the ring, with what was expected beside what came; what is none is not there. */
    private static void assertIsKept(final Fate fate, final NodeUnderTest to, final LedgerSnapshot ledger)
        throws Exception
    {
        final String expected = ExpectedReasons.TEXTS.get(fate);
        assertEquals(fate.isDrop(), expected != null);
        final DropSelection newest = new DropSelection(Set.of(), DropSelection.ANY, null, 0, 1);
        final List<Drop> drops = to.onLane(() -> to.node().lane().drops().read(newest, 1));
        final long all = Stream.of(Fate.values()).filter(Fate::isDrop).mapToLong(ledger::count).sum();
        assertEquals(all, drops.isEmpty() ? 0 : drops.get(0).number());
        if (fate.isDrop())
        {
            final Drop drop = drops.get(0);
            assertEquals(fate, drop.fate());
            assertTrue(drop.reason().toString().matches(expected), drop.reason()::toString);
            assertEquals(fate == Fate.INTERNAL_ERROR, drop.reason().expectation() == Expectation.NONE);
            assertEquals(to.from(), new InetSocketAddress(drop.source(), drop.sourcePort()));
            assertEquals(to.to().getAddress(), drop.gid().udp().getAddress());
        }
    }

    private static RocePacketBuilder send(final int qpn)
    {
        return Packets.builder(Opcode.RC_SEND_ONLY, qpn);
    }

    private interface Fixture
    {
        byte[] packet(Scene scene) throws Exception;
    }

    /** What a fixture may ask for. */
    private static final class Scene
    {
        byte[] bytes(final RocePacketBuilder packet)
        {
            return Packets.bytes(packet, node.from(), node.to());
        }

        int qpn(final QpType type, final QpState state) throws Exception
        {
            return qpn(type, state, node.from().getAddress());
        }

        int qpnOfAnotherPeer() throws Exception
        {
            return qpn(QpType.RC, QpState.RTR, InetAddress.getByName("127.20.1.3"));
        }

        int qpnAtAnotherAddress() throws Exception
        {
            return node.onLane(() -> QpSteps.create(
                node.node().lane().queuePairs(),
                QpType.RC,
                QpState.RTR,
                node.from().getAddress(),
                node.node().lane().linkFigures().get(1).gid(),
                0));
        }

        int destroyedQpn() throws Exception
        {
            final int qpn = qpn(QpType.RC, QpState.RTS);
            node.onLane(() -> node.node().lane().queuePairs().destroy(qpn));
            return qpn;
        }

        private int qpn(final QpType type, final QpState state, final InetAddress peer) throws Exception
        {
            return node.onLane(() -> QpSteps.create(node.node().lane().queuePairs(), type, state, peer));
        }
    }
}
