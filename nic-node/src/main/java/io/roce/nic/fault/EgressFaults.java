package io.roce.nic.fault;

import io.roce.nic.link.Egress;
import io.roce.nic.link.TimedWork;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.NanoClock;

/**
 * The rules that stand between senders and the links of a lane: what leaves by any of them comes to the same rules. The
 * ledger is about what comes in, so what these do stands in {@link #figures()} alone. Lane thread only.
 */
final class EgressFaults implements TimedWork
{
    /** What goes along with a datagram is one number: the link's index above the port. */
    private static final int PORT_BITS = 16;
    private static final int PORT_MASK = (1 << PORT_BITS) - 1;

    private final NanoClock clock;
    private final List<Egress> links = new ArrayList<>();
    private FaultInjector<InetSocketAddress> injector;

    /** @param clock that {@link #poll} is asked by. */
    public EgressFaults(final FaultConfig config, final NanoClock clock)
    {
        this.clock = clock;
        this.injector = injector(config);
    }

    /** The way to a link through the rules, those that will be taken later too. */
    public Egress inFrontOf(final Egress link)
    {
        links.add(link);
        return new Front(link, links.size() - 1);
    }

    /** Takes other rules instead. What is held by those that go comes to the ones behind it, and then leaves. */
    public void replace(final FaultConfig config)
    {
        injector.releaseAll();
        flush();
        injector = injector(config);
    }

    @Override
    public long nextDeadlineNs()
    {
        return injector.nextDeadlineNs();
    }

    /** {@inheritDoc} Sends what has been held long enough, and lets it leave: no sender will flush it. */
    @Override
    public int poll(final long nowNs)
    {
        final int released = injector.poll(nowNs);
        if (released > 0)
        {
            flush();
        }
        return released;
    }

    /** Of each rule for what goes out, in their order; a copy for other threads. */
    public List<FaultFigures> figures()
    {
        return injector.figures();
    }

    private FaultInjector<InetSocketAddress> injector(final FaultConfig config)
    {
        return new FaultInjector<>(
            FaultDirection.OUT,
            config,
            clock,
            (datagram, to, linkAndPort) ->
                links.get(linkAndPort >>> PORT_BITS).send(datagram, to, linkAndPort & PORT_MASK));
    }

    private void flush()
    {
        for (int i = 0; i < links.size(); i++)
        {
            links.get(i).flush();
        }
    }

    /** Leads what is sent to the rules, and all else to the link. */
    private final class Front implements Egress
    {
        private final Egress link;
        private final int index;

        Front(final Egress link, final int index)
        {
            this.link = link;
            this.index = index;
        }

        @Override
        public int openSourcePort(final int wished)
        {
            return link.openSourcePort(wished);
        }

        @Override
        public void closeSourcePort(final int port)
        {
            link.closeSourcePort(port);
        }

        @Override
        public boolean isWritable(final int sourcePort)
        {
            return link.isWritable(sourcePort);
        }

        @Override
        public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
        {
            injector.onDatagram(datagram, to, index << PORT_BITS | sourcePort);
        }

        /** {@inheritDoc} What is held does not leave before its time. */
        @Override
        public void flush()
        {
            link.flush();
        }
    }
}
