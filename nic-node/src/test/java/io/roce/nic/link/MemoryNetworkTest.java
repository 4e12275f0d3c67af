package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryNetworkTest
{
    private static final InetSocketAddress A = new InetSocketAddress("192.0.2.1", 4791);
    private static final InetSocketAddress B = new InetSocketAddress("192.0.2.2", 4791);
    private static final InetSocketAddress NOBODY = new InetSocketAddress("192.0.2.3", 4791);
    private static final int SOURCE_PORT = 0xC123;
    private static final long LATENCY_NS = 1_000;
    private static final int ROUNDS = 20_000;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final MemoryNetwork network = new MemoryNetwork(clock, LATENCY_NS, 4);
    private final List<String> arrivals = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"192.0.2.1, 192.0.2.2", "2001:db8::1, 2001:db8::2"})
    void shouldDeliverWhatASocketWouldShowWithARightIcrc(final String fromHost, final String toHost)
    {
        final InetSocketAddress from = new InetSocketAddress(fromHost, 4791);
        final InetSocketAddress to = new InetSocketAddress(toHost, 4792);
        final byte[] bytes = Packets.bytes(
            Packets.builder(Opcode.RC_SEND_ONLY, 0x12, 7).payload(Packets.payload(13)),
            new InetSocketAddress(fromHost, SOURCE_PORT),
            to);
        final RoceDatagram datagram = Packets.ofBytes(bytes);      // whose envelope is another
        final List<RoceDatagram> received = new ArrayList<>();
        final MemoryNetwork.Endpoint sender =
            network.attach(new GidEntry(1, 0, from), (arrived, gid) -> received.add(arrived));
        network.attach(new GidEntry(1, 0, to), (arrived, gid) -> received.add(arrived));

        sender.send(datagram, to, SOURCE_PORT);
        datagram.envelope().array()[60] ^= 1;       // the caller's again
        assertEquals(1, network.runUntilIdle(10));

        final RoceDatagram arrived = received.get(0);
        assertEquals(WireError.NONE, arrived.error());
        assertArrayEquals(bytes, Packets.bytes(arrived));
        assertEquals(from.getAddress(), arrived.envelope().source());
        assertEquals(to.getAddress(), arrived.envelope().destination());
        assertEquals(SOURCE_PORT, arrived.envelope().sourcePort());
        assertEquals(4792, arrived.envelope().destinationPort());
        assertEquals(0, arrived.envelope().identification());
        assertEquals(!arrived.envelope().isIpv6(), arrived.envelope().isDontFragment());
        assertEquals(
            IcrcVerdict.EXACT, new IcrcVerifier(IcrcMode.STRICT).verify(arrived.envelope(), arrived.length()));
    }

    @Test
    void shouldDeliverInOrderAfterTheLatency()
    {
        final MemoryNetwork.Endpoint a = attach("a", A);
        final MemoryNetwork.Endpoint b = attach("b", B);
        a.send(packet(1), B, SOURCE_PORT);
        clock.advance(400);
        b.send(packet(2), A, SOURCE_PORT);
        a.send(packet(3), B, SOURCE_PORT);

        network.advance(599);
        assertEquals(List.of(), arrivals);
        network.advance(1);
        assertEquals(List.of("b 1 at 1000"), arrivals);
        assertTrue(network.step());
        assertTrue(network.step());
        assertFalse(network.step());
        assertEquals(List.of("b 1 at 1000", "a 2 at 1400", "b 3 at 1400"), arrivals);
        network.advance(100);
        assertEquals(1_500, clock.nanoTime());
    }

    /** Two that answer each other for ever; the wire of four places goes round. */
    @Test
    void shouldDeliverWhatHandlersSend()
    {
        final RoceDatagram answer = packet(1);
        final MemoryNetwork.Endpoint[] ends = new MemoryNetwork.Endpoint[2];
        ends[0] = network.attach(new GidEntry(1, 0, A), (datagram, gid) -> ends[0].send(answer, B, SOURCE_PORT));
        ends[1] = network.attach(new GidEntry(1, 0, B), (datagram, gid) -> ends[1].send(answer, A, SOURCE_PORT));
        ends[0].send(answer, B, SOURCE_PORT);

        network.advance(100 * LATENCY_NS);

        assertEquals(100, network.delivered());
        assertEquals(1, network.inFlight());
        assertEquals(101, network.sent());
        assertThrows(IllegalStateException.class, () -> network.runUntilIdle(50));
    }

    @Test
    void shouldLoseAndCountWhatThereIsNoRoomOrNobodyFor()
    {
        final MemoryNetwork.Endpoint a = attach("a", A);
        final MemoryNetwork.Endpoint b = attach("b", B);
        for (int psn = 0; psn < 6; psn++)
        {
            a.send(packet(psn), B, SOURCE_PORT);
        }
        a.send(packet(6), NOBODY, SOURCE_PORT);
        assertEquals(2, network.overflowed());
        assertEquals(1, network.undeliverable());
        assertEquals(4, network.inFlight());

        network.step();
        b.close();
        b.close();
        network.runUntilIdle(10);

        assertEquals(List.of("b 0 at 1000"), arrivals);
        assertEquals(1, network.delivered());
        assertEquals(4, network.undeliverable());
        assertEquals(7, network.sent());
        attach("again", B);
    }

    @Test
    void shouldCutADatagramLongerThanAnyLegalOne()
    {
        final RoceDatagram datagram = new RoceDatagram(9_000);
        datagram.envelope().addresses(A.getAddress().getAddress(), B.getAddress().getAddress());
        datagram.onBytes(9_000);
        final List<RoceDatagram> received = new ArrayList<>();
        network.attach(new GidEntry(1, 0, B), (arrived, gid) -> received.add(arrived));
        network.attach(new GidEntry(1, 0, A), (arrived, gid) -> received.add(arrived)).send(datagram, B, SOURCE_PORT);
        network.runUntilIdle(1);

        assertEquals(WireError.OVERSIZE, received.get(0).error());
        assertEquals(RoceDatagram.CAPACITY, received.get(0).length());
    }

    @Test
    void shouldStopAtTheDeadlinesOfOtherWork()
    {
        final MemoryNetwork.Endpoint a = attach("a", A);
        attach("b", B);
        final long[] deadlines = {500, 1_000, 2_500, TimedWork.NO_DEADLINE};
        network.add(new TimedWork()
        {
            private int next;

            @Override
            public long nextDeadlineNs()
            {
                return deadlines[next];
            }

            @Override
            public int poll(final long nowNs)
            {
                arrivals.add("work at " + nowNs);
                next++;
                return 1;
            }
        });
        a.send(packet(1), B, SOURCE_PORT);

        assertEquals(4, network.runUntilIdle(10));

        assertEquals(List.of("work at 500", "b 1 at 1000", "work at 1000", "work at 2500"), arrivals);
        assertEquals(TimedWork.NO_DEADLINE, network.nextDeadlineNs());
    }

    @Test
    void shouldTellWhatHasNotBeenFlushed()
    {
        final MemoryNetwork.Endpoint a = attach("a", A);
        a.send(packet(1), B, SOURCE_PORT);
        a.send(packet(2), B, SOURCE_PORT);
        assertEquals(2, a.unflushed());
        a.flush();
        assertEquals(0, a.unflushed());
    }

    @Test
    void shouldRefuseWhatNoNetworkCanDo()
    {
        final MemoryNetwork.Endpoint a = attach("a", A);
        assertThrows(IllegalArgumentException.class, () -> attach("taken", A));
        assertThrows(IllegalArgumentException.class, () -> attach("any", new InetSocketAddress("0.0.0.0", 4791)));
        assertThrows(
            IllegalArgumentException.class,
            () -> a.send(packet(1), new InetSocketAddress("2001:db8::2", 4791), SOURCE_PORT));
        assertThrows(IllegalArgumentException.class, () -> new MemoryNetwork(clock, -1));
        assertThrows(IllegalArgumentException.class, () -> new MemoryNetwork(clock, 0, 0));
    }

    @Test
    void shouldAllocateNothingForADatagram()
    {
        final MemoryNetwork.Endpoint a = network.attach(new GidEntry(1, 0, A), (datagram, gid) -> { });
        network.attach(new GidEntry(1, 0, B), (datagram, gid) -> { });
        final RoceDatagram datagram = packet(1);
        sendMany(a, datagram);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        sendMany(a, datagram);
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        assertEquals(2 * ROUNDS, network.delivered());
        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS + " datagrams");
    }

    private void sendMany(final MemoryNetwork.Endpoint from, final RoceDatagram datagram)
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            from.send(datagram, B, SOURCE_PORT);
            network.step();
        }
    }

    private MemoryNetwork.Endpoint attach(final String name, final InetSocketAddress local)
    {
        return network.attach(new GidEntry(1, 0, local), (datagram, gid) -> arrivals.add(
            name + ' ' + datagram.packet().bth().psn() + " at " + clock.nanoTime()));
    }

    private static RoceDatagram packet(final int psn)
    {
        return Packets.rcSendOnly(0x12, psn, Packets.payload(4));
    }
}
