package io.roce.nic.rx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryLink;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.ForcedState;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceivePathTest
{
    private static final InetSocketAddress NODE = new InetSocketAddress("10.0.0.2", 4791);
    private static final InetSocketAddress PEER = new InetSocketAddress("10.0.0.1", 49_152);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("10.0.0.3", 49_152);
    private static final int FIRST_QPN = 0x100;
    private static final int LAST_QPN = 0x1FF;

    private final QueuePairs queuePairs = QueuePairsFixture.open(FIRST_QPN, LAST_QPN);
    private final Ledger ledger = new Ledger();
    private final List<Fate> fates = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final MemoryLink link = link(queuePairs, IcrcMode.STRICT);

    @AfterEach
    void shouldHaveCountedEachDatagramOnce()
    {
        assertTrue(ledger.snapshot().isBalanced());
        assertEquals(fates.size(), ledger.snapshot().received());
        for (final Fate fate : Fate.values())
        {
            assertEquals(
                fates.stream().filter(fate::equals).count(), ledger.snapshot().count(fate), fate.name());
        }
    }

    @Test
    void shouldDeliverARequestAndCountItForTheQp() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        assertEquals(
            Fate.DELIVERED_REQUEST, receive(Packets.builder(Opcode.RC_SEND_ONLY, qpn).payload(Packets.payload(8))));

        assertEquals(1, queuePairs.query(qpn).requests());
        assertEquals(0, queuePairs.query(qpn).responses());
        assertEquals(0, queuePairs.query(qpn).refused());
        assertEquals(1, ledger.snapshot().icrcExact());
    }

    @Test
    void shouldDeliverAResponseAndCountItForTheQp() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        assertEquals(Fate.DELIVERED_RESPONSE, receive(Packets.builder(Opcode.RC_ACKNOWLEDGE, qpn)));

        assertEquals(0, queuePairs.query(qpn).requests());
        assertEquals(1, queuePairs.query(qpn).responses());
    }

    @Test
    void shouldCountARefusedPacketForTheQp() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        assertEquals(Fate.PEER_MISMATCH, receive(STRANGER, Packets.builder(Opcode.RC_SEND_ONLY, qpn)));

        assertEquals(1, queuePairs.query(qpn).refused());
        assertEquals(0, queuePairs.query(qpn).requests());
    }

    @ParameterizedTest
    @CsvSource({
        "RESET, QP_STATE_RESET, QP_STATE_RESET",
        "INIT, QP_STATE_INIT, QP_STATE_INIT",
        "RTR, DELIVERED_REQUEST, QP_STATE_RTR",
        "RTS, DELIVERED_REQUEST, DELIVERED_RESPONSE",
        "SQD, DELIVERED_REQUEST, DELIVERED_RESPONSE",
        "ERR, QP_STATE_ERR, QP_STATE_ERR"})
    void shouldAskTheStateOfAnRcQp(final QpState state, final Fate request, final Fate response) throws Exception
    {
        final int qpn = inState(QpType.RC, state);

        assertEquals(request, receive(Packets.builder(Opcode.RC_RDMA_WRITE_ONLY, qpn)));
        assertEquals(response, receive(Packets.builder(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, qpn)));
    }

    @ParameterizedTest
    @EnumSource(value = QpType.class, names = {"UC", "UD"})
    void shouldTakeRequestsInSqe(final QpType type) throws Exception
    {
        final int qpn = inState(type, QpState.SQE);

        assertEquals(Fate.DELIVERED_REQUEST, receive(
            Packets.builder(Opcode.valueOf(type + "_SEND_ONLY"), qpn).set(PacketField.Q_KEY, QpSteps.Q_KEY)));
    }

    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldTakeOnlyOpcodesOfTheQpsTransport(final Opcode opcode) throws Exception
    {
        for (final QpType type : QpType.values())
        {
            final int qpn = QpSteps.create(queuePairs, type, QpState.RTS, PEER.getAddress());
            // The first word of the number tells the service.
            final Fate expected = opcode == Opcode.CNP ? Fate.CNP_RECEIVED :
                !opcode.name().startsWith(type.name() + "_") ? Fate.TRANSPORT_MISMATCH :
                opcode.isResponse() ? Fate.DELIVERED_RESPONSE : Fate.DELIVERED_REQUEST;

            assertEquals(
                expected,
                receive(Packets.builder(opcode, qpn).set(PacketField.Q_KEY, QpSteps.Q_KEY)),
                type + " gets " + opcode);
        }
    }

    @ParameterizedTest
    @EnumSource(QpState.class)
    void shouldTakeACnpInAnyStateWithoutCountingItForTheQp(final QpState state) throws Exception
    {
        final int qpn = inState(QpType.RC, state);

        assertEquals(Fate.CNP_RECEIVED, receive(Packets.builder(Opcode.CNP, qpn)));
        assertEquals(0, queuePairs.query(qpn).requests() + queuePairs.query(qpn).refused());
    }

    @Test
    void shouldNotTakeACnpForAQpThatIsNotThere()
    {
        assertEquals(Fate.QPN_UNALLOCATED, receive(Packets.builder(Opcode.CNP, FIRST_QPN)));
    }

    @ParameterizedTest
    @CsvSource({
        "0x0, QPN_MANAGEMENT",
        "0x1, QPN_MANAGEMENT",
        "0x2, QPN_OUT_OF_RANGE",
        "0xFF, QPN_OUT_OF_RANGE",
        "0x100, QPN_UNALLOCATED",
        "0x1FF, QPN_UNALLOCATED",
        "0x200, QPN_OUT_OF_RANGE",
        "0xFFFFFE, QPN_OUT_OF_RANGE",
        "0xFFFFFF, QPN_MULTICAST"})
    void shouldNameWhyAQpnIsNotServed(final String qpn, final Fate fate)
    {
        assertEquals(fate, receive(Packets.builder(Opcode.UD_SEND_ONLY, Integer.decode(qpn))));
    }

    @Test
    void shouldCallAPacketForADestroyedQpStale() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());
        final RocePacketBuilder packet = Packets.builder(Opcode.RC_SEND_ONLY, qpn);
        assertEquals(Fate.DELIVERED_REQUEST, receive(packet));

        queuePairs.destroy(qpn);

        assertEquals(Fate.QPN_QUARANTINED, receive(packet));
    }

    /** The queue pair's key by its index, the packet's, and what becomes of it (IBTA Vol 1, section 10.9.3). */
    @ParameterizedTest
    @CsvSource({
        "0, 0xFFFF, DELIVERED_REQUEST", "0, 0x7FFF, DELIVERED_REQUEST",
        "1, 0xFFFF, DELIVERED_REQUEST", "1, 0x7FFF, P_KEY_MISMATCH",
        "2, 0x8001, DELIVERED_REQUEST", "2, 0x0001, DELIVERED_REQUEST",
        "3, 0x8001, DELIVERED_REQUEST", "3, 0x0001, P_KEY_MISMATCH",
        "0, 0x8001, P_KEY_MISMATCH", "2, 0xFFFF, P_KEY_MISMATCH", "3, 0x8002, P_KEY_MISMATCH",
        "0, 0x8000, P_KEY_MISMATCH", "2, 0x0000, P_KEY_MISMATCH"})
    void shouldWantTheSamePartitionAndOneFullMember(final int pKeyIndex, final String pKey, final Fate fate)
        throws Exception
    {
        final Port port = Port.of(1, NODE).pKeys(List.of(0xFFFF, 0x7FFF, 0x8001, 0x0001));
        try (QueuePairs queuePairs = QueuePairsFixture.open(FIRST_QPN, LAST_QPN, Ports.of(port)))
        {
            final int qpn = QpSteps.create(
                queuePairs, QpType.UC, QpState.RTR, PEER.getAddress(), port.gids().get(0), pKeyIndex);
            link(queuePairs, IcrcMode.STRICT).deliver(PEER, Packets.bytes(
                Packets.builder(Opcode.UC_SEND_ONLY, qpn).set(PacketField.P_KEY, Integer.decode(pKey)), PEER, NODE));
        }

        assertEquals(List.of(fate), fates);
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldTakePacketsOfAPeerAtTheGidAndOthersAtAnyAddressOfThePort(final QpType type) throws Exception
    {
        final Ports ports = Ports.of(
            Port.of(1, NODE, new InetSocketAddress("10.0.0.4", 4791)),
            Port.of(2, new InetSocketAddress("10.0.0.5", 4791), new InetSocketAddress("10.0.0.6", 4791)));
        try (QueuePairs queuePairs = QueuePairsFixture.open(FIRST_QPN, LAST_QPN, ports))
        {
            for (final GidEntry at : ports.gids())
            {
                final int qpn = QpSteps.create(queuePairs, type, QpState.RTR, PEER.getAddress(), at, 0);
                for (final GidEntry arrivedAt : ports.gids())
                {
                    final boolean isThere = type == QpType.UD ?
                        arrivedAt.portNum() == at.portNum() : arrivedAt.equals(at);
                    final RocePacketBuilder packet = Packets.builder(Opcode.valueOf(type + "_SEND_ONLY"), qpn)
                        .set(PacketField.Q_KEY, QpSteps.Q_KEY);
                    link(arrivedAt, queuePairs, IcrcMode.STRICT)
                        .deliver(PEER, Packets.bytes(packet, PEER, arrivedAt.udp()));

                    assertEquals(
                        isThere ? Fate.DELIVERED_REQUEST : Fate.PORT_MISMATCH,
                        fates.get(fates.size() - 1),
                        at + " gets at " + arrivedAt);
                }
                assertEquals(type == QpType.UD ? 2 : 3, queuePairs.query(qpn).refused());
            }
        }
    }

    @Test
    void shouldAskForThePortAfterTheStateAndBeforeThePeer() throws Exception
    {
        final GidEntry other = new GidEntry(1, 1, NODE);
        final int init = QpSteps.create(queuePairs, QpType.RC, QpState.INIT, PEER.getAddress(), other, 0);
        final int ready = QpSteps.create(queuePairs, QpType.RC, QpState.RTR, PEER.getAddress(), other, 0);

        assertEquals(Fate.QP_STATE_INIT, receive(STRANGER, Packets.builder(Opcode.RC_SEND_ONLY, init)));
        assertEquals(Fate.PORT_MISMATCH, receive(STRANGER, Packets.builder(Opcode.RC_SEND_ONLY, ready)));
    }

    @Test
    void shouldAskAUdPacketForItsQKeyAndNotForItsSource() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.UD, QpState.RTR, null);
        final RocePacketBuilder packet = Packets.builder(Opcode.UD_SEND_ONLY_WITH_IMMEDIATE, qpn);

        assertEquals(Fate.DELIVERED_REQUEST, receive(STRANGER, packet.set(PacketField.Q_KEY, QpSteps.Q_KEY)));
        assertEquals(Fate.Q_KEY_MISMATCH, receive(STRANGER, packet.set(PacketField.Q_KEY, QpSteps.Q_KEY ^ 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 17, 31})
    void shouldCallAFlippedBitAnIcrcErrorEvenInDestQp(final int bit) throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());
        final RocePacketBuilder packet = Packets.builder(Opcode.RC_SEND_ONLY, qpn);
        final byte[] otherDestQp = Packets.bytes(packet, PEER, NODE);
        otherDestQp[7] ^= 1;
        assertEquals(Fate.ICRC_MISMATCH, receive(PEER, otherDestQp));

        final byte[] otherIcrc = Packets.bytes(packet, PEER, NODE);
        otherIcrc[otherIcrc.length - 1 - bit / 8] ^= (byte)(1 << bit % 8);
        assertEquals(Fate.ICRC_MISMATCH, receive(PEER, otherIcrc));
        assertEquals(0, ledger.snapshot().icrcExact());
    }

    @Test
    void shouldNotAskForTheIcrcWhenTheModeIsOff() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        link(queuePairs, IcrcMode.OFF)
            .deliver(PEER, Packets.bytes(
                Packets.builder(Opcode.RC_SEND_ONLY, qpn).icrc(IcrcChoice.BAD, 0), PEER, NODE));

        assertEquals(List.of(Fate.DELIVERED_REQUEST), fates);
        assertEquals(0, ledger.snapshot().icrcExact() + ledger.snapshot().icrcInferred());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 15})
    void shouldRefuseOtherTransportVersions(final int version)
    {
        assertEquals(
            Fate.MALFORMED_UNSUPPORTED_TVER,
            receive(Packets.builder(Opcode.RC_SEND_ONLY, FIRST_QPN).set(PacketField.TVER, version)));
    }

    @Test
    void shouldAcceptReservedBitsAndCongestionMarks() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        assertEquals(Fate.DELIVERED_REQUEST, receive(Packets.builder(Opcode.RC_SEND_ONLY, qpn)
            .set(PacketField.SOLICITED_EVENT, 1)
            .set(PacketField.MIG_REQ, 1)
            .set(PacketField.FECN, 1)
            .set(PacketField.BECN, 1)
            .set(PacketField.RESERVED, 0x3F)
            .set(PacketField.RESERVED7, 0x7F)));
    }

    @Test
    void shouldEndRandomBytesInOneFateEach()
    {
        final long seed = 0xF00D;
        final Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++)
        {
            final byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            link.deliver(PEER, bytes);
            assertEquals(i + 1, fates.size(), "seed " + seed);
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldCountADatagramOnWhichTheNodeFails()
    {
        final IllegalStateException defect = new IllegalStateException("table");
        final QueuePairs broken = QueuePairsFixture.poisoned(FIRST_QPN, LAST_QPN, FIRST_QPN, defect);

        link(broken, IcrcMode.STRICT)
            .deliver(PEER, Packets.bytes(Packets.builder(Opcode.RC_SEND_ONLY, FIRST_QPN), PEER, NODE));

        assertEquals(List.of(Fate.INTERNAL_ERROR), fates);
        assertSame(defect, errors.get(0));
    }

    private Fate receive(final RocePacketBuilder packet)
    {
        return receive(PEER, packet);
    }

    private Fate receive(final InetSocketAddress from, final RocePacketBuilder packet)
    {
        return receive(from, Packets.bytes(packet, from, NODE));
    }

    private Fate receive(final InetSocketAddress from, final byte[] bytes)
    {
        link.deliver(from, bytes);
        return fates.get(fates.size() - 1);
    }

    private int inState(final QpType type, final QpState state) throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, type, QpState.RTS, PEER.getAddress());
        ForcedState.force(queuePairs.resolver().resolve(qpn), state);
        return qpn;
    }

    private MemoryLink link(final QueuePairs served, final IcrcMode mode)
    {
        return link(new GidEntry(1, 0, NODE), served, mode);
    }

    private MemoryLink link(final GidEntry gid, final QueuePairs served, final IcrcMode mode)
    {
        return new MemoryLink(gid, new ReceivePath(
            FIRST_QPN,
            LAST_QPN,
            served.resolver(),
            served.transport(),
            new IcrcVerifier(mode),
            ledger,
            (fate, datagram, arrival) -> fates.add(fate),
            errors::add));
    }
}
