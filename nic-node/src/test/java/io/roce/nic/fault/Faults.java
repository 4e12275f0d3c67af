package io.roce.nic.fault;

import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;

/** An injector with its clock, and what came out of it. */
final class Faults implements FaultOutlet<String>
{
    private final CachedNanoClock clock = new CachedNanoClock();
    private final List<Passed> passed = new ArrayList<>();
    private final FaultInjector<String> injector;
    private int dropped;
    private int duplicated;
    private int held;

    private Faults(final FaultConfig config)
    {
        injector = new FaultInjector<>(FaultDirection.OUT, config, clock, this);
    }

    static Faults of(final String... rules)
    {
        return of(1, FaultConfig.DEFAULT_CAPACITY, rules);
    }

    static Faults of(final long seed, final int capacity, final String... rules)
    {
        return new Faults(new FaultConfig(Arrays.stream(rules).map(FaultRule::parse).toList(), seed, capacity));
    }

    /** A datagram comes, of which the PSN says which it is. */
    Faults send(final RoceDatagram datagram)
    {
        final int psn = datagram.packet().bth().psn();
        injector.onDatagram(datagram, "to " + psn, psn);
        return this;
    }

    /** RC SENDs to 0x12 with these PSNs. */
    Faults send(final int... psns)
    {
        for (final int psn : psns)
        {
            send(Packets.rcSendOnly(0x12, psn, Packets.payload(8)));
        }
        return this;
    }

    Faults advance(final long ns)
    {
        clock.advance(ns);
        injector.poll(clock.nanoTime());
        return this;
    }

    FaultInjector<String> injector()
    {
        return injector;
    }

    FaultFigures figures(final int rule)
    {
        return injector.figures().get(rule);
    }

    List<Passed> passed()
    {
        return passed;
    }

    /** The PSNs of what came out. */
    List<Integer> psns()
    {
        return passed.stream().map(Passed::port).toList();
    }

    long nowNs()
    {
        return clock.nanoTime();
    }

    int dropped()
    {
        return dropped;
    }

    int duplicated()
    {
        return duplicated;
    }

    int held()
    {
        return held;
    }

    @Override
    public void onPassed(final RoceDatagram datagram, final String route, final int port)
    {
        final RoceDatagram copy = new RoceDatagram(datagram.length());
        copy.copyFrom(datagram);
        passed.add(new Passed(copy, route, port, clock.nanoTime()));
    }

    @Override
    public void onDropped(final RoceDatagram datagram, final String route, final int rule)
    {
        dropped++;
    }

    @Override
    public void onDuplicated()
    {
        duplicated++;
    }

    @Override
    public void onHeld()
    {
        held++;
    }

    @Override
    public void onReleased()
    {
        held--;
    }

    /** One that came out; by its port it is known, whatever has been done to its bytes. */
    record Passed(RoceDatagram datagram, String route, int port, long atNs)
    {
        String text()
        {
            return port + " " + route + " at " + atNs + " " + Arrays.toString(Packets.bytes(datagram));
        }
    }
}
