package io.roce.nic.lane;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.jfr.QueuePairEvents;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QpnListener;
import io.roce.nic.qpn.QpnPool;
import io.roce.wire.Qpn;

import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

import org.agrona.concurrent.NanoClock;

/**
 * Numbers and the records that stand for them, kept in step: a number that the pool hands out has a record in the
 * table, and one that the quarantine lets out has none any more. Each method does all or changes nothing. Lane thread
 * only.
 */
final class QpNumbers
{
    /** Of the table, for numbers that wait for others to be handed out: no node runs as long. */
    private static final long UNBOUNDED_NS = Long.MAX_VALUE;

    private final QueuePairsConfig config;
    private final NanoClock clock;
    private final QpTable table;
    private final QpnPool pool;

    /** Those of other lanes too. */
    private final LiveQps allLive;

    private long lastGeneration;
    private int live;

    QpNumbers(
        final QueuePairsConfig config,
        final NanoClock clock,
        final RandomGenerator random,
        final LiveQps allLive,
        final QpTable table)
    {
        this.allLive = allLive;
        this.config = config;
        this.clock = clock;
        this.table = table;
        pool = new QpnPool(
            config.firstQpn(),
            config.lastQpn(),
            table.pageBits(),
            config.qpns().allocation(),
            random,
            config.qpns().quarantine().count(),
            config.qpns().pressure(),
            new Release());
    }

    /**
     * Lets out of quarantine what has waited long enough.
     *
     * @return the time at which that was.
     */
    long releaseExpired()
    {
        final long nowNs = clock.nanoTime();
        pool.onTime(nowNs);
        return nowNs;
    }

    /** As {@link LiveQps#requireRoom}. */
    void requireRoom(final int count) throws VerbsException
    {
        allLive.requireRoom(count);
    }

    /** Fills the array with numbers of new queue pairs in RESET; with a row, in order, when {@code contiguous}. */
    void grant(final QpType type, final int[] qpns, final boolean contiguous) throws VerbsException
    {
        final long nowNs = releaseExpired();
        allLive.add(qpns.length);
        final int before = live;
        try
        {
            grant(type, qpns, contiguous, nowNs);
        }
        finally
        {
            allLive.remove(qpns.length - (live - before));
        }
    }

    private void grant(final QpType type, final int[] qpns, final boolean contiguous, final long nowNs)
        throws VerbsException
    {
        final long lastBefore = lastGeneration;
        final IntPredicate taker = qpn -> table.install(qpn, type, ++lastGeneration, nowNs);
        long answer = pool.grant(qpns, contiguous, table.pagesLeft(), nowNs, taker);
        final boolean isMemoryShort = answer == QpnPool.NO_MEMORY;
        if (isMemoryShort)
        {
            // Others in the process have taken it meanwhile: what is there already must do.
            lastGeneration = lastBefore;
            answer = pool.grant(qpns, contiguous, table.sparePages(), nowNs, taker);
        }
        if (answer != 0)
        {
            lastGeneration = lastBefore;
            throw refused(qpns.length, answer, isMemoryShort);
        }
        live += qpns.length;
        pool.onHandedOut(qpns.length);
    }

    /** Gives that number to a new queue pair in RESET. */
    void take(final QpType type, final int qpn) throws VerbsException
    {
        final long nowNs = releaseExpired();
        if (!pool.isInPool(qpn))
        {
            throw VerbsException.outOfRange("qpn", qpn, config.firstQpn(), config.lastQpn(), NumberForm.HEX_24);
        }
        allLive.add(1);
        final int before = live;
        try
        {
            take(type, qpn, nowNs);
        }
        finally
        {
            allLive.remove(1 - (live - before));
        }
    }

    private void take(final QpType type, final int qpn, final long nowNs) throws VerbsException
    {
        if (!pool.take(qpn))
        {
            throw Refusals.notFree(qpn, table.status(qpn, nowNs), quarantineRemainingNs(qpn, nowNs));
        }
        if (!table.install(qpn, type, lastGeneration + 1, nowNs))
        {
            pool.giveBack(qpn);
            throw Refusals.noMemory(qpn, table.bytesCommitted());
        }
        lastGeneration++;
        live++;
        pool.onHandedOut(1);
    }

    /** Points the context at a live queue pair. */
    void find(final int qpn, final QpContext context, final long nowNs) throws VerbsException
    {
        if (!Qpn.isValid(qpn))
        {
            throw VerbsException.outOfRange("qpn", qpn, 0, Qpn.MASK, NumberForm.HEX_24);
        }
        if (!table.lookup(qpn, context))
        {
            throw Refusals.notLive(qpn, quarantineRemainingNs(qpn, nowNs));
        }
    }

    /** A number that is taken from its queue pair must find a place in the quarantine: nobody else would free it. */
    void reserveHold(final int qpn) throws VerbsException
    {
        try
        {
            pool.reserveHold();
        }
        catch (final OutOfMemoryError ex)
        {
            throw Refusals.noMemoryToHold(qpn, pool.held());
        }
    }

    /** The record is none of a live queue pair from here on. {@link #hold} is to follow. */
    void retire(final int qpn, final long holdNs, final long nowNs)
    {
        table.retire(qpn, nowNs + (isCounted() ? UNBOUNDED_NS : holdNs));
        live--;
        allLive.remove(1);
    }

    /** Puts the number of a record that was retired in the place that was reserved for it. */
    void hold(final int qpn, final long holdNs, final long nowNs)
    {
        pool.hold(qpn, nowNs + holdNs, nowNs);
        pool.onTime(nowNs);
    }

    /** Whether numbers wait for others to be handed out, so that no time alone ends it. */
    boolean isCounted()
    {
        return config.qpns().quarantine().count() > 0;
    }

    /** Nanoseconds that a number is still held back; 0 when it is not, -1 while no time ends it. */
    long quarantineRemainingNs(final int qpn)
    {
        return Qpn.isValid(qpn) ? quarantineRemainingNs(qpn, clock.nanoTime()) : 0;
    }

    QpnPool pool()
    {
        return pool;
    }

    /** Numbers that can be given now without one leaving the quarantine. */
    int free()
    {
        releaseExpired();
        return pool.available(table.pagesLeft());
    }

    /** Whether there are so many, in a row when {@code contiguous}. */
    boolean hasFree(final int count, final boolean contiguous)
    {
        releaseExpired();
        return contiguous ? pool.hasRun(count, table.pagesLeft()) : count <= pool.available(table.pagesLeft());
    }

    /** Of the numbers that would leave the quarantine first, how long each is held, but by a count; in that order. */
    long[] waitsNs(final int limit)
    {
        return pool.waitsNs(limit, releaseExpired());
    }

    LiveQps allLive()
    {
        return allLive;
    }

    /** Queue pairs that live in this lane. */
    int live()
    {
        return live;
    }

    private long quarantineRemainingNs(final int qpn, final long nowNs)
    {
        final long remainingNs = table.quarantineRemainingNs(qpn, nowNs);
        return remainingNs > UNBOUNDED_NS / 2 ? -1 : remainingNs;
    }

    /** @param isMemoryShort whether there is less memory than the table says. */
    private VerbsException refused(final int count, final long answer, final boolean isMemoryShort)
    {
        final int available = pool.available(table.pagesLeft());
        if (answer >= 0)
        {
            return Refusals.quarantined(count, available, pool.held(), answer);
        }
        return Refusals.tableFull(
            isMemoryShort || available < pool.free() ?
                "no memory for %d more beyond %d bytes of pages".formatted(count, table.bytesCommitted()) :
                Refusals.noRoom(config.firstQpn(), config.lastQpn(), count),
            allLive.live() - count, config.maxQps(), count);
    }

    /** What becomes of numbers in quarantine, as the table has it. */
    private final class Release implements QpnListener
    {
        @Override
        public void onReleased(final int qpn)
        {
            table.release(qpn);
            QueuePairEvents.onReleased(qpn);
        }

        @Override
        public void onTimeBound(final int qpn, final long untilNs)
        {
            table.hold(qpn, untilNs);
        }
    }
}
