package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetSocketAddress;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Packets whose opcode the standard keeps free, to queue pairs that are served and others. */
class ReservedOpcodeTest
{
    private static final int PSN = 0x100;
    private static final int SOURCE_PORT = 0xC000;

    private TwoAdapters wire;
    private MemoryNetwork.Endpoint crafter;
    private TwoAdapters.Pair pair;

    @ParameterizedTest
    @ValueSource(ints = {0x15, 0x18, 0x19, 0x1A, 0x1B, 0x1E, 0x1F})
    void shouldRefuseThoseOfRc(final int opcode) throws VerbsException
    {
        open(QpType.RC, Profile.IBTA);
        send(packet(opcode));

        assertEquals(1, wire.right.count(Fate.NAK_INVALID_REQUEST));
        assertEquals(QpState.ERR, pair.right().state());
        // The answer is for the peer, which has never sent that request.
        assertEquals(1, wire.left.count(Fate.RESPONSE_UNEXPECTED));
        wire.requireSound();
    }

    @Test
    void shouldCallMalformedWhatIsNoQueuePairsRequest() throws VerbsException
    {
        open(QpType.RC, Profile.IBTA);
        final int bare = QpSteps.create(
            wire.right.queuePairs, QpType.RC, QpState.RTS, wire.left.ports.first().getAddress());
        for (final RocePacketBuilder packet : List.of(
            packet(0x15).icrc(IcrcChoice.BAD, 0),
            packet(0x15).set(PacketField.P_KEY, 1),
            packet(0x15).set(PacketField.PSN, PSN + 1),
            packet(0x15).set(PacketField.DEST_QP, bare),
            packet(0x15).set(PacketField.DEST_QP, 0x1FF),
            packet(0x15).set(PacketField.DEST_QP, 1),
            packet(0x15).set(PacketField.DEST_QP, 0x2000),
            packet(0x35)))
        {
            shouldBeMalformed(packet);
        }

        pair.right().modify(QpState.RESET);
        shouldBeMalformed(packet(0x15));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UC", "UD"})
    void shouldCallMalformedWhatIsForAnotherService(final QpType type) throws VerbsException
    {
        open(type, Profile.IBTA);
        shouldBeMalformed(packet(0x15));
        shouldBeMalformed(packet(type == QpType.UC ? 0x35 : 0x75));
    }

    @Test
    void shouldDropThemAsRxeDoes() throws VerbsException
    {
        open(QpType.RC, Profile.RXE_6_1);
        shouldBeMalformed(packet(0x15));
    }

    private void open(final QpType type, final Profile profile) throws VerbsException
    {
        wire = new TwoAdapters(false, 4_096, profile, 1);
        final InetSocketAddress leftPort =
            new InetSocketAddress(wire.left.ports.first().getAddress(), SOURCE_PORT);
        crafter = wire.network.attach(new GidEntry(1, 0, leftPort), (datagram, gid) -> { });
        pair = wire.connect(type, 256, PSN, PSN);
    }

    private void shouldBeMalformed(final RocePacketBuilder packet) throws VerbsException
    {
        final long before = wire.right.count(Fate.MALFORMED_UNKNOWN_OPCODE);
        final QpState state = pair.right().state();
        send(packet);
        assertEquals(before + 1, wire.right.count(Fate.MALFORMED_UNKNOWN_OPCODE));
        assertEquals(state, pair.right().state());
        assertEquals(0, wire.left.ledger().received());
        wire.requireSound();
    }

    private RocePacketBuilder packet(final int opcode)
    {
        return Packets.builder(Opcode.RC_SEND_ONLY, pair.right().qpn(), PSN).opcode(opcode);
    }

    private void send(final RocePacketBuilder packet)
    {
        final RoceDatagram datagram = new RoceDatagram();
        datagram.envelope().addresses(
            wire.left.ports.first().getAddress().getAddress(), wire.right.ports.first().getAddress().getAddress());
        datagram.envelope().ports(SOURCE_PORT, Envelope.ROCE_PORT);
        packet.build(datagram);
        crafter.send(datagram, wire.right.ports.first(), SOURCE_PORT);
        wire.run();
    }
}
