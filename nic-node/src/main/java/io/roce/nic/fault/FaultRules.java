package io.roce.nic.fault;

import io.roce.nic.link.DatagramHandler;
import io.roce.nic.link.Egress;
import io.roce.nic.link.TimedWork;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.FateListener;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.agrona.concurrent.NanoClock;

/** The fault rules of one lane, of both directions; others can be taken at any time. Lane thread only. */
public final class FaultRules implements TimedWork
{
    private final IngressFaults ingress;
    private final EgressFaults egress;
    private FaultConfig config;

    /**
     * @param clock that {@link #poll} is asked by.
     * @param next  behind the rules; must not count the datagram as received again, and not call back.
     */
    public FaultRules(
        final FaultConfig config,
        final NanoClock clock,
        final Ledger ledger,
        final FateListener listener,
        final DatagramHandler next)
    {
        this.config = config;
        this.ingress = new IngressFaults(config, clock, ledger, listener, next);
        this.egress = new EgressFaults(config, clock);
    }

    /** Where what is received comes to the rules. */
    public DatagramHandler ingress()
    {
        return ingress;
    }

    /** Where what another lane has received, and hands over, comes to the rules. */
    public DatagramHandler takenOver()
    {
        return ingress::onTakenOver;
    }

    /** The way to a link through the rules, those that will be taken later too. */
    public Egress inFrontOf(final Egress link)
    {
        return egress.inFrontOf(link);
    }

    /** The rules that are in force. */
    public FaultConfig config()
    {
        return config;
    }

    /**
     * Takes other rules instead, which begin with nothing counted and nothing held. What is held by those that go goes
     * on at once.
     */
    public void replace(final FaultConfig config)
    {
        ingress.replace(config);
        egress.replace(config);
        this.config = config;
    }

    /** Of each rule, in their order; a copy for other threads. */
    public List<FaultFigures> figures()
    {
        final Iterator<FaultFigures> in = ingress.figures().iterator();
        final Iterator<FaultFigures> out = egress.figures().iterator();
        final List<FaultFigures> figures = new ArrayList<>();
        config.rules().forEach(rule ->
            figures.add(rule.direction() == FaultDirection.IN ? in.next() : out.next()));
        return figures;
    }

    @Override
    public long nextDeadlineNs()
    {
        final long inNs = ingress.nextDeadlineNs();
        final long outNs = egress.nextDeadlineNs();
        if (inNs == NO_DEADLINE || outNs == NO_DEADLINE)
        {
            return inNs == NO_DEADLINE ? outNs : inNs;
        }
        return inNs - outNs < 0 ? inNs : outNs;
    }

    @Override
    public int poll(final long nowNs)
    {
        return ingress.poll(nowNs) + egress.poll(nowNs);
    }
}
