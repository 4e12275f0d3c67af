package io.roce.nic.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.roce.nic.link.GidEntry;
import io.roce.nic.stats.Fate;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketPrinter;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DropRingTest
{
    private static final DropSelection ALL = selection(0, Integer.MAX_VALUE);
    private static final GidEntry GID = new GidEntry(2, 3, new InetSocketAddress("192.0.2.2", 4791));

    private long nowNs = 1_000;
    private final DropRing ring = new DropRing(3, () -> nowNs++);
    private final Arrival arrival = new Arrival(new FateReason());

    @Test
    void shouldKeepTheLastAndCountAll()
    {
        for (int psn = 1; psn <= 5; psn++)
        {
            drop(psn % 2 == 0 ? Fate.P_KEY_MISMATCH : Fate.ICRC_MISMATCH, 0x11, psn);
        }

        assertEquals(5, ring.count());
        assertEquals(3, ring.size());
        assertEquals(2, ring.kept()[Fate.ICRC_MISMATCH.ordinal()]);
        assertEquals(1, ring.kept()[Fate.P_KEY_MISMATCH.ordinal()]);
        assertEquals(List.of(3L, 4L, 5L), numbers(ALL, 9));
        final Drop oldest = ring.read(ALL, 1).get(0);
        assertEquals(3, oldest.datagram().packet().bth().psn());
        assertEquals(1_002, oldest.timeNs());
    }

    @Test
    void shouldKeepNothingOfWhatIsNoDrop()
    {
        drop(Fate.DELIVERED_REQUEST, 0x11, 1);

        assertEquals(0, ring.count());
        assertEquals(List.of(), numbers(ALL, 9));
    }

    @Test
    void shouldOnlyCountWithoutPlaces()
    {
        final DropRing none = new DropRing(0, () -> 0);
        none.onFate(Fate.ICRC_MISMATCH, Packets.rcSendOnly(0x11, 1, new byte[0]), arrival);

        assertEquals(1, none.count());
        assertEquals(0, none.size());
        assertEquals(List.of(), none.read(ALL, 9));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "0; 9; 9; [3, 4, 5]",
        "0; 2; 9; [4, 5]",
        "0; 2; 1; [4]",
        "3; 9; 9; [4, 5]",
        "3; 1; 9; [5]",
        "5; 9; 9; []",
        "1; 9; 2; [3, 4]",
        "9223372036854775807; 2147483647; 9; []"})
    void shouldReadParts(final long after, final int last, final int limit, final String expected)
    {
        for (int psn = 1; psn <= 5; psn++)
        {
            drop(Fate.ICRC_MISMATCH, 0x11, psn);
        }

        assertEquals(expected, numbers(selection(after, last), limit).toString());
    }

    @Test
    void shouldSelectByFateNumberAndPeer() throws Exception
    {
        drop(Fate.ICRC_MISMATCH, 0x11, 1);
        drop(Fate.P_KEY_MISMATCH, 0x12, 2);
        final RoceDatagram ipv6 = Packets.ipv6(RoceDatagram.CAPACITY);
        Packets.builder(Opcode.RC_SEND_ONLY, 0x11).build(ipv6);
        ring.onFate(Fate.PEER_MISMATCH, ipv6, at(new GidEntry(1, 0, new InetSocketAddress("2001:db8::2", 4791))));

        assertEquals(List.of(2L), numbers(of(Set.of(Fate.P_KEY_MISMATCH), -1, null), 9));
        assertEquals(List.of(1L, 3L), numbers(of(Set.of(Fate.ICRC_MISMATCH, Fate.PEER_MISMATCH), -1, null), 9));
        assertEquals(List.of(1L, 3L), numbers(of(Set.of(), 0x11, null), 9));
        assertEquals(List.of(3L), numbers(of(Set.of(), -1, "2001:db8::1"), 9));
        assertEquals(List.of(1L, 2L), numbers(of(Set.of(), -1, "192.0.2.1"), 9));
        assertEquals(List.of(), numbers(of(Set.of(Fate.P_KEY_MISMATCH), 0x11, null), 9));
        assertEquals(
            new InetSocketAddress("2001:db8::1", 0).getAddress(),
            ring.read(of(Set.of(), -1, "2001:db8::1"), 1).get(0).source());
    }

    /** Whatever the headers, they are read from what was kept as from the datagram itself. */
    @ParameterizedTest
    @EnumSource(Opcode.class)
    void shouldShowTheHeadersAsTheyCame(final Opcode opcode)
    {
        final RoceDatagram datagram = Packets.build(
            Packets.builder(opcode, 0xABCDEF, 0x123456).payload(Packets.payload(opcode.hasPayload() ? 64 : 0)));
        ring.onFate(Fate.ICRC_MISMATCH, datagram, at(GID));

        final Drop drop = ring.read(ALL, 1).get(0);

        assertEquals(PacketPrinter.verbose(datagram), PacketPrinter.verbose(drop.datagram()));
        assertEquals(datagram.length(), drop.length());
        assertEquals(datagram.packet().icrc(), drop.icrc());
        assertEquals(0xABCDEF, drop.destQp());
        assertEquals(GID, drop.gid());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 11, 12, 15, 16, 30})
    void shouldKeepWhatIsShorterThanItsHeaders(final int length)
    {
        final RoceDatagram datagram = Packets.rcReadRequest(0x11, 1, 2, 3, 4);
        datagram.onBytes(length);
        // What a datagram before this one has left behind the end is not this one's.
        drop(Fate.ICRC_MISMATCH, 0xFFFFFE, 0xFFFFFF);
        drop(Fate.ICRC_MISMATCH, 0xFFFFFE, 0xFFFFFF);
        drop(Fate.ICRC_MISMATCH, 0xFFFFFE, 0xFFFFFF);
        ring.onFate(Fate.of(datagram.error()), datagram, at(GID));

        final Drop drop = ring.read(selection(0, 1), 1).get(0);

        assertFalse(datagram.error() == WireError.NONE);
        assertEquals(PacketPrinter.line(datagram), PacketPrinter.line(drop.datagram()));
        assertEquals(length < 12 ? -1 : 0x11, drop.destQp());
        assertNull(drop.type());
    }

    private void drop(final Fate fate, final int destQp, final int psn)
    {
        ring.onFate(fate, Packets.rcSendOnly(destQp, psn, new byte[0]), at(GID));
    }

    private Arrival at(final GidEntry gid)
    {
        arrival.begin(gid);
        return arrival;
    }

    private List<Long> numbers(final DropSelection selection, final int limit)
    {
        return ring.read(selection, limit).stream().map(Drop::number).toList();
    }

    private static DropSelection selection(final long after, final int last)
    {
        return new DropSelection(Set.of(), DropSelection.ANY, null, after, last);
    }

    private static DropSelection of(final Set<Fate> fates, final int qpn, final String peer) throws Exception
    {
        return new DropSelection(
            fates, qpn, peer == null ? null : InetAddress.getByName(peer), 0, Integer.MAX_VALUE);
    }
}
