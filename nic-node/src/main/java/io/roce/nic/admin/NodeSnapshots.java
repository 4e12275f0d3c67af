package io.roce.nic.admin;

import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.trace.DropRings;
import io.roce.nic.trace.DropSelection;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Takes snapshots of the node. Admin loop only. */
final class NodeSnapshots
{
    /** More squares than these nobody tells apart on a screen. */
    private static final int MAX_CELLS = 1_024;

    private static final int BEFORE_ALL = -1;
    private static final int MAX_QUEUE = 20;
    private static final int MAX_DROPS = 20;
    private static final DropSelection NEWEST =
        new DropSelection(Set.of(), DropSelection.ANY, null, 0, MAX_DROPS);

    private final Lanes lanes;
    private final DropRings drops;
    private final UsageJson usage;
    private final NanoClock clock;
    private final EpochNanoClock wallClock;
    private final long startedNs;
    private final long intervalMs;

    /** Of each lane; null before they are asked for. */
    private CompletableFuture<List<Thread>> threads;

    /**
     * @param clock      the lanes'.
     * @param startedNs  when the node started, on that clock.
     * @param intervalMs from one snapshot to the next.
     */
    NodeSnapshots(
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

    /** Takes one by one command of the lanes. What comes is to be written on another thread than theirs. */
    CompletableFuture<Json.Content> take()
    {
        return threads()
            .thenCompose(ofLanes -> lanes.whileHeld(() -> snapshot(ofLanes)))
            .thenApply(snapshot ->
                json -> snapshot.write(json, usage, intervalMs, lanes.first().kernelDrops()));
    }

    /** Only a lane's own thread can say which it is. It stays the same, so they are asked once. */
    private CompletableFuture<List<Thread>> threads()
    {
        if (threads == null || threads.isCompletedExceptionally())
        {
            threads = lanes.onEach(lane -> Thread.currentThread());
        }
        return threads;
    }

    /** While all lanes are held. */
    private NodeSnapshot snapshot(final List<Thread> ofLanes)
    {
        final LanesFigures figures = lanes.figures();
        final TableFigures table = figures.table();
        final int grain = grain(table.firstQpn(), table.lastQpn());
        final List<UsageJson.State> states = new ArrayList<>();
        for (int i = 0; i < ofLanes.size(); i++)
        {
            states.add(new UsageJson.State(ofLanes.get(i), lanes.all().get(i).linkFigures()));
        }
        return new NodeSnapshot(
            wallClock.nanoTime(),
            TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startedNs),
            LedgerJson.of(lanes, figures),
            table,
            figures.cache(),
            figures.quarantine(),
            states,
            grain,
            figures.cells(grain, BEFORE_ALL, MAX_CELLS),
            figures.quarantineQueue(MAX_QUEUE),
            drops.read(NEWEST, MAX_DROPS));
    }

    /** The smallest power of two by which the pool has no more cells than a map may have. */
    private static int grain(final int firstQpn, final int lastQpn)
    {
        int grain = 1;
        while (lastQpn / grain - firstQpn / grain >= MAX_CELLS)
        {
            grain *= 2;
        }
        return grain;
    }
}
