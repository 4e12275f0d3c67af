package io.roce.nic.admin;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.lane.QpPlacement;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.transport.Resources;
import org.agrona.concurrent.NanoClock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Verbs that requests ask the lanes for. Any thread. */
final class LaneVerbs
{
    private final Lanes lanes;
    private final NanoClock clock;

    /** @param clock the lanes'. */
    LaneVerbs(final Lanes lanes, final NanoClock clock)
    {
        this.lanes = lanes;
        this.clock = clock;
    }

    /** Something asked of the queue pairs of a lane. Lane thread. */
    @FunctionalInterface
    interface Verb<T>
    {
        T run(QueuePairs queuePairs) throws VerbsException, Refusal;
    }

    /** Something asked of what queue pairs work with. First lane's thread. */
    @FunctionalInterface
    interface ResourcesVerb<T>
    {
        T run(Resources resources) throws VerbsException, Refusal;
    }

    /** New queue pairs of one lane. Lane thread, or while the lane is held. */
    @FunctionalInterface
    interface Creator
    {
        List<QpSnapshot> create(QueuePairs queuePairs, int count) throws VerbsException, Refusal;
    }

    /** What makes, ends or counts something that all lanes have: all of them are held. */
    <T> CompletableFuture<T> onAll(final ResourcesVerb<T> verb)
    {
        return lanes.whileHeld(() -> verb.run(lanes.first().queuePairs().resources()));
    }

    /** What only looks something up that all lanes have. */
    <T> CompletableFuture<T> onFirst(final ResourcesVerb<T> verb)
    {
        return lanes.first().submit(() -> verb.run(lanes.first().queuePairs().resources()));
    }

    /** A verb on one queue pair number: when nobody has it, the refusal says who had it. */
    <T> CompletableFuture<T> run(final int qpn, final Verb<T> verb)
    {
        final Lane lane = lanes.of(qpn);
        return lane.submit(() ->
        {
            try
            {
                return verb.run(lane.queuePairs());
            }
            catch (final VerbsException e)
            {
                final Refusal refusal = VerbsRefusals.of(e);
                throw refusal.status() != 404 ?
                    refusal :
                    refusal.with("history", QpJson.history(lane.queuePairs().history().of(qpn), clock.nanoTime()));
            }
        });
    }

    /** What is told of all queue pairs together. */
    CompletableFuture<Answer> onFigures(final Function<LanesFigures, Answer> answer)
    {
        return lanes.whileHeld(() -> answer.apply(lanes.figures()));
    }

    /** A queue pair with a number that is asked for. */
    CompletableFuture<List<QpSnapshot>> createWithQpn(final int qpn, final Creator creator)
    {
        return lanes.placement().createWithQpn(qpn, asked(creator)).thenApply(List::of);
    }

    /** So many queue pairs with any numbers. */
    CompletableFuture<List<QpSnapshot>> create(final int count, final boolean contiguous, final Creator creator)
    {
        return lanes.placement().create(count, contiguous, QpSnapshot::qpn, asked(creator));
    }

    private static QpPlacement.Creator<QpSnapshot> asked(final Creator creator)
    {
        return (lane, count) -> creator.create(lane.queuePairs(), count);
    }
}
