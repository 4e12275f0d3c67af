package io.roce.nic.jfr;

import io.roce.nic.link.Addresses;
import io.roce.nic.qp.QpContext;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateListener;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import org.agrona.concurrent.NanoClock;

/** Tells Flight Recorder of datagrams that were dropped. Lane thread only. */
public final class DropEvents implements FateListener
{
    /** Says whether anybody records, and is never recorded itself. */
    private final DropEvent probe = new DropEvent();
    private final NanoClock clock;

    /** @param clock that the rate is counted by, which lanes of a node share. */
    public DropEvents(final NanoClock clock)
    {
        this.clock = clock;
    }

    @Override
    public void onFate(final Fate fate, final RoceDatagram datagram, final Arrival arrival)
    {
        if (fate.isDrop() && probe.isEnabled())
        {
            record(fate, datagram, arrival);
        }
    }

    private void record(final Fate fate, final RoceDatagram datagram, final Arrival arrival)
    {
        final DropEvent event = new DropEvent();
        event.nowNs = clock.nanoTime();
        if (!event.shouldCommit())
        {
            return;
        }

        final Envelope envelope = datagram.envelope();
        event.fate = fate.name();
        event.qpn = datagram.error() == WireError.TRUNCATED_BTH ? -1 : datagram.packet().bth().destQp();
        event.sourceAddress = Addresses.format(Addresses.of(envelope.sourceHigh(), envelope.sourceLow()));
        event.sourcePort = envelope.sourcePort();
        event.length = datagram.length();
        event.reason = arrival.reason().expectation() == Expectation.NONE ? null : arrival.reason().toString();
        event.lookedUp = arrival.isLookedUp();
        event.tableLevels = arrival.levels();
        final QpContext qp = arrival.qp();
        if (qp != null)
        {
            event.state = qp.state().name();
            event.generation = qp.generation();
        }
        event.commit();
    }
}
