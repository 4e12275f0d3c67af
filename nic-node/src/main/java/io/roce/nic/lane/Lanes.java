package io.roce.nic.lane;

import io.roce.nic.fault.FaultConfig;
import io.roce.nic.stats.LedgerSnapshot;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The lanes of a node, each with queue pair numbers of its own: what is asked of a queue pair is asked of its lane, and
 * what concerns all of them is done by the first lane while the others are held. With one lane all of it is a command
 * of that lane. Any thread.
 */
public final class Lanes
{
    private final List<Lane> all;
    private final List<Lane> others;
    private final QpnShards shards;
    private final QpPlacement placement;

    /** @param all in the order of their shards. */
    public Lanes(final List<? extends Lane> all, final QpnShards shards)
    {
        this.all = List.copyOf(all);
        this.shards = shards;
        others = this.all.subList(1, all.size());
        placement = new QpPlacement(this);
    }

    /** The one lane of a node. */
    public static Lanes of(final Lane lane)
    {
        final QueuePairsConfig config = lane.queuePairs().config();
        return new Lanes(List.of(lane), QpnShards.of(config.firstQpn(), config.lastQpn(), 1));
    }

    public int count()
    {
        return all.size();
    }

    /** In the order of their shards. */
    public List<Lane> all()
    {
        return all;
    }

    /** The one that domains, regions and completion queues are asked of, and that holds the others. */
    public Lane first()
    {
        return all.get(0);
    }

    /** Which lane has which numbers. */
    public QpnShards shards()
    {
        return shards;
    }

    /** The lane of a queue pair number; of one that nobody can have, the first. */
    public Lane of(final int qpn)
    {
        final int lane = shards.laneOf(qpn);
        return all.get(lane == QpnShards.NONE ? 0 : lane);
    }

    /** New queue pairs, whichever lane they come to. */
    public QpPlacement placement()
    {
        return placement;
    }

    /**
     * Runs a command on the first lane's thread while every other lane waits, so that it may read and change what is
     * all lanes'. It must neither wait for another lane nor open, close or use a link of one.
     */
    public <T> CompletableFuture<T> whileHeld(final Callable<T> command)
    {
        return others.isEmpty() ?
            first().submit(command) :
            first().submit(() -> LaneHold.whileHeld(others, command));
    }

    /** Runs a command on each lane's thread, whenever that comes to it; the answers in the order of the lanes. */
    public <T> CompletableFuture<List<T>> onEach(final Function<Lane, T> command)
    {
        final List<CompletableFuture<T>> answers =
            all.stream().map(lane -> lane.submit(() -> command.apply(lane))).toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
            .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
    }

    /** The account of the node: what is on its way between lanes is held. */
    public CompletableFuture<LedgerSnapshot> ledger()
    {
        return whileHeld(() -> figures().ledger());
    }

    /** Each lane takes these fault rules, which count and draw for themselves there. */
    public CompletableFuture<Void> replaceFaults(final FaultConfig config)
    {
        return onEach(lane ->
        {
            lane.faults().replace(config.ofLane(all.indexOf(lane)));
            return lane;
        }).thenApply(done -> null);
    }

    /** Figures of all lanes together; to be read {@link #whileHeld}. */
    public LanesFigures figures()
    {
        return new LanesFigures(all);
    }
}
