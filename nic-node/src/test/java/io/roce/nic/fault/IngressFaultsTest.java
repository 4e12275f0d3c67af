package io.roce.nic.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.rx.ReceivePath;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

/** A network, rules, a receive path behind them, and the ledger of it all. */
class IngressFaultsTest
{
    private static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.2", 4791);
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.1", 4791);
    private static final int SOURCE_PORT = 0xC001;
    private static final long LATENCY_NS = 1_000;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final MemoryNetwork network = new MemoryNetwork(clock, LATENCY_NS);
    private final Ledger ledger = new Ledger();
    private final List<Fate> fates = new ArrayList<>();
    private final QueuePairs queuePairs = QueuePairsFixture.open(0x100, 0x1FF);
    private MemoryNetwork.Endpoint peer;
    private int qpn;

    @Test
    void shouldEndWhatARuleDropsAndCountWhatItAdds() throws Exception
    {
        final IngressFaults faults =
            open("in:duplicate:psn=2", "in:drop:psn=3", "in:drop:psn=2,nth=2", "in:corrupt=30.0:psn=4", "out:drop");
        send(1, 2, 3, 4);
        network.runUntilIdle(10);

        final LedgerSnapshot after = ledger.snapshot();
        assertEquals(4, after.received());
        assertEquals(1, after.injected());
        assertEquals(0, after.held());
        assertEquals(2, after.count(Fate.DELIVERED_REQUEST));
        assertEquals(2, after.count(Fate.FAULT_DROPPED));
        assertEquals(1, after.count(Fate.ICRC_MISMATCH));
        assertTrue(after.isBalanced());
        assertEquals(2, queuePairs.query(qpn).requests());
        assertEquals(
            List.of(
                Fate.DELIVERED_REQUEST, Fate.DELIVERED_REQUEST, Fate.FAULT_DROPPED, Fate.FAULT_DROPPED,
                Fate.ICRC_MISMATCH),
            fates);
        assertEquals(4, faults.figures().size());
    }

    @Test
    void shouldHoldWhatIsDelayedUntilItsTime() throws Exception
    {
        open("in:delay=500ns:psn=1", "in:fecn:psn=1");
        send(1, 2);

        network.advance(LATENCY_NS);
        final LedgerSnapshot before = ledger.snapshot();
        assertEquals(2, before.received());
        assertEquals(1, before.held());
        assertEquals(1, before.count(Fate.DELIVERED_REQUEST));
        assertTrue(before.isBalanced());

        network.advance(499);
        assertEquals(1, ledger.snapshot().held());
        network.advance(1);
        final LedgerSnapshot after = ledger.snapshot();
        assertEquals(2, after.received());
        assertEquals(0, after.held());
        assertEquals(2, after.count(Fate.DELIVERED_REQUEST));
        assertEquals(2, after.icrcExact());
        assertTrue(after.isBalanced());
    }

    @Test
    void shouldBalanceAtEveryStepUnderManyFaults() throws Exception
    {
        open(
            "in:drop:10%", "in:duplicate:10%", "in:reorder=3:10%", "in:delay=2us:20%", "in:duplicate:10%",
            "in:corrupt:10%", "in:drop:10%");
        for (int i = 0; i < 500; i++)
        {
            send(i);
            network.advance(100);
            assertTrue(ledger.snapshot().isBalanced());
        }
        network.runUntilIdle(1_000);

        final LedgerSnapshot after = ledger.snapshot();
        assertTrue(after.isBalanced());
        assertEquals(500, after.received());
        assertTrue(after.injected() > 0);
        assertEquals(0, after.held());
        assertEquals(500 + after.injected(), fates.size());
    }

    private IngressFaults open(final String... rules) throws Exception
    {
        qpn = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());
        final ReceivePath receivePath = new ReceivePath(
            0x100,
            0x1FF,
            queuePairs.resolver(),
            queuePairs.transport(),
            new IcrcVerifier(IcrcMode.STRICT),
            ledger,
            (fate, datagram, arrival) -> fates.add(fate),
            error -> fates.add(null));
        final IngressFaults faults = new IngressFaults(
            new FaultConfig(Arrays.stream(rules).map(FaultRule::parse).toList(), 11, FaultConfig.DEFAULT_CAPACITY),
            clock,
            ledger,
            (fate, datagram, arrival) -> fates.add(fate),
            receivePath::onAccounted);
        network.attach(new GidEntry(1, 0, NODE), faults);
        network.add(faults);
        peer = network.attach(new GidEntry(1, 0, PEER), (datagram, gid) -> { });
        return faults;
    }

    private void send(final int... psns)
    {
        for (final int psn : psns)
        {
            final RoceDatagram datagram = new RoceDatagram();
            datagram.envelope().addresses(PEER.getAddress().getAddress(), NODE.getAddress().getAddress());
            datagram.envelope().ports(SOURCE_PORT, NODE.getPort());
            Packets.builder(Opcode.RC_SEND_ONLY, qpn, psn).payload(Packets.payload(32)).build(datagram);
            peer.send(datagram, NODE, SOURCE_PORT);
        }
    }
}
