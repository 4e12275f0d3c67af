package io.roce.nic;

import io.roce.nic.admin.AdminServer;
import io.roce.nic.admin.NodeFacts;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LiveQps;
import io.roce.nic.lane.QpnShards;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.CapturedIngress;
import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.nic.record.Recorder;
import io.roce.nic.transport.Resources;
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
import java.util.function.IntFunction;

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

    private final NodeLanes nodeLanes;
    private final Recorder recorder;
    private final Lanes lanes;
    private final AdminServer adminServer;
    private final Verbs verbs;

    private NicNode(
        final NodeLanes nodeLanes, final Recorder recorder, final Lanes lanes, final AdminServer adminServer)
    {
        this.nodeLanes = nodeLanes;
        this.recorder = recorder;
        this.lanes = lanes;
        this.adminServer = adminServer;
        verbs = new Verbs(lanes);
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
        final Resources resources = PacketPath.resources(new SecureRandom());
        final LiveQps live = new LiveQps(config.maxQps());
        return open(config, index -> laneParts(config, index, resources, live));
    }

    /** For tests that bring queue pairs of their own; {@code config} is valid and has one lane. */
    static NicNode open(final NicNodeConfig config, final QueuePairs queuePairs) throws IOException
    {
        return open(config, index -> LaneParts.of(queuePairs));
    }

    /** @param resources of the first lane. */
    private static LaneParts laneParts(
        final NicNodeConfig config, final int index, final Resources resources, final LiveQps live)
    {
        final QpnShards shards = config.shards();
        final Map<GidEntry, Egress> egresses = new HashMap<>();
        final QueuePairs queuePairs = PacketPath.queuePairs(
            config,
            config.queuePairs(shards.firstQpn(index), shards.lastQpn(index)),
            egresses,
            index == 0 ? resources : resources.ofAnotherLane(),
            live,
            CLOCK,
            new SecureRandom());
        return new LaneParts(queuePairs, egresses);
    }

    private static NicNode open(final NicNodeConfig config, final IntFunction<LaneParts> parts) throws IOException
    {
        final ErrorHandler errors = new DistinctErrorLog(LOGGER);
        final LinkKind kind = UdpLink.resolve(config.link());
        final CapturedIngress ingress = openIngress(config, errors);
        final Recorder recorder = new Recorder(
            config.record(),
            config.ports().gids(),
            config.verifyingMode(),
            EPOCH_CLOCK,
            "roce " + version(),
            NicNode::notice);
        final NodeLanes nodeLanes = new NodeLanes(config, kind, ingress, recorder, CLOCK, EPOCH_CLOCK, errors);
        AdminServer admin = null;
        try
        {
            nodeLanes.bind(parts);
            admin = AdminServer.bind(config.adminApi());
            beginToRecord(config, recorder);
            nodeLanes.start();
            final Lanes lanes = nodeLanes.lanes();
            // Last: whoever can ask the admin server finds the node serving.
            admin.serve(lanes, facts(config, nodeLanes), CLOCK, EPOCH_CLOCK);
            return new NicNode(nodeLanes, recorder, lanes, admin);
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            if (admin != null)
            {
                admin.close();
            }
            nodeLanes.close();
            recorder.close();
            closeIngress(ingress);
            throw ex;
        }
    }

    private static NodeFacts facts(final NicNodeConfig config, final NodeLanes nodeLanes)
    {
        return new NodeFacts(
            version(),
            config.verifyingMode(),
            config.profile(),
            config.ports(),
            config.lanes().count(),
            nodeLanes.isSteered(),
            CLOCK.nanoTime(),
            EPOCH_CLOCK.nanoTime());
    }

    static void requireJvmOption()
    {
        if (!Object.class.getModule().isOpen("jdk.internal.misc", UnsafeBuffer.class.getModule()))
        {
            throw new IllegalStateException("the JVM must be started with " + JVM_OPTION);
        }
    }

    /** Null where the sockets are read. */
    private static CapturedIngress openIngress(final NicNodeConfig config, final ErrorHandler errors) throws IOException
    {
        return config.ingress() == null ? null : CapturedIngress.open(
            config.ingress(),
            config.ports().gids(),
            Math.max(LiveCaptureConfig.BUFFER_BYTES_DEFAULT, config.receiveBufferBytes()),
            NicNode::notice,
            errors);
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
        return udpAddresses().get(0);
    }

    /** Every address where data is received, in the order of the ports and of their GIDs. */
    public List<InetSocketAddress> udpAddresses()
    {
        return nodeLanes.udp();
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

    /** The lane that does everything, for what verbs do not say; of several the first. */
    public Lane lane()
    {
        return lanes.first();
    }

    /** All lanes, for what verbs do not say. */
    public Lanes lanes()
    {
        return lanes;
    }

    /** Of several lanes, whether the system delivers datagrams to the one that has their queue pair. */
    public boolean isSteered()
    {
        return nodeLanes.isSteered();
    }

    /** Gives the addresses back. Closing again does nothing. */
    @Override
    public void close()
    {
        adminServer.close();
        try
        {
            nodeLanes.close();
        }
        finally
        {
            recorder.close();
        }
    }
}
