package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

/** What queue pairs do on a wire in memory is told by the transport's tests, which stand on this. */
class MemoryNodeTest
{
    private static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.1", 4791);
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", 4791);
    private static final long LATENCY_NS = 1_000;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final MemoryNetwork network = new MemoryNetwork(clock, LATENCY_NS);
    private final List<Fate> fates = new ArrayList<>();
    private final MemoryNetwork.Endpoint peer =
        network.attach(new GidEntry(1, 0, PEER), (datagram, gid) -> { });

    /** An address that is no loopback one asks a node with an admin API for a token. */
    @Test
    void shouldTellTheFateOfWhatComesToItsAddress() throws Exception
    {
        try (MemoryNode node = open(new NicNodeConfig().bind(NODE)))
        {
            final int qpn = QpSteps.create(node.queuePairs(), QpType.RC, QpState.RTS, PEER.getAddress());
            send(qpn);
            send(qpn + 1);
            assertEquals(List.of(), fates, "no time has passed");

            network.runUntilIdle(10);

            assertEquals(List.of(Fate.DELIVERED_REQUEST, Fate.QPN_UNALLOCATED), fates);
            assertEquals(LATENCY_NS, clock.nanoTime());
            final LedgerSnapshot ledger = node.ledger();
            assertTrue(ledger.isBalanced());
            assertEquals(2, ledger.received());
            assertEquals(1, ledger.count(Fate.QPN_UNALLOCATED));
        }
    }

    @Test
    void shouldHaveTheFaultsThatItIsToldTo() throws Exception
    {
        final FaultConfig faults = new FaultConfig(
            List.of(FaultRule.parse("in:delay=5us")), 1, FaultConfig.DEFAULT_CAPACITY);
        try (MemoryNode node = open(new NicNodeConfig().bind(NODE).faults(faults)))
        {
            send(0x11);
            network.advance(LATENCY_NS);
            assertEquals(1, node.ledger().held());
            assertEquals(1, node.faults().figures().get(0).matched());

            network.runUntilIdle(10);
            assertEquals(LATENCY_NS + 5_000, clock.nanoTime());
            assertEquals(List.of(Fate.QPN_UNALLOCATED), fates);
        }
    }

    /** Numbers in random order are drawn from it too. */
    @Test
    void shouldDrawTheSameFromTheSameSeed() throws Exception
    {
        assertArrayEquals(draw(7), draw(7));
    }

    @Test
    void shouldLeaveTheNetworkWhenClosed() throws Exception
    {
        final MemoryNode node = open(new NicNodeConfig().bind(NODE));
        send(0x11);
        node.close();
        node.close();

        network.runUntilIdle(10);
        assertEquals(1, network.undeliverable());
        assertEquals(List.of(), fates);
        assertFalse(network.step());
        open(new NicNodeConfig().bind(NODE)).close();
    }

    @Test
    void shouldLeaveNothingWhereAnAddressIsTaken()
    {
        final NicNodeConfig config = new NicNodeConfig().ports(Ports.of(Port.of(1, NODE, PEER)));

        final IllegalArgumentException refused =
            assertThrows(IllegalArgumentException.class, () -> open(config));

        assertEquals("192.0.2.2:4791 is taken", refused.getMessage());
        assertFalse(network.step());
        network.attach(new GidEntry(1, 0, NODE), (datagram, gid) -> { });
    }

    @Test
    void shouldRefuseWhatANodeRefuses()
    {
        final IllegalArgumentException refused = assertThrows(
            IllegalArgumentException.class, () -> open(new NicNodeConfig().bind(NODE).maxQps(0)));

        assertEquals("maxQps is 0, outside 1 to 16777213", refused.getMessage());
        network.attach(new GidEntry(1, 0, NODE), (datagram, gid) -> { });
    }

    private MemoryNode open(final NicNodeConfig config)
    {
        return open(config, 1);
    }

    private MemoryNode open(final NicNodeConfig config, final long seed)
    {
        return MemoryNode.open(
            config,
            network,
            new SplittableRandom(seed),
            (fate, datagram, arrival) -> fates.add(fate),
            error -> fates.add(null));
    }

    private int[] draw(final long seed) throws Exception
    {
        final NicNodeConfig config =
            new NicNodeConfig().bind(NODE).allocation(AllocationOrder.RANDOM);
        try (MemoryNode node = open(config, seed))
        {
            final int[] qpns = new int[100];
            final QueuePairs queuePairs = node.queuePairs();
            queuePairs.create(QpType.RC, qpns, false);
            return qpns;
        }
    }

    private void send(final int qpn)
    {
        final RoceDatagram datagram = new RoceDatagram();
        datagram.envelope().addresses(PEER.getAddress().getAddress(), NODE.getAddress().getAddress());
        datagram.envelope().ports(PEER.getPort(), NODE.getPort());
        Packets.builder(Opcode.RC_SEND_ONLY, qpn, 0).build(datagram);
        peer.send(datagram, NODE, PEER.getPort());
    }
}
