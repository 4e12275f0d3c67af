package io.roce.nic.lane;

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
import io.roce.wire.packet.WireError;

import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * Stands in front of a lane of several: what is for a queue pair of another lane goes there, in places that are made at
 * the start and come back when it has been handled. The lane that has the queue pair decides and counts the fate; what
 * is malformed, and what names no number of the pool, is decided where it came. Lane thread only.
 */
public final class HandOver implements DatagramHandler, TimedWork
{
    /** Datagrams of one lane that are on their way to others at once; some 4 MiB. */
    public static final int PLACES = 1024;

    /** In the middle of a batch of datagrams, which may be thousands, lanes are told after so many. */
    private static final int TOLD_AFTER = 64;

    private final int lane;
    private final QpnShards shards;
    private final Inboxes inboxes;
    private final DatagramHandler own;
    private final Ledger ledger;
    private final FateListener listener;
    private final Arrival arrival = new Arrival(new FateReason());
    private final ManyToOneConcurrentArrayQueue<Place> free = new ManyToOneConcurrentArrayQueue<>(PLACES);

    /** Bit by bit, the lanes that have not been told yet. */
    private int untold;
    private int sinceTold;

    /**
     * @param lane     whose this is, counted from 0.
     * @param own      takes what is the lane's, and counts it as received.
     * @param ledger   of the lane.
     * @param listener is told of what found no place.
     */
    public HandOver(
        final int lane,
        final QpnShards shards,
        final Inboxes inboxes,
        final DatagramHandler own,
        final Ledger ledger,
        final FateListener listener)
    {
        this.lane = lane;
        this.shards = shards;
        this.inboxes = inboxes;
        this.own = own;
        this.ledger = ledger;
        this.listener = listener;
        for (int i = 0; i < PLACES; i++)
        {
            free.add(new Place(free));
        }
    }

    @Override
    public void onDatagram(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        final int owner = owner(datagram);
        if (owner == lane || owner == QpnShards.NONE)
        {
            own.onDatagram(datagram, arrivedAt);
            return;
        }

        ledger.onReceived();
        final Place place = free.poll();
        if (place == null)
        {
            end(datagram, arrivedAt);
            return;
        }
        place.take(datagram, arrivedAt);
        ledger.onHandedOver();
        inboxes.add(owner, place);
        untold |= 1 << owner;
        if (++sinceTold == TOLD_AFTER)
        {
            tell();
        }
    }

    /** Nothing falls due: there is a turn behind each batch of datagrams. */
    @Override
    public long nextDeadlineNs()
    {
        return NO_DEADLINE;
    }

    /** {@inheritDoc} The lanes that something was handed over to are told, unless they have been. */
    @Override
    public int poll(final long nowNs)
    {
        return untold == 0 ? 0 : tell();
    }

    private int tell()
    {
        final int told = Integer.bitCount(untold);
        while (untold != 0)
        {
            inboxes.tell(Integer.numberOfTrailingZeros(untold));
            untold &= untold - 1;
        }
        sinceTold = 0;
        return told;
    }

    /** A reserved opcode may be a queue pair's business too, so its lane decides. */
    private int owner(final RoceDatagram datagram)
    {
        final WireError error = datagram.error();
        return error == WireError.NONE || error == WireError.UNKNOWN_OPCODE ?
            shards.laneOf(datagram.packet().bth().destQp()) : QpnShards.NONE;
    }

    private void end(final RoceDatagram datagram, final GidEntry arrivedAt)
    {
        arrival.begin(arrivedAt);
        arrival.reason().set(Expectation.HAND_OVER, PLACES, 0);
        ledger.count(Fate.HAND_OVER_FULL);
        listener.onFate(Fate.HAND_OVER_FULL, datagram, arrival);
    }

    /** One datagram on its way. */
    static final class Place
    {
        private final RoceDatagram datagram = new RoceDatagram();
        private final ManyToOneConcurrentArrayQueue<Place> home;
        private GidEntry arrivedAt;

        Place(final ManyToOneConcurrentArrayQueue<Place> home)
        {
            this.home = home;
        }

        private void take(final RoceDatagram source, final GidEntry arrivedAt)
        {
            datagram.copyFrom(source);
            this.arrivedAt = arrivedAt;
        }

        void deliver(final DatagramHandler to)
        {
            to.onDatagram(datagram, arrivedAt);
        }

        void giveBack()
        {
            home.add(this);
        }
    }
}
