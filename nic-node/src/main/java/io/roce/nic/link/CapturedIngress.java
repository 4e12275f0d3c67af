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
import io.roce.wire.capture.RoceFilter;
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
import java.util.function.Consumer;

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

    private final IngressCapture capture;
    private final String networkInterface;
    private final int bufferBytes;
    private final List<GidEntry> gids;
    private final ErrorHandler errorHandler;
    private final OneToOneConcurrentArrayQueue<Place> free = new OneToOneConcurrentArrayQueue<>(PLACES);
    private final OneToOneConcurrentArrayQueue<Place> full = new OneToOneConcurrentArrayQueue<>(PLACES);
    private final AtomicBoolean isDrainDue = new AtomicBoolean();
    private final AtomicLong cut = new AtomicLong();
    private final AtomicLongArray handOverDrops;
    private final AtomicLongArray verdicts = new AtomicLongArray(KernelVerdict.values().length);

    private volatile boolean isClosing;
    private volatile String failure;
    private Thread thread;
    private EventLoop eventLoop;
    private DatagramHandler handler;
    private BatchListener batches;

    private CapturedIngress(
        final IngressCapture capture,
        final String networkInterface,
        final int bufferBytes,
        final List<GidEntry> gids,
        final ErrorHandler errorHandler)
    {
        this.capture = capture;
        this.networkInterface = networkInterface;
        this.bufferBytes = bufferBytes;
        this.gids = gids;
        this.errorHandler = errorHandler;
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
     * @param notice       is told in a sentence when the capture ends by itself, since its interface is gone, and when
     *                     it has been opened again; the links live on.
     * @param errorHandler is told on the event loop of what the handler throws, and of what ends the thread.
     * @throws IllegalArgumentException when an address has another UDP port, or is none of the interface: one sentence.
     * @throws IOException              as {@link LiveCapture#open}.
     */
    public static CapturedIngress open(
        final String networkInterface,
        final List<GidEntry> gids,
        final int bufferBytes,
        final Consumer<String> notice,
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

        return new CapturedIngress(
            new IngressCapture(networkInterface, () -> openCapture(networkInterface, gids, bufferBytes), notice),
            networkInterface,
            bufferBytes,
            gids,
            errorHandler);
    }

    private static IngressCapture.Opened openCapture(
        final String networkInterface, final List<GidEntry> gids, final int bufferBytes) throws IOException
    {
        final List<InetAddress> addresses = gids.stream().map(gid -> gid.udp().getAddress()).toList();
        final LiveCapture capture = LiveCapture.open(
            new LiveCaptureConfig(networkInterface, RoceFilter.to(addresses), false, true, bufferBytes));
        try
        {
            // Behind it, so that it is the interface that has been opened.
            final LocalAddresses local = LocalAddresses.of(networkInterface);
            requireLocal(networkInterface, local, addresses);
            return new IngressCapture.Opened(capture, new KernelChecks(local.with(addresses)));
        }
        catch (final IOException | RuntimeException ex)
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
    synchronized void start(final EventLoop eventLoop, final DatagramHandler handler, final BatchListener batches)
    {
        if (thread == null && !isClosing)
        {
            this.eventLoop = eventLoop;
            this.handler = handler;
            this.batches = batches;
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
        return handOverDrops.get(index) + (index == 0 ? captureDrops() : 0);
    }

    private long captureDrops()
    {
        return capture.drops() + cut.get();
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
        return new IngressFigures(
            networkInterface,
            counts,
            captureDrops(),
            handOver,
            capture.interruptions(),
            failure != null ? failure : capture.interruption());
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
                if (capture.next(frame) && dissector.dissect(frame, roceFrame) == FrameKind.ROCE_V2)
                {
                    onDatagram(roceFrame, capture.verdict(frame, roceFrame));
                }
            }
        }
        catch (final RuntimeException | Error ex)
        {
            onFailure(ex);
        }
    }

    private void onFailure(final Throwable cause)
    {
        failure = "the capture of " + networkInterface + " has failed: " + cause;
        try
        {
            eventLoop.execute(() -> errorHandler.onError(cause));
        }
        catch (final RejectedExecutionException ex)
        {
            cause.addSuppressed(ex);        // the node has ended, and with it whom this is to be told
        }
    }

    private void onDatagram(final RoceFrame roceFrame, final KernelVerdict verdict)
    {
        if (verdict == KernelVerdict.DELIVERED && isCutShort(roceFrame))
        {
            cut.incrementAndGet();
            return;
        }

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

    /**
     * Whether too little room was there for a packet that may be legal. libpcap makes it as large as the interface's
     * MTU asks for, which may have grown since.
     */
    private static boolean isCutShort(final RoceFrame roceFrame)
    {
        return roceFrame.isCut() && roceFrame.datagram().length() < RoceDatagram.CAPACITY;
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

        batches.beforeBatch();
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
        batches.afterBatch();
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
        final String networkInterface, final LocalAddresses local, final List<InetAddress> addresses)
    {
        for (final InetAddress address : addresses)
        {
            // What this machine sends to itself comes by the loopback interface, whatever the address.
            if (!local.isLoopbackHere() && !local.contains(address))
            {
                throw new IllegalArgumentException(Addresses.format(address) +
                    " is no address of " + networkInterface + ", so that nothing for it would be captured there");
            }
        }
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
