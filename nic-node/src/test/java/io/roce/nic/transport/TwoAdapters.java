package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.Port;
import io.roce.nic.qp.QpType;

import java.net.InetSocketAddress;

import org.agrona.concurrent.CachedNanoClock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Two adapters on one wire, in virtual time. */
final class TwoAdapters
{
    private static final long LATENCY_NS = 1_000;
    private static final int MAX_STEPS = 100_000_000;

    final CachedNanoClock clock = new CachedNanoClock();
    final MemoryNetwork network;
    final Adapter left;
    final Adapter right;

    /** IPv4, as the standard has it, nothing goes wrong. */
    TwoAdapters() throws VerbsException
    {
        this(false, 4_096, Profile.IBTA, 1);
    }

    TwoAdapters(final boolean isIpv6, final int portMtu, final Profile profile, final long seed) throws VerbsException
    {
        this(isIpv6, portMtu, 4_096, profile, seed);
    }

    /**
     * @param capacity  of the wire, in packets under way.
     * @param leftRules of faults, both ways at the left one.
     */
    TwoAdapters(
        final boolean isIpv6,
        final int portMtu,
        final int capacity,
        final Profile profile,
        final long seed,
        final String... leftRules)
        throws VerbsException
    {
        network = new MemoryNetwork(clock, LATENCY_NS, capacity);
        left = new Adapter(network, port(isIpv6 ? "fd00::1" : "127.20.7.1", portMtu), profile, seed, leftRules);
        right = new Adapter(network, port(isIpv6 ? "fd00::2" : "127.20.7.2", portMtu), profile, -seed);
    }

    private static Port port(final String address, final int mtu)
    {
        return Port.of(1, new InetSocketAddress(address, 4791)).activeMtu(mtu);
    }

    /** A queue pair of each, in RTS and connected. */
    Pair connect(final QpType type, final int mtu, final int leftPsn, final int rightPsn) throws VerbsException
    {
        return connect(left.create(type), right.create(type), mtu, leftPsn, rightPsn);
    }

    Pair connect(final QpType type) throws VerbsException
    {
        return connect(type, 1_024, 0x100, 0x200);
    }

    Pair connect(final QpEnd one, final QpEnd other, final int mtu, final int onePsn, final int otherPsn)
        throws VerbsException
    {
        one.toInit();
        other.toInit();
        one.toRtr(other, mtu, otherPsn);
        other.toRtr(one, mtu, onePsn);
        one.toRts(onePsn);
        other.toRts(otherPsn);
        return new Pair(one, other);
    }

    /** Until nothing happens any more. */
    void run()
    {
        network.runUntilIdle(MAX_STEPS);
    }

    /** Until so many datagrams have arrived: amid what is under way. */
    void runUntilDelivered(final int count)
    {
        while (network.delivered() < count)
        {
            assertTrue(network.step(), () -> "nothing is due after " + network.delivered());
        }
    }

    /** Until so many datagrams have left. */
    void runUntilSent(final int count)
    {
        while (network.sent() < count)
        {
            assertTrue(network.step(), () -> "nothing is due after " + network.sent());
        }
    }

    void requireSound()
    {
        left.requireSound();
        right.requireSound();
        assertEquals(0, network.overflowed());
        assertEquals(
            network.sent(),
            network.delivered() + network.undeliverable() + network.inFlight());
        assertEquals(
            left.ledger().received() + right.ledger().received(),
            network.delivered());
    }

    /** @param left that of the left adapter. */
    record Pair(QpEnd left, QpEnd right)
    {
    }
}
