package io.roce.nic.admin;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.QueuePairs;
import org.agrona.concurrent.NanoClock;

import java.util.concurrent.CompletableFuture;

/** Verbs that requests ask the lane for: what a verb refuses is a refused request. Any thread. */
final class LaneVerbs
{
    private final Lane lane;
    private final NanoClock clock;

    /** @param clock the lane's. */
    LaneVerbs(final Lane lane, final NanoClock clock)
    {
        this.lane = lane;
        this.clock = clock;
    }

    /** Something asked of the queue pairs, or of what they work with. Lane thread. */
    @FunctionalInterface
    interface Verb<T>
    {
        T run(QueuePairs queuePairs) throws VerbsException, Refusal;
    }

    <T> CompletableFuture<T> run(final Verb<T> verb)
    {
        return lane.submit(() ->
        {
            try
            {
                return verb.run(lane.queuePairs());
            }
            catch (final VerbsException e)
            {
                throw VerbsRefusals.of(e);
            }
        });
    }

    /** A verb on one queue pair number: when nobody has it, the refusal says who had it. */
    <T> CompletableFuture<T> run(final int qpn, final Verb<T> verb)
    {
        return run(queuePairs ->
        {
            try
            {
                return verb.run(queuePairs);
            }
            catch (final VerbsException e)
            {
                final Refusal refusal = VerbsRefusals.of(e);
                throw refusal.status() != 404 ?
                    refusal :
                    refusal.with("history", QpJson.history(queuePairs.history().of(qpn), clock.nanoTime()));
            }
        });
    }
}
