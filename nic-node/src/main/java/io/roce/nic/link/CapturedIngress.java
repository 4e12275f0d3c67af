package io.roce.nic.link;

import io.netty.channel.EventLoop;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.KernelChecks;
import io.roce.wire.capture.KernelVerdict;
import io.roce.wire.capture.LiveCapture;
import io.roce.wire.capture.LiveCaptureConfig;
import io.roce.wire.capture.LocalAddresses;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.InetAddress;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * What arrives at some addresses, read from a capture of their interface, with the IP header as it was. A thread of its
 * own takes frames from the capture, repeats the kernel's checks, and hands datagrams over to the event loop: in places
 * that are made at the start and come back when they have been handled. A datagram that finds none is dropped and
 * counted, as one that finds no room in a socket's buffer is.
 */
public final class CapturedIngress implements AutoCloseable
{
    /** Datagrams that are handed over at once; some 4 MiB. */
    static final int PLACES = 1024;

    /** Datagrams that are handled before the event loop turns to something else. */
    private static final int BATCH = 64;

    /** Of an address that holds on one interface alone; packets do not carry it. */
    private static final Pattern SCOPE = Pattern.compile("%.*");

    private final LiveCapture capture;
    private final String networkInterface;
    private final int bufferBytes;
    private final List<GidEntry> gids;
    private final KernelChecks checks;
    private final ErrorHandler errorHandler;
    private final OneToOneConcurrentArrayQueue<Place> free = new OneToOneConcurrentArrayQueue<>(PLACES);
    private final OneToOneConcurrentArrayQueue<Place> full = new OneToOneConcurrentArrayQueue<>(PLACES);
    private final AtomicBoolean isDrainDue = new AtomicBoolean();
    private final AtomicLong captureDrops = new AtomicLong();
    private final AtomicLongArray handOverDrops;
    private final AtomicLongArray verdicts = new AtomicLongArray(KernelVerdict.values().length);

    private volatile boolean isClosing;
    private Thread thread;
    private EventLoop eventLoop;
    private DatagramHandler handler;
    private Runnable afterBatch;

    private CapturedIngress(
        final LiveCapture capture,
        final String networkInterface,
        final int bufferBytes,
        final List<GidEntry> gids,
        final LocalAddresses local,
        final ErrorHandler errorHandler)
    {
        this.capture = capture;
        this.networkInterface = networkInterface;
        this.bufferBytes = bufferBytes;
        this.gids = gids;
        this.errorHandler = errorHandler;
        checks = new KernelChecks(local);
        handOverDrops = new AtomicLongArray(gids.size());
        for (int i = 0; i < PLACES; i++)
        {
            free.add(new Place());
        }
    }

    /**
     * Opens the capture; nothing is read before a link of it is started.
     *
     * @param gids         the addresses, each with UDP port 4791.
     * @param bufferBytes  what is asked of the system for frames that have not been read yet.
     * @param errorHandler is told on the event loop when the capture ends by itself; the links live on.
     * @throws IllegalArgumentException when an address has another UDP port, or is none of the interface: one sentence.
     * @throws IOException              as {@link LiveCapture#open}.
     */
    public static CapturedIngress open(
        final String networkInterface,
        final List<GidEntry> gids,
        final int bufferBytes,
        final ErrorHandler errorHandler) throws IOException
    {
        for (final GidEntry gid : gids)
        {
            if (gid.udp().getPort() != Envelope.ROCE_PORT)
            {
                throw new IllegalArgumentException("ingress by a capture needs UDP port " + Envelope.ROCE_PORT + ": " +
                    Addresses.format(gid.udp()));
            }
        }

        final LocalAddresses local = LocalAddresses.of(networkInterface);
        final LiveCapture capture = LiveCapture.open(
            new LiveCaptureConfig(networkInterface, filter(gids), false, true, bufferBytes));
        try
        {
            requireLocal(networkInterface, local, gids);
            return new CapturedIngress(
                capture,
                networkInterface,
                bufferBytes,
                gids,
                local.with(gids.stream().map(gid -> gid.udp().getAddress()).toList()),
                errorHandler);
        }
        catch (final RuntimeException ex)
        {
            capture.close();
            throw ex;
        }
    }

    /** The link of one of the addresses: sends by the other one, and delivers what is captured. */
    public Link link(final GidEntry gid, final UdpLink egress)
    {
        return new CapturedLink(this, egress, gids.indexOf(gid));
    }

    /** The first link that is started starts all. On the event loop. */
    synchronized void start(final EventLoop eventLoop, final DatagramHandler handler, final Runnable afterBatch)
    {
        if (thread == null && !isClosing)
        {
            this.eventLoop = eventLoop;
            this.handler = handler;
            this.afterBatch = afterBatch;
            thread = new Thread(this::run, "roce-ingress");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Datagrams for an address that found no place, and for the first address also the frames that found no room in
     * the capture's buffer: whose those were nobody can tell.
     */
    long drops(final int index)
    {
        return handOverDrops.get(index) + (index == 0 ? captureDrops.get() : 0);
    }

    IngressFigures figures()
    {
        final Map<KernelVerdict, Long> counts = new EnumMap<>(KernelVerdict.class);
        for (final KernelVerdict verdict : KernelVerdict.values())
        {
            counts.put(verdict, verdicts.get(verdict.ordinal()));
        }
        long handOver = 0;
        for (int i = 0; i < handOverDrops.length(); i++)
        {
            handOver += handOverDrops.get(i);
        }
        return new IngressFigures(networkInterface, counts, captureDrops.get(), handOver);
    }

    /** What was asked of the system. */
    int bufferBytes()
    {
        return bufferBytes;
    }

    /** Ends the thread, which closes the capture within {@link LiveCapture#PATIENCE_MS}. Closing again does nothing. */
    @Override
    public synchronized void close()
    {
        if (!isClosing && thread == null)
        {
            capture.close();
        }
        isClosing = true;
    }

    private void run()
    {
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        final FrameDissector dissector = new FrameDissector();
        try (capture)
        {
            while (!isClosing)
            {
                if (!capture.next(frame))
                {
                    captureDrops.set(Math.max(captureDrops.get(), capture.dropped()));
                }
                else if (dissector.dissect(frame, roceFrame) == FrameKind.ROCE_V2)
                {
                    onDatagram(roceFrame, checks.verdict(frame, roceFrame));
                }
            }
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            onFailure(ex);
        }
    }

    private void onFailure(final Throwable failure)
    {
        try
        {
            eventLoop.execute(() -> errorHandler.onError(failure));
        }
        catch (final RejectedExecutionException ex)
        {
            failure.addSuppressed(ex);      // the node has ended, and with it whom this is to be told
        }
    }

    private void onDatagram(final RoceFrame roceFrame, final KernelVerdict verdict)
    {
        verdicts.incrementAndGet(verdict.ordinal());
        if (verdict != KernelVerdict.DELIVERED)
        {
            return;
        }

        final int index = indexOf(roceFrame.datagram().envelope().destination());
        final Place place = free.poll();
        if (place == null)
        {
            handOverDrops.incrementAndGet(index);
            return;
        }

        place.take(roceFrame.datagram(), index);
        full.add(place);
        wake();
    }

    private void wake()
    {
        if (isDrainDue.compareAndSet(false, true))
        {
            try
            {
                eventLoop.execute(this::drain);
            }
            catch (final RejectedExecutionException ex)
            {
                isClosing = true;       // the event loop has ended, and with it whom this was for
            }
        }
    }

    private void drain()
    {
        isDrainDue.set(false);
        if (isClosing)
        {
            return;
        }

        Place place = null;
        for (int i = 0; i < BATCH && (place = full.poll()) != null; i++)
        {
            try
            {
                handler.onDatagram(place.datagram, gids.get(place.index));
            }
            catch (final RuntimeException | Error ex)
            {
                errorHandler.onError(ex);
            }
            finally
            {
                free.add(place);
            }
        }
        afterBatch.run();
        if (place != null)
        {
            wake();
        }
    }

    private int indexOf(final InetAddress destination)
    {
        for (int i = 0; i < gids.size(); i++)
        {
            if (gids.get(i).udp().getAddress().equals(destination))
            {
                return i;
            }
        }

        throw new IllegalStateException("no address of this node passed the checks: " + destination);
    }

    private static void requireLocal(
        final String networkInterface, final LocalAddresses local, final List<GidEntry> gids)
    {
        for (final GidEntry gid : gids)
        {
            // What this machine sends to itself comes by the loopback interface, whatever the address.
            if (!local.isLoopback() && !local.addresses().isEmpty() && !local.contains(gid.udp().getAddress()))
            {
                throw new IllegalArgumentException(Addresses.format(gid.udp().getAddress()) +
                    " is no address of " + networkInterface + ", so that nothing for it would be captured there");
            }
        }
    }

    /** Of a datagram in fragments the first is taken, and counted as one that is not delivered. */
    private static String filter(final List<GidEntry> gids)
    {
        return "udp dst port " + Envelope.ROCE_PORT + " and (" + gids.stream()
            .map(gid -> "dst host " + SCOPE.matcher(Addresses.format(gid.udp().getAddress())).replaceFirst(""))
            .collect(Collectors.joining(" or ")) + ")";
    }

    /** One datagram on its way to the event loop. */
    private static final class Place
    {
        private final RoceDatagram datagram = new RoceDatagram();
        private int index;

        /** One that is longer than any legal packet is cut to what tells that. */
        void take(final RoceDatagram source, final int index)
        {
            this.index = index;
            if (source.length() <= RoceDatagram.CAPACITY)
            {
                datagram.copyFrom(source);
                return;
            }

            datagram.envelope().copyFrom(source.envelope(), RoceDatagram.CAPACITY);
            datagram.onBytes(RoceDatagram.CAPACITY);
        }
    }
}
