package io.roce.nic;

import io.roce.nic.admin.AdminServer;
import io.roce.nic.admin.NodeFacts;
import io.roce.nic.lane.EventLoopLane;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneWork;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.CapturedIngress;
import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.GsoMode;
import io.roce.nic.link.Link;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.nic.record.Recorder;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.FateListener;
import io.roce.nic.verbs.Verbs;
import io.roce.wire.capture.LiveCaptureConfig;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.OffsetEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/** One adapter: data over UDP, admin API over TCP. */
public final class NicNode implements AutoCloseable
{
    private static final System.Logger LOGGER = System.getLogger(NicNode.class.getName());
    private static final NanoClock CLOCK = SystemNanoClock.INSTANCE;
    private static final EpochNanoClock EPOCH_CLOCK = new OffsetEpochNanoClock();

    /** The manifest of the runnable jar says it to a JVM that is started with {@code -jar}. */
    private static final String JVM_OPTION = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    private final EventLoopLane lane;
    private final List<InetSocketAddress> udp;
    private final AdminServer adminServer;
    private final Verbs verbs;

    private NicNode(final EventLoopLane lane, final List<InetSocketAddress> udp, final AdminServer adminServer)
    {
        this.lane = lane;
        this.udp = udp;
        this.adminServer = adminServer;
        verbs = new Verbs(lane);
    }

    /**
     * Builds and starts a node; when this returns it serves.
     *
     * @throws IllegalArgumentException one sentence that begins with the knob and says its value and its bounds.
     * @throws IllegalStateException    when the JVM was started without the option that Agrona's buffers need.
     * @throws IOException              when an address cannot be bound; nothing is left open.
     */
    public static NicNode open(final NicNodeConfig config) throws IOException
    {
        requireJvmOption();
        config.validate();
        final Map<GidEntry, Egress> egresses = new HashMap<>();
        final QueuePairs queuePairs = PacketPath.queuePairs(config, egresses, CLOCK, new SecureRandom());
        return open(config, queuePairs, egresses);
    }

    /** For tests that bring queue pairs of their own; {@code config} is valid. */
    static NicNode open(final NicNodeConfig config, final QueuePairs queuePairs) throws IOException
    {
        return open(config, queuePairs, new HashMap<>());
    }

    /** @param egresses what the queue pairs send by; filled here, once there is something to send by. */
    private static NicNode open(
        final NicNodeConfig config, final QueuePairs queuePairs, final Map<GidEntry, Egress> egresses)
        throws IOException
    {
        final AtomicReference<AdminServer> admin = new AtomicReference<>();
        EventLoopLane lane = null;
        try
        {
            lane = openLane(config, queuePairs, egresses, admin);
            final List<InetSocketAddress> udp =
                lane.submit(lane::linkFigures).join().stream().map(LinkFigures::udp).toList();
            // Last: whoever can ask the admin server finds the node serving.
            admin.get().serve(
                lane,
                new NodeFacts(version(), config.verifyingMode(), config.profile(), config.ports(), CLOCK.nanoTime()),
                CLOCK);
            return new NicNode(lane, udp, admin.get());
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            if (admin.get() != null)
            {
                admin.get().close();
            }
            if (lane != null)
            {
                lane.close();
                lane.recorder().close();
            }
            throw ex;
        }
    }

    static void requireJvmOption()
    {
        if (!Object.class.getModule().isOpen("jdk.internal.misc", UnsafeBuffer.class.getModule()))
        {
            throw new IllegalStateException("the JVM must be started with " + JVM_OPTION);
        }
    }

    /** @param admin is filled once the addresses of the data are the node's. */
    private static EventLoopLane openLane(
        final NicNodeConfig config,
        final QueuePairs queuePairs,
        final Map<GidEntry, Egress> egresses,
        final AtomicReference<AdminServer> admin) throws IOException
    {
        final ErrorHandler errors = new DistinctErrorLog(LOGGER);
        final Ledger ledger = new Ledger();
        final LinkKind kind = UdpLink.resolve(config.link());
        final CapturedIngress ingress = openIngress(config, queuePairs, errors);
        final Recorder recorder = new Recorder(
            config.record(),
            config.ports().gids(),
            config.verifyingMode(),
            EPOCH_CLOCK,
            "roce " + version(),
            NicNode::notice);
        try
        {
            return EventLoopLane.open(
                UdpLink.newEventLoopGroup(kind, "roce-lane"),
                config.ports().gids(),
                linkOpener(config, kind, ingress, errors),
                links ->
                {
                    final LaneWork work = laneWork(config, queuePairs, links, egresses, recorder, ledger, errors);
                    admin.set(AdminServer.bind(config.adminApi()));
                    beginToRecord(config, recorder);
                    return work;
                },
                queuePairs,
                ledger,
                CLOCK,
                errors);
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            recorder.close();
            closeIngress(ingress);
            throw ex;
        }
    }

    /** Null where the sockets are read. */
    private static CapturedIngress openIngress(
        final NicNodeConfig config, final QueuePairs queuePairs, final ErrorHandler errors) throws IOException
    {
        if (config.ingress() == null)
        {
            return null;
        }

        try
        {
            return CapturedIngress.open(
                config.ingress(),
                config.ports().gids(),
                Math.max(LiveCaptureConfig.BUFFER_BYTES_DEFAULT, config.receiveBufferBytes()),
                NicNode::notice,
                errors);
        }
        catch (final IOException | RuntimeException ex)
        {
            queuePairs.close();
            throw ex;
        }
    }

    private static void notice(final String sentence)
    {
        LOGGER.log(System.Logger.Level.WARNING, sentence);
    }

    private static void closeIngress(final CapturedIngress ingress)
    {
        if (ingress != null)
        {
            ingress.close();
        }
    }

    private static Link.Opener linkOpener(
        final NicNodeConfig config, final LinkKind kind, final CapturedIngress ingress, final ErrorHandler errors)
    {
        if (ingress == null)
        {
            return (gid, eventLoop) ->
                UdpLink.open(gid, eventLoop, kind, config.gso(), config.receiveBufferBytes(), errors);
        }

        // On the same machine nothing cuts a piece up before the peer's capture, which is likely one too, shows it.
        final GsoMode gso = config.gso() == GsoMode.AUTO ? GsoMode.OFF : config.gso();
        return (gid, eventLoop) ->
            ingress.link(gid, UdpLink.open(gid, eventLoop, kind, gso, UdpLink.NO_RECEIVE_BUFFER, errors));
    }

    private static LaneWork laneWork(
        final NicNodeConfig config,
        final QueuePairs queuePairs,
        final List<Link> links,
        final Map<GidEntry, Egress> egresses,
        final Recorder recorder,
        final Ledger ledger,
        final ErrorHandler errors)
    {
        final PacketPath path = new PacketPath(
            config,
            queuePairs,
            egresses,
            CLOCK,
            EPOCH_CLOCK,
            ledger,
            recorder.hasFile() ? recorder : FateListener.NONE,
            errors);
        final List<GidEntry> gids = config.ports().gids();
        for (int i = 0; i < gids.size(); i++)
        {
            path.leaveBy(gids.get(i), recorder.inFrontOf(gids.get(i), links.get(i)));
        }
        return new LaneWork(path.ingress(), path.faults(), path.drops(), recorder, path.timedWork());
    }

    /**
     * Records from before the first packet on, if it is to. Not before all addresses are the node's, and nothing else
     * can keep it from starting: a new recording moves those on that are there, and a node that cannot start must not.
     */
    private static void beginToRecord(final NicNodeConfig config, final Recorder recorder) throws IOException
    {
        if (recorder.hasFile() && config.record().isOn())
        {
            try
            {
                recorder.on(config.record().mode()).join();
            }
            catch (final CompletionException ex)
            {
                throw new IOException("nothing can be recorded: " + ex.getCause().getMessage(), ex);
            }
        }
    }

    /** The version of the program, as in the build. */
    public static String version()
    {
        final Properties properties = new Properties();
        try (InputStream in = NicNode.class.getResourceAsStream("version.properties"))
        {
            properties.load(in);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        return properties.getProperty("version");
    }

    /** Where data is received: the first address of the first port. */
    public InetSocketAddress udpAddress()
    {
        return udp.get(0);
    }

    /** Every address where data is received, in the order of the ports and of their GIDs. */
    public List<InetSocketAddress> udpAddresses()
    {
        return udp;
    }

    /** Where the admin API is served. */
    public InetSocketAddress adminAddress()
    {
        return adminServer.address();
    }

    /** The verbs, for programs that embed the node. */
    public Verbs verbs()
    {
        return verbs;
    }

    /** The lane that does everything, for what verbs do not say. */
    public Lane lane()
    {
        return lane;
    }

    /** Gives the addresses back. Closing again does nothing. */
    @Override
    public void close()
    {
        adminServer.close();
        try
        {
            lane.close();
        }
        finally
        {
            lane.recorder().close();
        }
    }
}
