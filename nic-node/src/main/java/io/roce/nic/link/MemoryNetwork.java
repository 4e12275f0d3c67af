package io.roce.nic.link;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.agrona.concurrent.CachedNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * A wire in memory, in time that passes only when it is told to. What is sent arrives after a fixed latency, in the
 * order in which it was sent, as it would from a socket: the receiver sees the addresses and ports that the datagram
 * travelled between, identification 0 and don't-fragment, and not the envelope that the sender filled in.
 * <p>
 * Moves the clock from deadline to deadline, its own and those of the {@link TimedWork} that is added, so the same
 * calls lead to the same history. {@code sent = delivered + undeliverable + overflowed + in flight}. Nothing is
 * allocated for a datagram. One thread, which handlers run on too; they may send, but not move the time.
 */
public final class MemoryNetwork
{
    /** Datagrams in flight at once, unless said. */
    public static final int DEFAULT_CAPACITY = 1_024;

    private final CachedNanoClock clock;
    private final long latencyNs;
    private final Map<InetSocketAddress, Endpoint> endpoints = new HashMap<>();
    private final List<TimedWork> timedWork = new ArrayList<>();

    /** In flight are {@code inFlight} of them, from {@code head} on. */
    private final RoceDatagram[] datagrams;
    private final Endpoint[] receivers;
    private final long[] dueNs;
    private int head;
    private int inFlight;

    private long sent;
    private long delivered;
    private long undeliverable;
    private long overflowed;

    /**
     * @param clock     moved by this network, and by nobody else once something has been sent.
     * @param latencyNs from sending to arrival, 0 or more.
     * @param capacity  datagrams in flight at once, at least 1; what comes on top is lost and counted.
     * @throws IllegalArgumentException naming what is out of range.
     */
    public MemoryNetwork(final CachedNanoClock clock, final long latencyNs, final int capacity)
    {
        if (latencyNs < 0 || capacity < 1)
        {
            throw new IllegalArgumentException(
                latencyNs < 0 ?
                    "latencyNs must be 0 or more: " + latencyNs :
                    "capacity must be 1 or more: " + capacity);
        }

        this.clock = clock;
        this.latencyNs = latencyNs;
        datagrams = new RoceDatagram[capacity];
        receivers = new Endpoint[capacity];
        dueNs = new long[capacity];
        for (int i = 0; i < capacity; i++)
        {
            datagrams[i] = new RoceDatagram();
        }
    }

    /** Room for {@link #DEFAULT_CAPACITY}. */
    public MemoryNetwork(final CachedNanoClock clock, final long latencyNs)
    {
        this(clock, latencyNs, DEFAULT_CAPACITY);
    }

    /** The time of the wire, and of all on it. */
    public NanoClock clock()
    {
        return clock;
    }

    /**
     * Puts an address of an adapter on the wire.
     *
     * @param local   where it receives: a concrete address and UDP port.
     * @param handler called while the network delivers.
     * @throws IllegalArgumentException when the address is taken or names nobody.
     */
    public Endpoint attach(final GidEntry local, final DatagramHandler handler)
    {
        SocketErrors.requireConcrete(local.udp());
        final Endpoint endpoint = new Endpoint(local, handler);
        if (endpoints.putIfAbsent(local.udp(), endpoint) != null)
        {
            throw new IllegalArgumentException(Addresses.format(local.udp()) + " is taken");
        }
        return endpoint;
    }

    /** Lets the time stop at the deadlines of that work too, and do it there. */
    public void add(final TimedWork work)
    {
        timedWork.add(work);
    }

    /** That work is not polled any more. */
    public void remove(final TimedWork work)
    {
        timedWork.remove(work);
    }

    /**
     * Goes to the next deadline and does one thing: delivers the datagram that is due first, or polls the work that is.
     * Of those due at one time, datagrams come first, then work in the order in which it was added.
     *
     * @return false when nothing is due ever.
     */
    public boolean step()
    {
        final TimedWork work = soonestWork();
        if (inFlight == 0 && work == null)
        {
            return false;
        }

        if (inFlight > 0 && (work == null || dueNs[head] - work.nextDeadlineNs() <= 0))
        {
            moveTo(dueNs[head]);
            deliver();
        }
        else
        {
            moveTo(work.nextDeadlineNs());
            work.poll(clock.nanoTime());
        }
        return true;
    }

    /**
     * Steps until nothing is due ever.
     *
     * @param maxSteps after which it is taken to go on for ever.
     * @return steps that were made.
     * @throws IllegalStateException when something is due after them all.
     */
    public int runUntilIdle(final int maxSteps)
    {
        int steps = 0;
        while (steps < maxSteps && step())
        {
            steps++;
        }
        if (steps == maxSteps && nextDeadlineNs() != TimedWork.NO_DEADLINE)
        {
            throw new IllegalStateException("not idle after " + maxSteps + " steps");
        }
        return steps;
    }

    /** Lets that time pass, and whatever falls due in it happen. */
    public void advance(final long ns)
    {
        final long untilNs = clock.nanoTime() + ns;
        for (long next = nextDeadlineNs();
            next != TimedWork.NO_DEADLINE && next - untilNs <= 0;
            next = nextDeadlineNs())
        {
            step();
        }
        moveTo(untilNs);
    }

    /** When the next step happens; {@link TimedWork#NO_DEADLINE} when none will. */
    public long nextDeadlineNs()
    {
        final TimedWork work = soonestWork();
        if (work == null)
        {
            return inFlight == 0 ? TimedWork.NO_DEADLINE : dueNs[head];
        }
        return inFlight > 0 && dueNs[head] - work.nextDeadlineNs() <= 0 ? dueNs[head] : work.nextDeadlineNs();
    }

    public long sent()
    {
        return sent;
    }

    public long delivered()
    {
        return delivered;
    }

    /** Sent to an address where nobody was, or nobody any more. */
    public long undeliverable()
    {
        return undeliverable;
    }

    /** Lost since the wire was full. */
    public long overflowed()
    {
        return overflowed;
    }

    public int inFlight()
    {
        return inFlight;
    }

    private TimedWork soonestWork()
    {
        TimedWork soonest = null;
        for (int i = 0; i < timedWork.size(); i++)
        {
            final TimedWork work = timedWork.get(i);
            final long deadlineNs = work.nextDeadlineNs();
            if (deadlineNs != TimedWork.NO_DEADLINE &&
                (soonest == null || deadlineNs - soonest.nextDeadlineNs() < 0))
            {
                soonest = work;
            }
        }
        return soonest;
    }

    private void moveTo(final long ns)
    {
        if (ns - clock.nanoTime() > 0)
        {
            clock.update(ns);
        }
    }

    private void deliver()
    {
        final Endpoint receiver = receivers[head];
        try
        {
            if (receiver.isClosed)
            {
                undeliverable++;
            }
            else
            {
                delivered++;
                receiver.handler.onDatagram(datagrams[head], receiver.gid);
            }
        }
        finally
        {
            // Not before: what the handler sends takes the next place and not this one.
            receivers[head] = null;
            head = head + 1 == datagrams.length ? 0 : head + 1;
            inFlight--;
        }
    }

    private void send(final Endpoint sender, final RoceDatagram datagram, final Endpoint receiver, final int sourcePort)
    {
        if (inFlight == datagrams.length)
        {
            overflowed++;
            return;
        }

        final int place = (int)(((long)head + inFlight) % datagrams.length);
        final RoceDatagram copy = datagrams[place];
        final Envelope envelope = copy.envelope();
        envelope.addresses(sender.address, receiver.address);
        envelope.ports(sourcePort, receiver.local.getPort());
        // Cut like what comes from a socket: a full slot is oversize.
        final int length = Math.min(datagram.length(), RoceDatagram.CAPACITY);
        System.arraycopy(
            datagram.envelope().array(), Envelope.PACKET_OFFSET, envelope.array(), Envelope.PACKET_OFFSET, length);
        copy.onBytes(length);
        receivers[place] = receiver;
        dueNs[place] = clock.nanoTime() + latencyNs;
        inFlight++;
    }

    /** One adapter's end of the wire. What it sends is on its way at once. */
    public final class Endpoint implements Egress, AutoCloseable
    {
        private final GidEntry gid;
        private final InetSocketAddress local;
        private final byte[] address;
        private final DatagramHandler handler;
        private boolean isClosed;
        private int unflushed;
        private int sourcePorts;

        private Endpoint(final GidEntry gid, final DatagramHandler handler)
        {
            this.gid = gid;
            this.local = gid.udp();
            this.address = local.getAddress().getAddress();
            this.handler = handler;
        }

        /** {@inheritDoc} Every port can be had. */
        @Override
        public int openSourcePort(final int wished)
        {
            sourcePorts++;
            return wished;
        }

        @Override
        public void closeSourcePort(final int port)
        {
            sourcePorts--;
        }

        /** {@inheritDoc} There always is. */
        @Override
        public boolean isWritable(final int sourcePort)
        {
            return true;
        }

        /** {@inheritDoc} After {@link #close()} it is counted as undeliverable. */
        @Override
        public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
        {
            SocketErrors.requireFamily(local, to);

            sent++;
            unflushed++;
            final Endpoint receiver = endpoints.get(to);
            if (receiver == null || isClosed)
            {
                undeliverable++;
                return;
            }
            MemoryNetwork.this.send(this, datagram, receiver, sourcePort);
        }

        @Override
        public void flush()
        {
            unflushed = 0;
        }

        /** Sent since the last {@link #flush()}: on a socket it might not have left yet. */
        public int unflushed()
        {
            return unflushed;
        }

        /** Opened and not closed again, each as often as it was opened. */
        public int sourcePorts()
        {
            return sourcePorts;
        }

        public InetSocketAddress localAddress()
        {
            return local;
        }

        /** Takes the adapter off the wire and gives its address back. Closing again does nothing. */
        @Override
        public void close()
        {
            if (!isClosed)
            {
                isClosed = true;
                endpoints.remove(local);
            }
        }
    }
}
