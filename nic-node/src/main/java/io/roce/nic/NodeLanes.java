package io.roce.nic;

import io.roce.nic.lane.EventLoopLane;
import io.roce.nic.lane.HandOver;
import io.roce.nic.lane.Inboxes;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.LaneWork;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.QpnShards;
import io.roce.nic.link.CapturedIngress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.GsoMode;
import io.roce.nic.link.Link;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.PortSharing;
import io.roce.nic.link.TimedWork;
import io.roce.nic.link.UdpLink;
import io.roce.nic.record.Recorder;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.FateListener;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * The lanes of a node: each has an event loop, queue pairs with numbers of their own, and a socket for each address.
 * Several share the UDP ports of the addresses, and hand over what came to another one's socket.
 */
final class NodeLanes implements AutoCloseable
{
    private final NicNodeConfig config;
    private final LinkKind kind;
    private final CapturedIngress ingress;
    private final Recorder recorder;
    private final NanoClock clock;
    private final EpochNanoClock epochClock;
    private final ErrorHandler errors;
    private final QpnShards shards;
    private final Inboxes inboxes;
    private final List<EventLoopLane> lanes = new ArrayList<>();

    /** Of the first lane, in the order of the addresses: the others join them. */
    private final List<UdpLink> firstLinks = new ArrayList<>();
    private boolean isSteered;

    /** @param ingress what is read instead of the sockets; null for the sockets. */
    NodeLanes(
        final NicNodeConfig config,
        final LinkKind kind,
        final CapturedIngress ingress,
        final Recorder recorder,
        final NanoClock clock,
        final EpochNanoClock epochClock,
        final ErrorHandler errors)
    {
        this.config = config;
        this.kind = kind;
        this.ingress = ingress;
        this.recorder = recorder;
        this.clock = clock;
        this.epochClock = epochClock;
        this.errors = errors;
        shards = config.shards();
        inboxes = new Inboxes(shards.count());
    }

    /**
     * Binds all addresses for all lanes; nothing is read before {@link #start}.
     *
     * @param parts of a lane, by its index.
     * @throws IOException when an address cannot be bound; what has been opened goes with {@link #close}.
     */
    void bind(final IntFunction<LaneParts> parts) throws IOException
    {
        for (int index = 0; index < shards.count(); index++)
        {
            bind(index, parts.apply(index));
        }
        isSteered = shards.count() > 1 && config.lanes().steering() == LaneSteering.AUTO &&
            firstLinks.stream().allMatch(link -> link.steer(shards.firstQpns()));
    }

    void start()
    {
        lanes.forEach(EventLoopLane::start);
    }

    Lanes lanes()
    {
        return new Lanes(lanes, shards);
    }

    /** Where data is received, in the order of the ports and of their GIDs. */
    List<InetSocketAddress> udp()
    {
        return firstLinks.stream().map(UdpLink::local).toList();
    }

    /** Of several lanes, whether the system delivers to the one that has the queue pair. */
    boolean isSteered()
    {
        return isSteered;
    }

    /** Closes all. Closing again does nothing. */
    @Override
    public void close()
    {
        RuntimeException failure = null;
        for (final EventLoopLane lane : lanes)
        {
            try
            {
                lane.close();
            }
            catch (final RuntimeException ex)
            {
                failure = ex;
            }
        }
        if (failure != null)
        {
            throw failure;
        }
    }

    private void bind(final int index, final LaneParts parts) throws IOException
    {
        final Ledger ledger = new Ledger();
        lanes.add(EventLoopLane.bind(
            UdpLink.newEventLoopGroup(kind, "roce-lane"),
            config.ports().gids(),
            index == 0 ? firstOpener() : joiningOpener(),
            links -> laneWork(index, parts, links, ledger),
            parts.queuePairs(),
            ledger,
            clock,
            errors));
        if (shards.count() > 1)
        {
            inboxes.open(index, lanes.get(index), lanes.get(index).faults().takenOver());
        }
    }

    private Link.Opener firstOpener()
    {
        // On the same machine nothing cuts a piece up before the peer's capture, which is likely one too, shows it.
        final GsoMode gso = ingress != null && config.gso() == GsoMode.AUTO ? GsoMode.OFF : config.gso();
        final int receiveBufferBytes = ingress == null ? config.receiveBufferBytes() : UdpLink.NO_RECEIVE_BUFFER;
        final PortSharing sharing = shards.count() > 1 ? PortSharing.FIRST : PortSharing.ALONE;
        return (gid, eventLoop) ->
        {
            final UdpLink link =
                UdpLink.open(gid, gid.udp(), sharing, eventLoop, kind, gso, receiveBufferBytes, errors);
            firstLinks.add(link);
            return ingress == null ? link : ingress.link(gid, link);
        };
    }

    private Link.Opener joiningOpener()
    {
        return (gid, eventLoop) -> UdpLink.open(
            gid,
            firstLinks.get(config.ports().gids().indexOf(gid)).local(),
            PortSharing.JOINING,
            eventLoop,
            kind,
            config.gso(),
            config.receiveBufferBytes(),
            errors);
    }

    private LaneWork laneWork(
        final int index, final LaneParts parts, final List<Link> links, final Ledger ledger)
    {
        final PacketPath path = new PacketPath(
            config,
            config.faults().ofLane(index),
            parts.queuePairs(),
            parts.egresses(),
            clock,
            epochClock,
            ledger,
            recorder.hasFile() ? recorder : FateListener.NONE,
            errors);
        final List<GidEntry> gids = config.ports().gids();
        for (int i = 0; i < gids.size(); i++)
        {
            path.leaveBy(gids.get(i), recorder.inFrontOf(gids.get(i), links.get(i)));
        }
        if (shards.count() == 1)
        {
            return new LaneWork(path.ingress(), path.faults(), path.drops(), recorder, path.timedWork());
        }

        final HandOver handOver = new HandOver(index, shards, inboxes, path.ingress(), ledger, path.listener());
        final List<TimedWork> timedWork = new ArrayList<>(List.of(handOver));
        timedWork.addAll(path.timedWork());
        return new LaneWork(handOver, path.faults(), path.drops(), recorder, timedWork);
    }
}
