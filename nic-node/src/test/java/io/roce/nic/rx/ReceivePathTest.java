package io.roce.nic.rx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.TestPacket;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.MemoryLink;
import io.roce.nic.qp.ForcedState;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;

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
    private final MemoryLink link = link(queuePairs.resolver(), IcrcMode.STRICT);

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

        assertEquals(Fate.DELIVERED_REQUEST, receive(new TestPacket(Opcode.RC_SEND_ONLY).destQp(qpn).payload(8)));

        assertEquals(1, queuePairs.query(qpn).requests());
        assertEquals(0, queuePairs.query(qpn).responses());
        assertEquals(0, queuePairs.query(qpn).refused());
        assertEquals(1, ledger.snapshot().icrcExact());
    }

    @Test
    void shouldDeliverAResponseAndCountItForTheQp() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        assertEquals(Fate.DELIVERED_RESPONSE, receive(new TestPacket(Opcode.RC_ACKNOWLEDGE).destQp(qpn)));

        assertEquals(0, queuePairs.query(qpn).requests());
        assertEquals(1, queuePairs.query(qpn).responses());
    }

    @Test
    void shouldCountARefusedPacketForTheQp() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        assertEquals(Fate.PEER_MISMATCH, receive(STRANGER, new TestPacket(Opcode.RC_SEND_ONLY).destQp(qpn)));

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

        assertEquals(request, receive(new TestPacket(Opcode.RC_RDMA_WRITE_ONLY).destQp(qpn)));
        assertEquals(response, receive(new TestPacket(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE).destQp(qpn)));
    }

    @ParameterizedTest
    @EnumSource(value = QpType.class, names = {"UC", "UD"})
    void shouldTakeRequestsInSqe(final QpType type) throws Exception
    {
        final int qpn = inState(type, QpState.SQE);

        assertEquals(Fate.DELIVERED_REQUEST, receive(sendOnly(type).destQp(qpn).qKey(QpSteps.Q_KEY)));
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
                expected, receive(new TestPacket(opcode).destQp(qpn).qKey(QpSteps.Q_KEY)), type + " gets " + opcode);
        }
    }

    @ParameterizedTest
    @EnumSource(QpState.class)
    void shouldTakeACnpInAnyStateWithoutCountingItForTheQp(final QpState state) throws Exception
    {
        final int qpn = inState(QpType.RC, state);

        assertEquals(Fate.CNP_RECEIVED, receive(new TestPacket(Opcode.CNP).destQp(qpn)));
        assertEquals(0, queuePairs.query(qpn).requests() + queuePairs.query(qpn).refused());
    }

    @Test
    void shouldNotTakeACnpForAQpThatIsNotThere()
    {
        assertEquals(Fate.QPN_UNALLOCATED, receive(new TestPacket(Opcode.CNP).destQp(FIRST_QPN)));
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
        assertEquals(fate, receive(new TestPacket(Opcode.UD_SEND_ONLY).destQp(Integer.decode(qpn))));
    }

    @Test
    void shouldCallAPacketForADestroyedQpStale() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());
        final TestPacket packet = new TestPacket(Opcode.RC_SEND_ONLY).destQp(qpn);
        assertEquals(Fate.DELIVERED_REQUEST, receive(packet));

        queuePairs.destroy(qpn);

        assertEquals(Fate.QPN_QUARANTINED, receive(packet));
    }

    @ParameterizedTest
    @CsvSource({
        "0xFFFF, DELIVERED_REQUEST",
        "0x7FFF, DELIVERED_REQUEST",
        "0x8001, P_KEY_MISMATCH",
        "0x0, P_KEY_MISMATCH"})
    void shouldMatchThePartitionAndNotTheMembership(final String pKey, final Fate fate) throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.UC, QpState.RTR, PEER.getAddress());

        assertEquals(fate, receive(new TestPacket(Opcode.UC_SEND_ONLY).destQp(qpn).pKey(Integer.decode(pKey))));
    }

    @Test
    void shouldAskAUdPacketForItsQKeyAndNotForItsSource() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.UD, QpState.RTR, null);
        final TestPacket packet = new TestPacket(Opcode.UD_SEND_ONLY_WITH_IMMEDIATE).destQp(qpn);

        assertEquals(Fate.DELIVERED_REQUEST, receive(STRANGER, packet.qKey(QpSteps.Q_KEY)));
        assertEquals(Fate.Q_KEY_MISMATCH, receive(STRANGER, packet.qKey(QpSteps.Q_KEY ^ 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 17, 31})
    void shouldCallAFlippedBitAnIcrcErrorEvenInDestQp(final int bit) throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());
        final byte[] bytes = new TestPacket(Opcode.RC_SEND_ONLY).destQp(qpn).bytes(PEER, NODE);
        bytes[7] ^= 1;
        assertEquals(Fate.ICRC_MISMATCH, receive(PEER, bytes));

        final TestPacket packet = new TestPacket(Opcode.RC_SEND_ONLY).destQp(qpn).icrcFlip(1 << bit);
        assertEquals(Fate.ICRC_MISMATCH, receive(packet));
        assertEquals(0, ledger.snapshot().icrcExact());
    }

    @Test
    void shouldNotAskForTheIcrcWhenTheModeIsOff() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        link(queuePairs.resolver(), IcrcMode.OFF)
            .deliver(PEER, new TestPacket(Opcode.RC_SEND_ONLY).destQp(qpn).icrcFlip(-1).bytes(PEER, NODE));

        assertEquals(List.of(Fate.DELIVERED_REQUEST), fates);
        assertEquals(0, ledger.snapshot().icrcExact() + ledger.snapshot().icrcInferred());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 15})
    void shouldRefuseOtherTransportVersions(final int version)
    {
        assertEquals(
            Fate.MALFORMED_UNSUPPORTED_TVER,
            receive(new TestPacket(Opcode.RC_SEND_ONLY).patch(bth -> bth.transportVersion(version))));
    }

    @Test
    void shouldAcceptReservedBitsAndCongestionMarks() throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());

        assertEquals(
            Fate.DELIVERED_REQUEST,
            receive(new TestPacket(Opcode.RC_SEND_ONLY).destQp(qpn).patch(ReceivePathTest::setEveryOtherBit)));
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

        link(broken.resolver(), IcrcMode.STRICT)
            .deliver(PEER, new TestPacket(Opcode.RC_SEND_ONLY).destQp(FIRST_QPN).bytes(PEER, NODE));

        assertEquals(List.of(Fate.INTERNAL_ERROR), fates);
        assertSame(defect, errors.get(0));
    }

    private Fate receive(final TestPacket packet)
    {
        return receive(PEER, packet);
    }

    private Fate receive(final InetSocketAddress from, final TestPacket packet)
    {
        return receive(from, packet.bytes(from, NODE));
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

    private MemoryLink link(final QpResolver resolver, final IcrcMode mode)
    {
        return new MemoryLink(NODE, new ReceivePath(
            FIRST_QPN,
            LAST_QPN,
            resolver,
            new IcrcVerifier(mode),
            ledger,
            (fate, datagram) -> fates.add(fate),
            errors::add));
    }

    private static TestPacket sendOnly(final QpType type)
    {
        return new TestPacket(Opcode.valueOf(type + "_SEND_ONLY"));
    }

    private static void setEveryOtherBit(final BthFlyweight bth)
    {
        bth.isSolicitedEvent(true).isMigReq(true).isFecn(true).isBecn(true).reserved6(0x3F).reserved7(0x7F);
    }
}
