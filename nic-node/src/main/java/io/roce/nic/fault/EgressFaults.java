package io.roce.nic.fault;

import io.roce.nic.link.Egress;
import io.roce.nic.link.TimedWork;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.List;

import org.agrona.concurrent.NanoClock;

/**
 * The rules that stand between a sender and its link. The ledger is about what comes in, so what these do stands in
 * {@link #figures()} alone. Lane thread only.
 */
public final class EgressFaults implements Egress, TimedWork
{
    private final Egress next;
    private final FaultInjector<InetSocketAddress> injector;

    /** @param clock that {@link #poll} is asked by. */
    public EgressFaults(final FaultConfig config, final NanoClock clock, final Egress next)
    {
        this.next = next;
        this.injector = new FaultInjector<>(
            FaultDirection.OUT,
            config,
            clock,
            next::send);
    }

    @Override
    public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
    {
        injector.onDatagram(datagram, to, sourcePort);
    }

    /** {@inheritDoc} What is held does not leave before its time. */
    @Override
    public void flush()
    {
        next.flush();
    }

    @Override
    public long nextDeadlineNs()
    {
        return injector.nextDeadlineNs();
    }

    /** {@inheritDoc} Sends what has been held long enough, and lets it leave: no sender will call {@link #flush()}. */
    @Override
    public int poll(final long nowNs)
    {
        final int released = injector.poll(nowNs);
        if (released > 0)
        {
            next.flush();
        }
        return released;
    }

    /** Of each rule for what goes out, in their order; a copy for other threads. */
    public List<FaultFigures> figures()
    {
        return injector.figures();
    }
}
