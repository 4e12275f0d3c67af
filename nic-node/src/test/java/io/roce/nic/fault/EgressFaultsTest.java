package io.roce.nic.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

/** Rules in front of a network. */
class EgressFaultsTest
{
    private static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.1", 4791);
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", 4791);
    private static final InetSocketAddress OTHER = new InetSocketAddress("192.0.2.3", 4791);

    private final CachedNanoClock clock = new CachedNanoClock();
    private final MemoryNetwork network = new MemoryNetwork(clock, 1_000);
    private final MemoryNetwork.Endpoint endpoint = network.attach(new GidEntry(1, 0, NODE), (datagram, gid) -> { });
    private final List<String> arrivals = new ArrayList<>();

    @Test
    void shouldSendWhatTheRulesLeaveToWhereItWasSent()
    {
        network.attach(new GidEntry(1, 0, PEER), (datagram, gid) -> arrive("peer", datagram));
        network.attach(new GidEntry(1, 0, OTHER), (datagram, gid) -> arrive("other", datagram));
        final EgressFaults faults = faults(
            "in:drop", "out:drop:psn=1,pass=1", "out:delay=500ns:psn=2", "out:duplicate:psn=3");
        network.add(faults);

        final Egress egress = faults.inFrontOf(endpoint);
        final RoceDatagram first = Packets.rcSendOnly(0x12, 1, Packets.payload(4));
        egress.send(first, PEER, 0xC001);
        egress.send(first, PEER, 0xC002);
        egress.send(Packets.rcSendOnly(0x12, 2, Packets.payload(4)), OTHER, 0xC003);
        egress.send(Packets.rcSendOnly(0x12, 3, Packets.payload(4)), PEER, 0xC004);
        egress.flush();
        assertEquals(0, endpoint.unflushed());
        network.runUntilIdle(10);

        assertEquals(
            List.of(
                "peer 1 from 49154 at 1000", "peer 3 from 49156 at 1000", "peer 3 from 49156 at 1000",
                "other 2 from 49155 at 1500"),
            arrivals);
        assertEquals(List.of(1L, 1L, 1L), faults.figures().stream().map(FaultFigures::matched).toList());
    }

    /** Nobody sends any more, so nobody else lets it leave. */
    @Test
    void shouldLetLeaveWhatItReleases()
    {
        final EgressFaults faults = faults("out:delay=500ns");
        final Egress egress = faults.inFrontOf(endpoint);
        egress.send(Packets.rcSendOnly(0x12, 1, Packets.payload(4)), PEER, 0xC001);
        egress.flush();
        assertEquals(0, network.sent());
        assertEquals(500, faults.nextDeadlineNs());

        assertEquals(0, faults.poll(499));
        assertEquals(1, faults.poll(500));
        assertEquals(1, network.sent());
        assertEquals(0, endpoint.unflushed());
    }

    /** The third datagram of the node, by whatever address it leaves. */
    @Test
    void shouldBeTheSameRulesForEveryLink()
    {
        network.attach(new GidEntry(1, 0, PEER), (datagram, gid) -> arrive("peer", datagram));
        final MemoryNetwork.Endpoint second = network.attach(new GidEntry(1, 1, OTHER), (datagram, gid) -> { });
        final EgressFaults faults = faults("out:drop:nth=3", "out:delay=500ns:psn=5");
        network.add(faults);
        final List<Egress> ways = List.of(faults.inFrontOf(endpoint), faults.inFrontOf(second));

        for (int psn = 1; psn <= 5; psn++)
        {
            ways.get(psn % 2).send(Packets.rcSendOnly(0x12, psn, Packets.payload(4)), PEER, 0xFFFF - psn % 2);
        }
        assertEquals(2, endpoint.unflushed());
        assertEquals(1, second.unflushed());
        network.runUntilIdle(10);

        assertEquals(
            List.of(
                "peer 1 from 65534 at 1000", "peer 2 from 65535 at 1000", "peer 4 from 65535 at 1000",
                "peer 5 from 65534 at 1500"),
            arrivals);
        assertEquals(List.of(5L, 4L), faults.figures().stream().map(FaultFigures::seen).toList());
    }

    /** A link's ports are the link's business: the rules do not stand in between. */
    @Test
    void shouldAskTheLinkForPorts()
    {
        final EgressFaults faults = faults("out:drop");
        final Egress egress = faults.inFrontOf(endpoint);
        assertEquals(0xC123, egress.openSourcePort(0xC123));
        assertEquals(1, endpoint.sourcePorts());
        egress.closeSourcePort(0xC123);
        assertEquals(0, endpoint.sourcePorts());
        assertTrue(egress.isWritable(0xC123));
    }

    private EgressFaults faults(final String... rules)
    {
        return new EgressFaults(
            new FaultConfig(Arrays.stream(rules).map(FaultRule::parse).toList(), 1, FaultConfig.DEFAULT_CAPACITY),
            clock);
    }

    private void arrive(final String where, final RoceDatagram datagram)
    {
        arrivals.add(where + ' ' + datagram.packet().bth().psn() + " from " + datagram.envelope().sourcePort() +
            " at " + clock.nanoTime());
    }
}
