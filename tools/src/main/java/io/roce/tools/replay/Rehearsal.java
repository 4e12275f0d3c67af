package io.roce.tools.replay;

import io.roce.nic.link.DatagramSender;
import io.roce.tools.pace.Pacer;
import io.roce.tools.pace.Pause;
import io.roce.tools.send.UdpSink;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.RoceFrame;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;

/**
 * The packets of a capture as they are going to be sent, paced, over and over, from a socket to itself that nobody
 * reads: the JVM loads and compiles what runs before the first packet is due. Over when packets have left on time for a
 * while, bounded in time. Not thread-safe.
 */
final class Rehearsal implements FrameVisitor
{
    private static final long MAX_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final double INTERVAL_NS = 20_000;

    /** What a packet may be late for its time to count as on time. */
    private static final long ON_TIME_NS = 20_000;

    /** What is later than that starts anew: what was slow to begin with is not to be caught up with. */
    private static final long BEHIND_NS = 1_000_000;

    /** Packets on time, 60 ms of them: in that what the compiler has begun comes to its end. */
    private static final int ENOUGH = 3_000;

    /** So many on time one late packet undoes: on a busy machine one in a hundred is late for ever. */
    private static final int UNDONE = 99;

    private final NanoClock clock;
    private final long startNs;
    private final Sending sending;
    private Route route;
    private boolean hasPackets;
    private int onTime;

    private Rehearsal(final NanoClock clock)
    {
        this.clock = clock;
        this.startNs = clock.nanoTime();
        this.sending = new Sending(Pace.every(INTERVAL_NS), new Pacer(clock, Pause.EXACT), null, List.of());
    }

    /**
     * Rehearses where the file can be read more than once.
     *
     * @param routes as they are when the packets are sent; each is open.
     */
    static void run(final Replay replay, final Routes routes, final NanoClock clock) throws IOException
    {
        if (replay.isReadableAgain() && !routes.opened().isEmpty())
        {
            final InetSocketAddress from = routes.opened().iterator().next().from();
            try (DatagramSender sender = DatagramSender.open(new InetSocketAddress(from.getAddress(), 0)))
            {
                new Rehearsal(clock).run(replay, routes, sender);
            }
        }
    }

    private void run(final Replay replay, final Routes routes, final DatagramSender sender) throws IOException
    {
        final UdpSink sink = new UdpSink(sender, sender.localAddress());
        final Routing routing = envelope ->
        {
            final Route known = routes.of(envelope);
            if (known != null && route == null)
            {
                route = new Route(sink.from(), known.target(), routes.rewriter(sink.from(), sink.to()), sink);
            }
            return known == null ? null : route;
        };
        boolean isGoingOn = true;
        while (isGoingOn)
        {
            sending.onLoop();
            isGoingOn = replay.walk(routing, this) && hasPackets;
        }
    }

    @Override
    public boolean onFrame(final Frame frame, final RoceFrame roceFrame, final Route route) throws IOException
    {
        hasPackets = true;
        sending.onFrame(frame, roceFrame, route);
        if (sending.lastLatenessNs() > BEHIND_NS)
        {
            sending.onLoop();
        }
        onTime = sending.lastLatenessNs() <= ON_TIME_NS ? onTime + 1 : Math.max(0, onTime - UNDONE);
        return onTime < ENOUGH && clock.nanoTime() - startNs < MAX_NS;
    }

    @Override
    public void onSkipped(final long frame, final String reason)
    {
        // Told when packets are sent.
    }

    @Override
    public void onEnd(final Map<FrameKind, Long> others)
    {
        // Told when packets are sent.
    }
}
