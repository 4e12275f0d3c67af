package io.roce.nic.lane;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

/**
 * Which lane new queue pairs come to: lanes take turns, and one that has no free numbers is passed over. Those of one
 * call are of one lane where one has numbers for all; otherwise they are spread, all or none. What is held back is let
 * go, as far as the policies allow, only when all lanes together have too few. Any thread.
 */
public final class QpPlacement
{
    private final Lanes lanes;
    private final AtomicInteger turn = new AtomicInteger();

    QpPlacement(final Lanes lanes)
    {
        this.lanes = lanes;
    }

    /** Creates queue pairs in one lane, all or none; on its thread, or while it is held. */
    @FunctionalInterface
    public interface Creator<T>
    {
        List<T> create(Lane lane, int count) throws Exception;
    }

    /** So many new queue pairs; the creator is called for each lane that some of them come to. */
    public <T> CompletableFuture<List<T>> create(
        final int count, final boolean contiguous, final ToIntFunction<T> qpn, final Creator<T> creator)
    {
        if (lanes.count() == 1)
        {
            return lanes.first().submit(() -> creator.create(lanes.first(), count));
        }

        final int start = Math.floorMod(turn.getAndIncrement(), lanes.count());
        final Lane lane = lanes.all().get(start);
        final CompletableFuture<List<T>> tried = lane.submit(() ->
            count < 1 || lane.queuePairs().hasFree(count, contiguous) ? creator.create(lane, count) : null);
        return tried.thenCompose(created -> created != null ?
            CompletableFuture.completedFuture(created) :
            lanes.whileHeld(() -> place(fromTurn(start), count, contiguous, qpn, creator)));
    }

    /** A new queue pair with the number asked for, in the lane that has it. */
    public <T> CompletableFuture<T> createWithQpn(final int qpn, final Creator<T> creator)
    {
        final QpnShards shards = lanes.shards();
        final Lane lane = lanes.of(qpn);
        return lane.submit(() ->
        {
            if (shards.laneOf(qpn) == QpnShards.NONE)
            {
                final int first = shards.firstQpn(0);
                final int last = shards.lastQpn(shards.count() - 1);
                throw VerbsException.outOfRange("qpn", qpn, first, last, NumberForm.HEX_24);
            }
            return creator.create(lane, 1).get(0);
        });
    }

    private List<Lane> fromTurn(final int start)
    {
        final List<Lane> order = new ArrayList<>(lanes.all().subList(start, lanes.count()));
        order.addAll(lanes.all().subList(0, start));
        return order;
    }

    /** While all lanes are held. */
    private static <T> List<T> place(
        final List<Lane> order,
        final int count,
        final boolean contiguous,
        final ToIntFunction<T> qpn,
        final Creator<T> creator) throws Exception
    {
        order.get(0).queuePairs().requireRoom(count);
        for (final Lane lane : order)
        {
            if (lane.queuePairs().hasFree(count, contiguous))
            {
                return creator.create(lane, count);
            }
        }
        return contiguous ? run(order, count, creator) : spread(order, shares(order, count), qpn, creator);
    }

    /** A run of numbers is one lane's; what is in quarantine there may go for it. */
    private static <T> List<T> run(final List<Lane> order, final int count, final Creator<T> creator) throws Exception
    {
        long retryInMs = Long.MAX_VALUE;
        for (final Lane lane : order)
        {
            try
            {
                return creator.create(lane, count);
            }
            catch (final VerbsException ex)
            {
                if (ex.code() != VerbsErrorCode.TABLE_FULL && ex.code() != VerbsErrorCode.QPNS_QUARANTINED)
                {
                    throw ex;
                }
                if (ex.fields().get(Refusals.RETRY_IN_MS) instanceof final Long laneRetryInMs)
                {
                    retryInMs = Math.min(retryInMs, laneRetryInMs);
                }
            }
        }
        throw Refusals.noLaneHasRun(order.stream().map(Lane::queuePairs).toList(), count, retryInMs);
    }

    private static <T> List<T> spread(
        final List<Lane> order, final int[] shares, final ToIntFunction<T> qpn, final Creator<T> creator)
        throws Exception
    {
        final List<T> created = new ArrayList<>();
        try
        {
            for (int i = 0; i < shares.length; i++)
            {
                if (shares[i] > 0)
                {
                    created.addAll(creator.create(order.get(i), shares[i]));
                }
            }
            return created;
        }
        catch (final Exception | OutOfMemoryError ex)
        {
            // There was less memory than there seemed to be.
            for (final T each : created)
            {
                laneOf(order, qpn.applyAsInt(each)).queuePairs().destroy(qpn.applyAsInt(each));
            }
            throw ex;
        }
    }

    private static Lane laneOf(final List<Lane> order, final int qpn)
    {
        for (final Lane lane : order)
        {
            final QueuePairsConfig config = lane.queuePairs().config();
            if (qpn >= config.firstQpn() && qpn <= config.lastQpn())
            {
                return lane;
            }
        }
        throw new IllegalStateException("no lane has " + Qpn.format(qpn));
    }

    /** How many each lane gives: what is free, and if that is too little what would leave the quarantines first. */
    private static int[] shares(final List<Lane> order, final int count) throws VerbsException
    {
        final int[] shares = new int[order.size()];
        int missing = count;
        for (int i = 0; i < shares.length; i++)
        {
            shares[i] = Math.min(missing, order.get(i).queuePairs().free());
            missing -= shares[i];
        }
        if (missing == 0)
        {
            return shares;
        }

        // Each that goes makes room for one number at least.
        final long[][] waits = new long[order.size()][];
        for (int i = 0; i < waits.length; i++)
        {
            waits[i] = order.get(i).queuePairs().waitsNs(missing);
        }
        final int[] gone = new int[order.size()];
        long lastNs = 0;
        for (; missing > 0; missing--)
        {
            final int next = soonest(waits, gone);
            if (next < 0)
            {
                throw Refusals.poolFull(order.stream().map(Lane::queuePairs).toList(), count);
            }
            lastNs = Math.max(lastNs, waits[next][gone[next]++]);
            shares[next]++;
        }
        final QueuePairs first = order.get(0).queuePairs();
        if (lastNs > 0 && first.config().qpns().pressure() == QuarantinePressure.STRICT)
        {
            throw Refusals.quarantined(order.stream().map(Lane::queuePairs).toList(), count, lastNs);
        }
        return shares;
    }

    /** Where the number is that goes first; -1 when there is none left. */
    private static int soonest(final long[][] waits, final int[] gone)
    {
        int soonest = -1;
        for (int i = 0; i < waits.length; i++)
        {
            if (gone[i] < waits[i].length &&
                (soonest < 0 || waits[i][gone[i]] < waits[soonest][gone[soonest]]))
            {
                soonest = i;
            }
        }
        return soonest;
    }
}
