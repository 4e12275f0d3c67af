package io.roce.nic.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.link.GidEntry;
import io.roce.nic.stats.Fate;
import io.roce.wire.packet.Packets;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

/** The drops of two lanes as one list. The clock stands in for the order in which they happen. */
class DropRingsTest
{
    private static final int CAPACITY = 4;

    private long nowNs;
    private final DropRing first = new DropRing(CAPACITY, () -> nowNs);
    private final DropRing second = new DropRing(CAPACITY, () -> nowNs);
    private final DropRings rings = new DropRings(List.of(first, second));
    private final Arrival arrival = new Arrival(new FateReason());

    DropRingsTest()
    {
        arrival.begin(new GidEntry(1, 0, new InetSocketAddress("127.0.0.1", 4791)));
    }

    @Test
    void shouldNumberThemInTheOrderInWhichTheyHappened()
    {
        drop(first, 0x11);
        drop(second, 0x21);
        drop(second, 0x22);
        drop(first, 0x12);

        final List<Drop> drops = read(0, Integer.MAX_VALUE, 10);

        assertEquals(List.of(1L, 2L, 3L, 4L), drops.stream().map(Drop::number).toList());
        assertEquals(List.of(0x11, 0x21, 0x22, 0x12), drops.stream().map(Drop::destQp).toList());
        assertEquals(2 * CAPACITY, rings.capacity());
        assertEquals(4, rings.kept()[Fate.QPN_UNALLOCATED.ordinal()]);
    }

    @Test
    void shouldKeepTheNumberOfADropThatWasRead()
    {
        drop(second, 0x21);
        read(0, Integer.MAX_VALUE, 10);
        drop(first, 0x11);
        drop(second, 0x22);

        assertEquals(List.of(0x11, 0x22), read(1, Integer.MAX_VALUE, 10).stream().map(Drop::destQp).toList());
        assertEquals(List.of(0x11), read(1, Integer.MAX_VALUE, 1).stream().map(Drop::destQp).toList());
        assertEquals(List.of(3L), read(0, 1, 10).stream().map(Drop::number).toList());
        assertEquals(List.of(1L, 2L, 3L), read(0, Integer.MAX_VALUE, 10).stream().map(Drop::number).toList());
    }

    /** Six of one lane, of which four are kept, and one of the other: two of seven are gone when somebody asks. */
    @Test
    void shouldCountThoseThatHaveMadeRoomUnseen()
    {
        for (int i = 0; i < 6; i++)
        {
            drop(first, 0x100 + i);
        }
        drop(second, 0x200);

        final List<Drop> drops = read(0, Integer.MAX_VALUE, 10);

        assertEquals(List.of(3L, 4L, 5L, 6L, 7L), drops.stream().map(Drop::number).toList());
        assertEquals(
            List.of(0x102, 0x103, 0x104, 0x105, 0x200), drops.stream().map(Drop::destQp).toList());
        drop(second, 0x201);
        assertEquals(List.of(8L), read(7, Integer.MAX_VALUE, 10).stream().map(Drop::number).toList());
    }

    /** Of each ring no more than so many of its newest can be among them. */
    @Test
    void shouldReadTheNewestOfAll()
    {
        drop(first, 0x11);
        drop(second, 0x21);
        drop(second, 0x22);
        drop(second, 0x23);
        drop(first, 0x12);

        assertEquals(List.of(0x23, 0x12), read(0, 2, 10).stream().map(Drop::destQp).toList());
        assertEquals(List.of(0x22, 0x23, 0x12), read(0, 3, 10).stream().map(Drop::destQp).toList());
        assertEquals(List.of(0x12), read(4, 3, 10).stream().map(Drop::destQp).toList());
    }

    private List<Drop> read(final long after, final int last, final int limit)
    {
        return rings.read(new DropSelection(Set.of(), DropSelection.ANY, null, after, last), limit);
    }

    private void drop(final DropRing ring, final int qpn)
    {
        nowNs++;
        ring.onFate(Fate.QPN_UNALLOCATED, Packets.rcSendOnly(qpn, 1, Packets.payload(4)), arrival);
    }
}
