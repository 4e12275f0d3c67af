package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.qp.QpCellFigures;
import io.roce.nic.qpn.QuarantinedQpn;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Drop;
import io.roce.nic.trace.DropRings;
import io.roce.nic.trace.DropSelection;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The node at one moment, as {@code /v1/events} tells it: everything is read by one command while lanes are held. */
final class SnapshotEvents
{
    /** What a map of the table has at the most; a screen shows no more squares that can be told apart. */
    static final int MAX_CELLS = 1_024;

    private static final int MAX_QUEUE = 20;
    private static final DropSelection NEWEST_DROPS = new DropSelection(Set.<Fate>of(), DropSelection.ANY, null, 0, 20);

    private final Lanes lanes;
    private final DropRings drops;
    private final UsageJson usage;
    private final NanoClock clock;
    private final EpochNanoClock wallClock;
    private final long startedNs;
    private final long intervalMs;
    private CompletableFuture<List<Thread>> threads;

    /**
     * @param clock      the lanes'.
     * @param startedNs  when the node started, on that clock.
     * @param intervalMs from one snapshot to the next.
     */
    SnapshotEvents(
        final Lanes lanes,
        final DropRings drops,
        final UsageJson usage,
        final NanoClock clock,
        final EpochNanoClock wallClock,
        final long startedNs,
        final long intervalMs)
    {
        this.lanes = lanes;
        this.drops = drops;
        this.usage = usage;
        this.clock = clock;
        this.wallClock = wallClock;
        this.startedNs = startedNs;
        this.intervalMs = intervalMs;
    }

    long intervalMs()
    {
        return intervalMs;
    }

    /** Reads it; what comes is written on another thread than a lane's. */
    CompletableFuture<Json.Content> read()
    {
        return threads().thenCompose(found -> lanes.whileHeld(() -> snapshot(found)))
            .thenApply(snapshot -> json -> snapshot.write(json, lanes.first().kernelDrops()));
    }

    /** While all lanes are held. */
    private Snapshot snapshot(final List<Thread> ofLanes)
    {
        final LanesFigures figures = lanes.figures();
        final TableFigures table = figures.table();
        final int grain = grain(table.firstQpn(), table.lastQpn());
        return new Snapshot(
            wallClock.nanoTime(),
            TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startedNs),
            LedgerJson.of(lanes),
            table,
            figures.cache(),
            figures.quarantine(),
            states(ofLanes),
            grain,
            figures.cells(grain, -1, MAX_CELLS),
            figures.quarantineQueue(MAX_QUEUE),
            drops.read(NEWEST_DROPS, NEWEST_DROPS.last()));
    }

    /** A lane's thread is known to that thread alone, and does not change: each lane is asked once. */
    private CompletableFuture<List<Thread>> threads()
    {
        if (threads == null)
        {
            threads = lanes.onEach(lane -> Thread.currentThread());
        }
        return threads;
    }

    private List<UsageJson.State> states(final List<Thread> ofLanes)
    {
        final List<UsageJson.State> states = new ArrayList<>();
        for (int i = 0; i < ofLanes.size(); i++)
        {
            states.add(new UsageJson.State(ofLanes.get(i), lanes.all().get(i).linkFigures()));
        }
        return states;
    }

    /** The smallest power of two by which a pool has no more than {@link #MAX_CELLS} cells. */
    static int grain(final int firstQpn, final int lastQpn)
    {
        int grain = 1;
        while (lastQpn / grain - firstQpn / grain >= MAX_CELLS)
        {
            grain *= 2;
        }
        return grain;
    }

    private final class Snapshot
    {
        private final long timeNs;
        private final long uptimeMs;
        private final LedgerJson ledger;
        private final TableFigures table;
        private final CacheFigures cache;
        private final QuarantineFigures quarantine;
        private final List<UsageJson.State> states;
        private final int grain;
        private final List<QpCellFigures> cells;
        private final List<QuarantinedQpn> queue;
        private final List<Drop> newest;

        Snapshot(
            final long timeNs,
            final long uptimeMs,
            final LedgerJson ledger,
            final TableFigures table,
            final CacheFigures cache,
            final QuarantineFigures quarantine,
            final List<UsageJson.State> states,
            final int grain,
            final List<QpCellFigures> cells,
            final List<QuarantinedQpn> queue,
            final List<Drop> newest)
        {
            this.timeNs = timeNs;
            this.uptimeMs = uptimeMs;
            this.ledger = ledger;
            this.table = table;
            this.cache = cache;
            this.quarantine = quarantine;
            this.states = states;
            this.grain = grain;
            this.cells = cells;
            this.queue = queue;
            this.newest = newest;
        }

        void write(final JsonGenerator json, final long[] kernelDrops) throws IOException
        {
            json.writeStartObject();
            json.writeStringField("time", DropsJson.time(timeNs));
            json.writeNumberField("uptime_ms", uptimeMs);
            json.writeNumberField("interval_ms", intervalMs);
            json.writeFieldName("ledger");
            ledger.write(json, kernelDrops);
            json.writeFieldName("table");
            FiguresJson.writeTable(json, table);
            json.writeFieldName("cache");
            FiguresJson.writeCache(json, cache);
            json.writeFieldName("quarantine");
            FiguresJson.writeQuarantine(json, quarantine);
            json.writeFieldName("usage");
            usage.write(json, states);
            writeCells(json);
            json.writeFieldName("quarantine_queue");
            FiguresJson.writeQuarantined(json, queue);
            json.writeArrayFieldStart("drops");
            for (final Drop drop : newest)
            {
                DropsJson.writeDrop(json, drop);
            }
            json.writeEndArray();
            json.writeEndObject();
        }

        /** Each three numbers: there may be a thousand. */
        private void writeCells(final JsonGenerator json) throws IOException
        {
            json.writeObjectFieldStart("cells");
            json.writeNumberField("grain", grain);
            json.writeArrayFieldStart("cells");
            for (final QpCellFigures cell : cells)
            {
                json.writeArray(new int[]{cell.firstQpn(), cell.live(), cell.quarantined()}, 0, 3);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }
}
