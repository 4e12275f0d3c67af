package io.roce.nic.fault;

import io.roce.nic.link.DatagramHandler;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.TimedWork;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateListener;
import io.roce.nic.trace.FateReason;
import io.roce.wire.packet.RoceDatagram;

import java.util.List;

import org.agrona.concurrent.NanoClock;

/**
 * The rules that stand between a link and the receive path. Keeps the ledger's account in front of that: what came,
 * what was added, what is held, and what ended as {@link Fate#FAULT_DROPPED}. Lane thread only.
 */
final class IngressFaults implements DatagramHandler, TimedWork
{
    private final NanoClock clock;
    private final Ledger ledger;
    private final DatagramHandler next;
    private final FaultOutlet<GidEntry> outlet;
    private FaultInjector<GidEntry> injector;

    /**
     * @param clock that {@link #poll} is asked by.
     * @param next  behind the rules; must not count the datagram as received again, and not call back.
     */
    public IngressFaults(
        final FaultConfig config,
        final NanoClock clock,
        final Ledger ledger,
        final FateListener listener,
        final DatagramHandler next)
    {
        this.clock = clock;
        this.ledger = ledger;
        this.next = next;
        final Arrival arrival = new Arrival(new FateReason());
        this.outlet = new FaultOutlet<>()
        {
            @Override
            public void onPassed(final RoceDatagram datagram, final GidEntry arrivedAt, final int port)
            {
                next.onDatagram(datagram, arrivedAt);
            }

            @Override
            public void onDropped(final RoceDatagram datagram, final GidEntry arrivedAt, final int rule)
            {
                arrival.begin(arrivedAt);
                arrival.reason().set(Expectation.FAULT, 0, rule + 1);
                ledger.count(Fate.FAULT_DROPPED);
                listener.onFate(Fate.FAULT_DROPPED, datagram, arrival);
            }

            @Override
            public void onDuplicated()
            {
                ledger.onInjected();
            }

            @Override
            public void onHeld()
            {
                ledger.onHeld();
            }

            @Override
            public void onReleased()
            {
                ledger.onReleased();
            }
        };
        injector = new FaultInjector<>(FaultDirection.IN, config, clock, outlet);
    }

    /** Takes other rules instead. What is held by those that go comes to the ones behind it, and then goes on. */
    public void replace(final FaultConfig config)
    {
        injector.releaseAll();
        injector = new FaultInjector<>(FaultDirection.IN, config, clock, outlet);
    }

    @Override
    public void onDatagram(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        ledger.onReceived();
        if (injector.isEmpty())
        {
            next.onDatagram(datagram, arrivedAt);
        }
        else
        {
            injector.onDatagram(datagram, arrivedAt, 0);
        }
    }

    /** One that another lane has received. */
    public void onTakenOver(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        ledger.onTakenOver();
        injector.onDatagram(datagram, arrivedAt, 0);
    }

    @Override
    public long nextDeadlineNs()
    {
        return injector.nextDeadlineNs();
    }

    /** {@inheritDoc} Lets go on what has been held long enough. */
    @Override
    public int poll(final long nowNs)
    {
        return injector.poll(nowNs);
    }

    /** Of each rule for what comes in, in their order; a copy for other threads. */
    public List<FaultFigures> figures()
    {
        return injector.figures();
    }
}
