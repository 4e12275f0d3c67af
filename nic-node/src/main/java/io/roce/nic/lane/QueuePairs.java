package io.roce.nic.lane;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpCache;
import io.roce.nic.qp.QpCellFigures;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpModifier;
import io.roce.nic.qp.QpPageFigures;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QpnListener;
import io.roce.nic.qpn.QpnPool;
import io.roce.nic.trace.QpnHistory;
import io.roce.nic.trace.QpnLife;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.transport.QpService;
import io.roce.nic.transport.Resources;
import io.roce.nic.transport.Transport;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

import org.agrona.concurrent.NanoClock;

/**
 * The verbs of queue pairs: create, modify, query, destroy. Each is done whole or changes nothing. Commands look at
 * the clock and let out of quarantine what has waited long enough before they look at anything else, so no answer
 * depends on how often {@link #onTick} is called. Lane thread only.
 */
public final class QueuePairs implements AutoCloseable
{
    /** Of the table, for numbers that wait for others to be handed out: no node runs as long. */
    private static final long UNBOUNDED_NS = Long.MAX_VALUE;

    private final QueuePairsConfig config;
    private final NanoClock clock;
    private final QpTable table;
    private final QpCache cache;
    private final QpResolver resolver;
    private final HoldingModifier holdingModifier;
    private final QpnPool pool;
    private final HoldTime holdTime;
    private final QpnHistory history = new QpnHistory();
    private final Transport transport;

    /** For commands alone: they go past the cache and leave its contents and its counts as they are. */
    private final QpContext context = new QpContext();

    private long lastGeneration;
    private int live;

    /**
     * For bare queue pairs alone: nothing could be sent from them.
     *
     * @param random where numbers in random order come from.
     */
    public QueuePairs(final QueuePairsConfig config, final NanoClock clock, final RandomGenerator random)
    {
        this(config, clock, random, config.table().open(config.firstQpn(), config.lastQpn()));
    }

    /** For bare queue pairs alone, with a table of the caller's, empty, that is closed with this. */
    QueuePairs(
        final QueuePairsConfig config, final NanoClock clock, final RandomGenerator random, final QpTable table)
    {
        this(config, clock, random, resolver -> Transport.ofNone(config.ports(), resolver, clock, random), table);
    }

    /**
     * @param random    where numbers in random order come from.
     * @param transport serves queue pairs that the resolver finds.
     */
    public QueuePairs(
        final QueuePairsConfig config,
        final NanoClock clock,
        final RandomGenerator random,
        final Function<QpResolver, Transport> transport)
    {
        this(config, clock, random, transport, config.table().open(config.firstQpn(), config.lastQpn()));
    }

    private QueuePairs(
        final QueuePairsConfig config,
        final NanoClock clock,
        final RandomGenerator random,
        final Function<QpResolver, Transport> transport,
        final QpTable table)
    {
        this.config = config;
        this.clock = clock;
        this.table = table;
        cache = config.cache().kind().open(
            config.cache().sets(), config.cache().ways(), config.cache().missCost(clock), random);
        resolver = new QpResolver(table, cache, clock);
        this.transport = transport.apply(resolver);
        holdTime = new HoldTime(config.qpns());
        holdingModifier = new HoldingModifier(
            new QpModifier(config.ports()), holdTime, config.qpns().resetHold());
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
     * Creates {@code count} bare queue pairs in RESET, all or none; with numbers in a row when {@code contiguous}.
     */
    public List<QpSnapshot> create(final QpType type, final int count, final boolean contiguous) throws VerbsException
    {
        requireRoom(count);
        final int[] qpns = new int[count];
        create(type, qpns, contiguous);
        final List<QpSnapshot> created = new ArrayList<>(count);
        for (final int qpn : qpns)
        {
            created.add(snapshot(qpn));
        }
        return created;
    }

    /** The same with service. */
    public List<QpQueues> create(final QpType type, final int count, final boolean contiguous, final QpInit init)
        throws VerbsException
    {
        transport.require(init);
        requireRoom(count);
        final int[] qpns = new int[count];
        create(type, qpns, contiguous);
        return serve(qpns, init);
    }

    /**
     * Creates as many bare queue pairs in RESET as the array has places, all or none, and fills it with their numbers;
     * with a row of numbers, in order, when {@code contiguous}.
     */
    public void create(final QpType type, final int[] qpns, final boolean contiguous) throws VerbsException
    {
        final long nowNs = releaseExpired();
        requireRoom(qpns.length);
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

    /** Creates one bare queue pair with the number asked for. */
    public QpSnapshot createWithQpn(final QpType type, final int qpn) throws VerbsException
    {
        final long nowNs = releaseExpired();
        if (!pool.isInPool(qpn))
        {
            throw VerbsException.outOfRange("qpn", qpn, config.firstQpn(), config.lastQpn(), NumberForm.HEX_24);
        }
        requireRoom(1);
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
        return snapshot(qpn);
    }

    /** The same with service. */
    public QpQueues createWithQpn(final QpType type, final int qpn, final QpInit init) throws VerbsException
    {
        transport.require(init);
        createWithQpn(type, qpn);
        return serve(new int[]{qpn}, init).get(0);
    }

    /**
     * Goes to another state, or changes attributes in this one. A served queue pair that is taken to ERR flushes its
     * work, and one that is taken to RESET has none any more.
     */
    public QpSnapshot modify(final int qpn, final QpModification modification) throws VerbsException
    {
        final long nowNs = releaseExpired();
        find(qpn, nowNs);
        final QpState before = context.state();
        holdingModifier.modify(context, modification, nowNs);
        if (modification.next() == QpState.RESET)
        {
            cache.invalidate(qpn);      // the handle there is of the epoch before
        }
        transport.onModified(context, before);
        return context.snapshot();
    }

    public QpSnapshot query(final int qpn) throws VerbsException
    {
        find(qpn, releaseExpired());
        return context.snapshot();
    }

    /** What a queue pair is served with and how much is posted to it; null when it is bare. */
    public QpService service(final int qpn) throws VerbsException
    {
        find(qpn, releaseExpired());
        return transport.service(context);
    }

    /**
     * Up to {@code limit} live queue pairs with numbers above {@code after}, in order; of one state unless it is null.
     */
    public List<QpSnapshot> list(final int after, final int limit, final QpState state)
    {
        final List<QpSnapshot> found = new ArrayList<>();
        int qpn = Math.min(Qpn.MASK, Math.max(after, -1));
        while (found.size() < limit && (qpn = table.nextLive(qpn)) >= 0)
        {
            table.lookup(qpn, context);
            if (state == null || context.state() == state)
            {
                found.add(context.snapshot());
            }
        }
        return found;
    }

    /**
     * Ends the queue pair and puts its number in quarantine. Refused as {@code NO_MEMORY} when there is no heap to hold
     * one more.
     */
    public QpDestroyed destroy(final int qpn) throws VerbsException
    {
        final long nowNs = releaseExpired();
        find(qpn, nowNs);
        final QpnLife life = new QpnLife(
            qpn, context.generation(), context.type(), context.createdNs(), nowNs, context.lastPeer());
        final long holdNs = Math.max(holdTime.ns(context), context.resetHoldRemainingNs(nowNs));
        final boolean isCounted = config.qpns().quarantine().count() > 0;
        reserveHold(qpn);

        transport.onDestroyed(context);
        // The truth first: nothing that comes later can fill the cache from it again. Then the handle, so that none is
        // left when the page goes.
        table.retire(qpn, nowNs + (isCounted ? UNBOUNDED_NS : holdNs));
        cache.invalidate(qpn);
        live--;
        history.add(life);
        pool.hold(qpn, nowNs + holdNs, nowNs);
        pool.onTime(nowNs);
        return new QpDestroyed(qpn, life.generation(), isCounted ? -1 : holdNs);
    }

    /** Nanoseconds that a number is still held back; 0 when it is not, -1 while no time ends it. */
    public long quarantineRemainingNs(final int qpn)
    {
        return Qpn.isValid(qpn) ? quarantineRemainingNs(qpn, clock.nanoTime()) : 0;
    }

    /** Earlier lives of numbers, as far as they are remembered. */
    public QpnHistory history()
    {
        return history;
    }

    /** Lets numbers out of quarantine whose time has come, and pages go with them; to be called now and then. */
    public void onTick()
    {
        releaseExpired();
    }

    /** What they were built from. Any thread. */
    public QueuePairsConfig config()
    {
        return config;
    }

    /** The way from number to context, for the packet path. */
    public QpResolver resolver()
    {
        return resolver;
    }

    /** What serves queue pairs, for the packet path. */
    public Transport transport()
    {
        return transport;
    }

    /** Protection domains, memory regions and completion queues. */
    public Resources resources()
    {
        return transport.resources();
    }

    public TableFigures tableFigures()
    {
        releaseExpired();
        return new TableFigures(
            table.kind().label(),
            table.kind().levels(),
            table.pages(),
            table.sparePages(),
            table.recordsPerPage(),
            table.recordLength(),
            table.bytesCommitted(),
            table.bytesBound(),
            live,
            pool.held(),
            config.maxQps(),
            config.firstQpn(),
            config.lastQpn());
    }

    /** Up to {@code limit} pages of the table that begin above {@code after}, in order of numbers. */
    public List<QpPageFigures> pages(final int after, final int limit)
    {
        releaseExpired();
        final List<QpPageFigures> pages = new ArrayList<>();
        QpPageFigures page = table.nextPage(after);
        while (page != null && pages.size() < limit)
        {
            pages.add(page);
            page = table.nextPage(page.firstQpn());
        }
        return pages;
    }

    /**
     * Up to {@code limit} cells of the table's map that begin above {@code after} and have a number in use, in order.
     *
     * @param grain numbers in a cell, a power of two up to 2^24.
     */
    public List<QpCellFigures> cells(final int grain, final int after, final int limit)
    {
        releaseExpired();
        final List<QpCellFigures> cells = new ArrayList<>();
        QpCellFigures cell = table.nextCell(after, grain);
        while (cell != null && cells.size() < limit)
        {
            cells.add(cell);
            cell = table.nextCell(cell.firstQpn(), grain);
        }
        return cells;
    }

    public CacheFigures cacheFigures()
    {
        return new CacheFigures(
            cache.kind().label(),
            cache.sets(),
            cache.ways(),
            cache.resident(),
            cache.hits(),
            cache.misses(),
            cache.evictions(),
            cache.invalidations(),
            config.cache().missCostKind().label(),
            config.cache().missCostNs(),
            cache.modelledMissNs(),
            config.cache().profile());
    }

    public QuarantineFigures quarantineFigures()
    {
        final long nowNs = releaseExpired();
        return new QuarantineFigures(
            config.qpns(),
            pool.held(),
            pool.nextInNs(nowNs),
            pool.entered(),
            pool.released(),
            pool.releasedEarly(),
            pool.stolen(),
            holdingModifier.earlyInits(),
            holdingModifier.refusedInits());
    }

    /** Gives all memory off heap back. Nothing may be called after it. */
    @Override
    public void close()
    {
        cache.close();
        table.close();
    }

    private long releaseExpired()
    {
        final long nowNs = clock.nanoTime();
        pool.onTime(nowNs);
        return nowNs;
    }

    /** Begins to serve new queue pairs; nothing can be wrong with what they are served with. */
    private List<QpQueues> serve(final int[] qpns, final QpInit init) throws VerbsException
    {
        final List<QpQueues> queues = new ArrayList<>(qpns.length);
        try
        {
            transport.reserve(qpns.length);
            for (final int qpn : qpns)
            {
                table.lookup(qpn, context);
                queues.add(transport.queues(context, init));
            }
        }
        catch (final OutOfMemoryError ex)
        {
            // Queues are large arrays, and whoever calls says how large. They go first: the rest needs some heap.
            queues.clear();
            for (final int qpn : qpns)
            {
                destroy(qpn);
            }
            throw Refusals.noMemoryForQueues(qpns.length, init.cap());
        }

        for (final QpQueues each : queues)
        {
            table.lookup(each.qpn(), context);
            transport.serve(context, each);
        }
        return queues;
    }

    private long quarantineRemainingNs(final int qpn, final long nowNs)
    {
        final long remainingNs = table.quarantineRemainingNs(qpn, nowNs);
        return remainingNs > UNBOUNDED_NS / 2 ? -1 : remainingNs;
    }

    /** A number that is taken from its queue pair must find a place in the quarantine: nobody else would free it. */
    private void reserveHold(final int qpn) throws VerbsException
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

    /** Points {@link #context} at a live queue pair. */
    private void find(final int qpn, final long nowNs) throws VerbsException
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

    private void requireRoom(final int count) throws VerbsException
    {
        if (count < 1)
        {
            throw VerbsException.outOfRange("count", count, 1, config.maxQps(), NumberForm.DECIMAL);
        }
        if (count > config.maxQps() - live)
        {
            throw Refusals.tableFull(
                "%d live, %d more asked for, at most %d can live at once".formatted(live, count, config.maxQps()),
                live, config.maxQps(), count);
        }
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
                "the pool of numbers %s to %s has no room for %d more".formatted(
                    Qpn.format(config.firstQpn()), Qpn.format(config.lastQpn()), count),
            live, config.maxQps(), count);
    }

    private QpSnapshot snapshot(final int qpn)
    {
        table.lookup(qpn, context);
        return context.snapshot();
    }

    /** What becomes of numbers in quarantine, as the table has it. */
    private final class Release implements QpnListener
    {
        @Override
        public void onReleased(final int qpn)
        {
            table.release(qpn);
        }

        @Override
        public void onTimeBound(final int qpn, final long untilNs)
        {
            table.hold(qpn, untilNs);
        }
    }
}
