package io.roce.nic.record;

import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.FateListener;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.agrona.concurrent.EpochNanoClock;

/**
 * Records the packets of one lane while it is switched on. Lane thread only, or, before the lane begins and when it has
 * ended, that of whoever opens and closes it. Nothing here waits for a disk, and nothing is allocated for a packet.
 */
public final class Recorder implements FateListener, AutoCloseable
{
    private final RecordConfig config;
    private final List<GidEntry> gids;
    private final IcrcMode icrcMode;
    private final EpochNanoClock clock;
    private final String application;
    private final Consumer<String> log;

    private RecordMode mode;
    private boolean isOn;
    /** The last there was; null before the first. */
    private RecordSession session;

    /**
     * @param gids        of all ports: each is an interface of the file.
     * @param icrcMode    the node's: of a packet whose IPv4 identification it has inferred, that stands in the file.
     * @param clock       nanoseconds since 1970.
     * @param application what writes the file, name and version.
     * @param log         is told on another thread, in one sentence, when recording has failed.
     */
    public Recorder(
        final RecordConfig config,
        final List<GidEntry> gids,
        final IcrcMode icrcMode,
        final EpochNanoClock clock,
        final String application,
        final Consumer<String> log)
    {
        this.config = config;
        this.gids = List.copyOf(gids);
        this.icrcMode = icrcMode;
        this.clock = clock;
        this.application = application;
        this.log = log;
        mode = config.mode();
    }

    /** One that has no file, and never records. */
    public static Recorder none()
    {
        return new Recorder(RecordConfig.NONE, List.of(), IcrcMode.OFF, () -> 0, "", sentence -> { });
    }

    /** Whether there is a file to record to. */
    public boolean hasFile()
    {
        return config.file() != null;
    }

    /**
     * Begins to record to a new file, or, when it does already, goes on with another mode.
     *
     * @return done when the file is there; fails, with an {@link java.io.IOException} that is one sentence, when it
     *         cannot be.
     * @throws IllegalStateException when there is no file to record to.
     */
    public CompletableFuture<Void> on(final RecordMode mode)
    {
        requireFile();
        this.mode = mode;
        if (!isRecording())
        {
            session = new RecordSession(config, gids, icrcMode, clock, application, log, session);
            session.start();
            isOn = true;
        }

        return session.opened();
    }

    /**
     * Ends it.
     *
     * @return done when all that was recorded is in the file.
     * @throws IllegalStateException when there is no file to record to.
     */
    public CompletableFuture<Void> off()
    {
        requireFile();
        isOn = false;
        if (session == null)
        {
            return CompletableFuture.completedFuture(null);
        }

        return session.end();
    }

    @Override
    public void onFate(final Fate fate, final RoceDatagram datagram, final Arrival arrival)
    {
        if (isRecording() && (mode == RecordMode.ALL || fate.isDrop()))
        {
            session.onReceived(clock.nanoTime(), indexOf(arrival.gid()), fate, datagram, arrival.reason());
        }
    }

    /** Stands in front of the link of an address: what is sent there is recorded. The link itself without a file. */
    public Egress inFrontOf(final GidEntry gid, final Egress link)
    {
        return hasFile() ? new RecordedEgress(this, indexOf(gid), link) : link;
    }

    void onSent(final int networkInterface, final RoceDatagram datagram)
    {
        if (isRecording() && mode == RecordMode.ALL)
        {
            session.onSent(clock.nanoTime(), networkInterface, datagram, sender(datagram));
        }
    }

    public RecordFigures figures()
    {
        final RecordState state =
            !hasFile() ? RecordState.NO_FILE :
            session != null && session.failure() != null ? RecordState.FAILED :
            isOn ? RecordState.ON : RecordState.OFF;
        return session == null ?
            new RecordFigures(state, config, mode, 0, 0, 0, 0, 0, null) : session.figures(state, mode);
    }

    /** Ends it, and waits some seconds at the most for what is to come to the file. Closing again does nothing. */
    @Override
    public void close()
    {
        isOn = false;
        if (session != null)
        {
            session.close();
        }
    }

    private boolean isRecording()
    {
        return isOn && session.failure() == null;
    }

    private void requireFile()
    {
        if (!hasFile())
        {
            throw new IllegalStateException("there is no file to record to");
        }
    }

    private int indexOf(final GidEntry gid)
    {
        // Mostly there is one.
        for (int i = 0; i < gids.size(); i++)
        {
            if (gids.get(i) == gid)
            {
                return i;
            }
        }

        return gids.indexOf(gid);
    }

    private static int sender(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        return datagram.sourceQpn() == RoceDatagram.NO_QPN && packet.isReadable(HeaderType.DETH) ?
            packet.deth().srcQp() : datagram.sourceQpn();
    }
}
