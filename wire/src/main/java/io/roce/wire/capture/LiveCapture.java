package io.roce.wire.capture;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.sql.Timestamp;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.RawPacketListener;

/**
 * Frames of a network interface as they come and go, through libpcap. Each is handed over at once, cut to
 * {@link #SNAP_LENGTH}. Allocates for each frame, as pcap4j does. One thread at a time.
 */
public final class LiveCapture implements Closeable
{
    /** More than the longest RoCEv2 packet with all its headers, and what one frame takes of the buffer at the most. */
    public static final int SNAP_LENGTH = 8 * 1024;

    /** How long {@link #next} waits. */
    public static final int PATIENCE_MS = 50;

    /** Frames that are taken from the system in one call. */
    private static final int BATCH = 64;

    private static final int NO_SUCH_DEVICE = -5;
    private static final int PERMISSION_DENIED = -8;
    private static final int INTERFACE_NOT_UP = -9;
    private static final int PROMISCUOUS_DENIED = -11;

    /** Where a frame of Ethernet has the address of who sent it. */
    private static final int ETHERNET_SOURCE_OFFSET = 6;
    private static final int MAC_LENGTH = 6;

    /** How often a probe is waited for: some second. */
    private static final int PROBE_WAITS = 20;

    private static final BpfCompileMode OPTIMIZE = BpfCompileMode.OPTIMIZE;

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long MS_PER_SECOND = 1_000L;

    private final String name;
    private final PcapHandle handle;
    private final LinkType linkType;
    private final byte[] ownMac;
    private final RawPacketListener onFrame = this::onFrame;
    private final LoopbackProbe probe = new LoopbackProbe((int)System.nanoTime());
    private final Queue<Taken> taken = new ArrayDeque<>();
    private final Thread ticker;
    private long frameNumber;
    private boolean isClosed;

    private LiveCapture(final String name, final PcapHandle handle, final LinkType linkType, final byte[] ownMac)
    {
        this.name = name;
        this.handle = handle;
        this.linkType = linkType;
        this.ownMac = ownMac;
        ticker = new Thread(this::tick, "roce-capture-tick");
        ticker.setDaemon(true);
    }

    /**
     * Opens an interface: what comes or goes from now on is read.
     *
     * @throws IllegalArgumentException when the filter is none, or none for this interface: one sentence.
     * @throws IOException              when there is no such interface, it may not be captured from, or libpcap is not
     *                                  there: one sentence.
     */
    public static LiveCapture open(final LiveCaptureConfig config) throws IOException
    {
        final String name = config.networkInterface();
        if (name.isEmpty())
        {
            throw new IOException(noSuchInterface(name));
        }

        final PcapHandle handle;
        try
        {
            handle = new PcapHandle.Builder(name)
                .snaplen(SNAP_LENGTH)
                .bufferSize(config.bufferBytes())
                .timeoutMillis(PATIENCE_MS)
                .immediateMode(true)
                .timestampPrecision(PcapHandle.TimestampPrecision.NANO)
                .promiscuousMode(
                    config.isPromiscuous() ? PromiscuousMode.PROMISCUOUS : PromiscuousMode.NONPROMISCUOUS)
                .build();
        }
        catch (final LinkageError ex)
        {
            // What the loader says goes on with every place where it has looked.
            throw new IOException("nothing can be captured without libpcap, which cannot be loaded: " +
                String.valueOf(ex.getMessage()).lines().findFirst().orElse("").replaceAll(":$", ""), ex);
        }
        catch (final PcapNativeException ex)
        {
            throw refused(name, ex);
        }

        try
        {
            return opened(config, handle);
        }
        catch (final PcapNativeException | NotOpenException ex)
        {
            handle.close();
            throw new IOException(name + " cannot be captured from: " + ex.getMessage(), ex);
        }
        catch (final IOException | RuntimeException ex)
        {
            handle.close();
            throw ex;
        }
    }

    private static LiveCapture opened(final LiveCaptureConfig config, final PcapHandle handle)
        throws IOException, PcapNativeException, NotOpenException
    {
        final String name = config.networkInterface();
        // Interfaces have numbers of the system, files those of a list; they differ for bare IP.
        final LinkType read = LinkType.get(handle.getDlt().value());
        if (read == null)
        {
            throw new IOException(name + " has a link type that is not read: " +
                LinkTypeNames.describe(handle.getDlt().value()));
        }

        final LinkType linkType = read == LinkType.RAW_BSD || read == LinkType.RAW_OPENBSD ? LinkType.RAW : read;
        if (config.isInboundOnly())
        {
            handle.setDirection(PcapHandle.PcapDirection.IN);
        }
        final String filter = config.filter() == null ? RoceFilter.all(linkType) : config.filter();
        try
        {
            handle.setFilter(filter, OPTIMIZE);
        }
        catch (final PcapNativeException ex)
        {
            throw new IllegalArgumentException(
                "'" + filter + "' is no filter for " + name + ": " +
                    ex.getMessage().replaceFirst("^Error occurred in pcap_compile: ", ""), ex);
        }

        final SystemInterface facts = SystemInterface.find(name);
        final LiveCapture capture = new LiveCapture(name, handle, linkType, facts == null ? null : facts.mac());
        capture.ticker.start();
        try
        {
            if (facts != null && facts.isLoopback())
            {
                capture.leaveOutWhatLeaves(filter);
            }
            else if (config.isInboundOnly() && isCooked(linkType))
            {
                handle.setFilter(filter.isBlank() ? "inbound" : "inbound and (" + filter + ")", OPTIMIZE);
            }
            return capture;
        }
        catch (final IOException | PcapNativeException | NotOpenException ex)
        {
            capture.close();
            throw ex;
        }
    }

    /**
     * A loopback interface shows each frame twice. libpcap passes over the one that leaves, but not before it has taken
     * room in the buffer, or was counted when there was none: so it is the kernel that leaves it out, if it can.
     */
    private void leaveOutWhatLeaves(final String filter) throws IOException, PcapNativeException, NotOpenException
    {
        handle.setFilter(probe.inbound(filter), OPTIMIZE);
        handle.sendPacket(probe.frame());
        handle.sendPacket(probe.frame());
        for (int i = 0; i < PROBE_WAITS && !probe.hasCome(); i++)
        {
            take();
        }
        if (!probe.hasCome())
        {
            handle.setFilter(filter, OPTIMIZE);
        }
    }

    /**
     * Waits for a frame, no longer than {@link #PATIENCE_MS} or so.
     *
     * @param frame is filled in.
     * @return false when none has come.
     * @throws IOException when no more can come, since the interface has gone for one: one sentence.
     */
    public boolean next(final Frame frame) throws IOException
    {
        if (taken.isEmpty())
        {
            take();
        }

        final Taken next = taken.poll();
        if (next == null)
        {
            return false;
        }

        final byte[] bytes = next.bytes;
        frame.clearOptions();
        frame.number = ++frameNumber;
        frame.timestampNs =
            Math.floorDiv(next.timestamp.getTime(), MS_PER_SECOND) * NS_PER_SECOND + next.timestamp.getNanos();
        frame.linkType = linkType;
        frame.lengths(bytes.length, next.originalLength);
        System.arraycopy(bytes, 0, frame.data, 0, bytes.length);
        frame.direction = direction(bytes);
        return true;
    }

    /**
     * Takes what is there, or waits for the first. By a listener: a frame that comes while the wait is broken off is
     * given to it all the same, where a call that returns a frame would return nothing, and the frame be lost.
     */
    private void take() throws IOException
    {
        try
        {
            handle.dispatch(BATCH, onFrame);
        }
        catch (final InterruptedException ex)
        {
            return;     // so pcap4j says that the wait was broken off
        }
        catch (final PcapNativeException | NotOpenException ex)
        {
            throw new IOException(
                "the capture of " + name + " has ended: " + ex.getMessage().replaceFirst("^Error occurred: ", ""), ex);
        }
    }

    private void onFrame(final byte[] bytes)
    {
        if (!probe.isProbe(bytes))
        {
            taken.add(new Taken(bytes, handle.getTimestamp(), handle.getOriginalLength()));
        }
    }

    public LinkType linkType()
    {
        return linkType;
    }

    /** Frames that passed the filter and found no room in the buffer, so far; -1 when the system does not say. */
    public long dropped()
    {
        try
        {
            return handle.getStats().getNumPacketsDropped();
        }
        catch (final PcapNativeException | NotOpenException ex)
        {
            return -1;
        }
    }

    /** Closing again does nothing. */
    @Override
    public void close()
    {
        synchronized (ticker)
        {
            isClosed = true;
            ticker.notifyAll();
        }
        handle.close();
    }

    /** From libpcap 1.10 on a wait goes on beyond its time while nothing comes, and until then nobody can end it. */
    private void tick()
    {
        synchronized (ticker)
        {
            try
            {
                while (!isClosed)
                {
                    ticker.wait(PATIENCE_MS);
                    breakOff();
                }
            }
            catch (final InterruptedException | NotOpenException ex)
            {
                Thread.currentThread().interrupt();     // nobody waits any more
            }
        }
    }

    /** Ends a wait, if there is one, or the next. From any thread. */
    void breakOff() throws NotOpenException
    {
        synchronized (ticker)
        {
            if (!isClosed)
            {
                handle.breakLoop();
            }
        }
    }

    /** libpcap keeps to itself which way a frame of Ethernet went, but the sender's address tells. */
    private FrameDirection direction(final byte[] bytes)
    {
        return switch (linkType)
        {
            case ETHERNET -> ownMac == null || bytes.length < ETHERNET_SOURCE_OFFSET + MAC_LENGTH ?
                FrameDirection.UNKNOWN :
                of(Arrays.equals(
                    bytes, ETHERNET_SOURCE_OFFSET, ETHERNET_SOURCE_OFFSET + MAC_LENGTH, ownMac, 0, MAC_LENGTH));
            case LINUX_SLL, LINUX_SLL2 -> cookedDirection(CookedType.of(linkType, bytes, bytes.length));
            default -> FrameDirection.UNKNOWN;
        };
    }

    private static FrameDirection cookedDirection(final int cookedType)
    {
        return cookedType == CookedType.NONE ? FrameDirection.UNKNOWN : of(cookedType == CookedType.OUTGOING);
    }

    private static FrameDirection of(final boolean isOutbound)
    {
        return isOutbound ? FrameDirection.OUTBOUND : FrameDirection.INBOUND;
    }

    private static boolean isCooked(final LinkType linkType)
    {
        return linkType == LinkType.LINUX_SLL || linkType == LinkType.LINUX_SLL2;
    }

    private static IOException refused(final String name, final PcapNativeException cause) throws SocketException
    {
        final String sentence = switch (cause.getReturnCode() == null ? 0 : cause.getReturnCode())
        {
            case NO_SUCH_DEVICE -> noSuchInterface(name);
            case PERMISSION_DENIED, PROMISCUOUS_DENIED ->
                name + " may not be captured from by this user: it takes root, or the capability CAP_NET_RAW";
            case INTERFACE_NOT_UP -> name + " is not up";
            default -> name + " cannot be captured from: " + cause.getMessage();
        };
        return new IOException(sentence, cause);
    }

    private static String noSuchInterface(final String name) throws SocketException
    {
        return "there is no interface " + (name.isEmpty() ? "without a name" : name) + "; there are " +
            SystemInterface.names();
    }

    /** A frame that has come and was not asked for yet. */
    private record Taken(byte[] bytes, Timestamp timestamp, int originalLength)
    {
    }
}
