package io.roce.nic.record;

import io.roce.nic.link.GidEntry;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.FateReason;
import io.roce.wire.capture.FrameComposer;
import io.roce.wire.capture.LinkType;
import io.roce.wire.header.BthFlyweight;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.packet.RoceDatagram;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * One recording, from on to off: puts packets in a ring, whose other end a {@link RecordWriter} empties on a thread of
 * its own. Lane thread only.
 */
final class RecordSession
{
    /** Some 2,000 of the longest packets. */
    static final int RING_LENGTH = 8 << 20;

    private static final int PACKET = 1;
    private static final int MIN_ICRC_LENGTH = BthFlyweight.LENGTH + Icrc.LENGTH;
    private static final long CLOSE_TIMEOUT_MS = 5_000;

    private final RecordConfig config;
    private final OneToOneRingBuffer ring = new OneToOneRingBuffer(
        new UnsafeBuffer(ByteBuffer.allocateDirect(RING_LENGTH + RingBufferDescriptor.TRAILER_LENGTH)));
    private final FrameComposer composer = new FrameComposer(LinkType.RAW);
    private final RecordedPacket packet = new RecordedPacket();
    private final FateReason noReason = new FateReason();
    private final IcrcVerifier icrcVerifier;
    private final long[] packets;
    private final long[] missed;
    private final RecordWriter writer;

    /**
     * @param log    as {@link Recorder} has it.
     * @param before ends before this one begins, since both write the same file; null for none.
     */
    RecordSession(
        final RecordConfig config,
        final List<GidEntry> gids,
        final IcrcMode icrcMode,
        final EpochNanoClock clock,
        final String application,
        final Consumer<String> log,
        final RecordSession before)
    {
        this.config = config;
        icrcVerifier = new IcrcVerifier(icrcMode == IcrcMode.OFF ? IcrcMode.INFER : icrcMode);
        packets = new long[gids.size()];
        missed = new long[gids.size()];
        writer = new RecordWriter(
            ring,
            missed,
            new RecordFiles(config, gids.stream().map(RecordSession::interfaceName).toList(), application),
            clock,
            log,
            before == null ? CompletableFuture.completedFuture(null) : before.writer.ended());
    }

    void start()
    {
        final Thread thread = new Thread(writer, "roce-record");
        // A disk that does not answer must not keep the program from ending.
        thread.setDaemon(true);
        thread.start();
    }

    /** Done when the file is there. */
    CompletableFuture<Void> opened()
    {
        return writer.opened();
    }

    /** Done when all is in the file; nothing may be put in any more. */
    CompletableFuture<Void> end()
    {
        return writer.end();
    }

    /** Why it has failed; null when it has not. */
    String failure()
    {
        return writer.failure();
    }

    /** Ends it, and waits for that as long as one does for a disk. */
    void close()
    {
        try
        {
            end().get(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        catch (final TimeoutException | ExecutionException ex)
        {
            throw new IllegalStateException(
                "recording did not end within " + CLOSE_TIMEOUT_MS + " ms: " + config.file() + " takes no more", ex);
        }
    }

    /** A packet has come and ended. */
    void onReceived(
        final long timeNs,
        final int networkInterface,
        final Fate fate,
        final RoceDatagram datagram,
        final FateReason reason)
    {
        packet.fate = fate;
        packet.sourceQpn = RoceDatagram.NO_QPN;
        final int frame = put(timeNs, networkInterface, datagram, fate.isDrop() ? reason : noReason);
        if (frame < 0)
        {
            return;
        }

        if (isInferred(datagram))
        {
            composer.identify(
                ring.buffer(), frame, icrcVerifier.identification(), icrcVerifier.isDontFragment());
        }
        ring.commit(frame - RecordedPacket.LENGTH);
    }

    /** A packet has left. */
    void onSent(final long timeNs, final int networkInterface, final RoceDatagram datagram, final int sourceQpn)
    {
        packet.fate = null;
        packet.sourceQpn = sourceQpn;
        final int frame = put(timeNs, networkInterface, datagram, noReason);
        if (frame >= 0)
        {
            ring.commit(frame - RecordedPacket.LENGTH);
        }
    }

    RecordFigures figures(final RecordState state, final RecordMode mode)
    {
        // In this order: what has ended counts no more.
        final boolean hasEnded = writer.ended().isDone();
        final long recorded = writer.recorded();
        final long all = Arrays.stream(packets).sum();
        return new RecordFigures(
            state,
            config,
            mode,
            all,
            recorded,
            hasEnded ? all - recorded : Arrays.stream(missed).sum(),
            writer.fileBytes(),
            writer.files(),
            writer.failure());
    }

    /** @return where its frame is in the ring, to be committed; negative when there is no room, which is counted. */
    private int put(
        final long timeNs, final int networkInterface, final RoceDatagram datagram, final FateReason reason)
    {
        packets[networkInterface]++;
        final int index = ring.tryClaim(PACKET, RecordedPacket.LENGTH + composer.length(datagram));
        if (index < 0)
        {
            missed[networkInterface]++;
            return index;
        }

        packet.timeNs = timeNs;
        packet.networkInterface = networkInterface;
        packet.missed = missed[networkInterface];
        packet.write(ring.buffer(), index, reason);
        composer.compose(datagram, ring.buffer(), index + RecordedPacket.LENGTH);
        return index + RecordedPacket.LENGTH;
    }

    private boolean isInferred(final RoceDatagram datagram)
    {
        return !datagram.envelope().isIpv6() && datagram.length() >= MIN_ICRC_LENGTH &&
            icrcVerifier.verify(datagram.envelope(), datagram.length()) == IcrcVerdict.INFERRED;
    }

    private static String interfaceName(final GidEntry gid)
    {
        return "%s (port %d, GID index %d)".formatted(
            gid.udp().getAddress().getHostAddress(), gid.portNum(), gid.gidIndex());
    }
}
