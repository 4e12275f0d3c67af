package io.roce.nic.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.TimedWork;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.FateListener;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

/** Rules of both directions, and others in their place. */
class FaultRulesTest
{
    private static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.1", 4791);
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", 4791);
    private static final int PORT = 0xC001;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final MemoryNetwork network = new MemoryNetwork(clock, 0);
    private final Ledger ledger = new Ledger();
    private final List<String> history = new ArrayList<>();
    private final FaultRules rules = new FaultRules(
        config("in:delay=800ns:psn=1", "out:delay=500ns:psn=2", "in:drop:psn=3", "in:duplicate:psn=1"),
        clock,
        ledger,
        FateListener.NONE,
        (datagram, arrivedAt) ->
        {
            ledger.count(Fate.DELIVERED_REQUEST);
            note("in", datagram);
        });
    private final MemoryNetwork.Endpoint node = network.attach(new GidEntry(1, 0, NODE), rules.ingress());
    private final MemoryNetwork.Endpoint peer =
        network.attach(new GidEntry(1, 0, PEER), (datagram, arrivedAt) -> note("out", datagram));
    private final Egress egress = rules.inFrontOf(node);

    @Test
    void shouldGoByTheSoonestDeadlineOfBothDirections()
    {
        network.add(rules);
        assertEquals(TimedWork.NO_DEADLINE, rules.nextDeadlineNs());
        receive(1, 3);
        network.advance(100);
        assertEquals(800, rules.nextDeadlineNs());
        send(2);
        assertEquals(600, rules.nextDeadlineNs());
        assertEquals(
            List.of("2 1 1", "1 1 1", "1 1 0", "0 0 0"),
            rules.figures().stream().map(rule -> rule.seen() + " " + rule.matched() + " " + rule.held()).toList());

        network.runUntilIdle(10);
        assertEquals(List.of("out 2 at 600", "in 1 at 800", "in 1 at 800"), history);
        assertEquals(1, ledger.snapshot().count(Fate.FAULT_DROPPED));
    }

    /** What was held comes to the rules behind the one that held it, and to none of the new ones. */
    @Test
    void shouldLetGoWhatIsHeldWhenOthersTakeTheirPlace()
    {
        receive(1);
        network.runUntilIdle(10);
        send(2);
        final FaultConfig others = config("out:drop", "in:drop:nth=2");
        rules.replace(others);

        assertEquals(List.of("in 1 at 0", "in 1 at 0"), history);
        assertEquals(0, node.unflushed());
        network.runUntilIdle(10);
        assertEquals(List.of("in 1 at 0", "in 1 at 0", "out 2 at 0"), history);
        assertTrue(ledger.snapshot().isBalanced());
        assertEquals(0, ledger.snapshot().held());
        assertEquals(TimedWork.NO_DEADLINE, rules.nextDeadlineNs());

        history.clear();
        send(2);
        receive(4, 5);
        network.runUntilIdle(10);
        assertEquals(List.of("in 4 at 0"), history);
        assertEquals(others, rules.config());
        assertEquals(
            List.of("out:drop 1 1", "in:drop:nth=2 2 1"),
            rules.figures().stream().map(rule -> rule.rule() + " " + rule.seen() + " " + rule.matched()).toList());
    }

    /** A datagram that the last rule of the old ones would hold again goes on too. */
    @Test
    void shouldLetGoWhatEveryRuleHolds()
    {
        rules.replace(config("in:delay=1h", "in:delay=1h", "in:reorder=9"));
        receive(1, 2);
        network.runUntilIdle(10);
        assertEquals(List.of(), history);
        rules.replace(FaultConfig.NONE);

        assertEquals(List.of("in 1 at 0", "in 2 at 0"), history);
        assertEquals(0, ledger.snapshot().held());
    }

    private static FaultConfig config(final String... texts)
    {
        return new FaultConfig(Arrays.stream(texts).map(FaultRule::parse).toList(), 1, FaultConfig.DEFAULT_CAPACITY);
    }

    private void receive(final int... psns)
    {
        for (final int psn : psns)
        {
            peer.send(Packets.rcSendOnly(0x12, psn, Packets.payload(4)), NODE, PORT);
        }
    }

    private void send(final int psn)
    {
        egress.send(Packets.rcSendOnly(0x12, psn, Packets.payload(4)), PEER, PORT);
    }

    private void note(final String direction, final RoceDatagram datagram)
    {
        history.add(direction + ' ' + datagram.packet().bth().psn() + " at " + clock.nanoTime());
    }
}
