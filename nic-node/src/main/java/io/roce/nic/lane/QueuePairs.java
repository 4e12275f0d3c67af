package io.roce.nic.lane;

import io.roce.nic.qp.AgronaQpCache;
import io.roce.nic.qp.NoQpCache;
import io.roce.nic.qp.NumberForm;
import io.roce.nic.qp.QpCache;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpModifier;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.qp.TwoLevelQpTable;
import io.roce.nic.qp.VerbsException;
import io.roce.nic.qpn.QpnAllocator;
import io.roce.nic.qpn.QpnQuarantine;
import io.roce.nic.trace.QpnHistory;
import io.roce.nic.trace.QpnLife;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

import org.agrona.concurrent.NanoClock;

/**
 * The verbs of queue pairs: create, modify, query, destroy. Each is done whole or changes nothing. Commands look at
 * the clock and let out of quarantine what has waited long enough before they look at anything else, so no answer
 * depends on how often {@link #onTick} is called. Lane thread only.
 */
public final class QueuePairs implements AutoCloseable
{
    private final QueuePairsConfig config;
    private final NanoClock clock;
    private final QpTable table;
    private final QpCache cache;
    private final QpResolver resolver;
    private final QpModifier modifier;
    private final QpnAllocator allocator;
    private final QpnQuarantine quarantine;
    private final QpnHistory history = new QpnHistory();
    private final IntConsumer onReleased = this::onReleased;

    /** For commands alone: they go past the cache and leave its contents and its counts as they are. */
    private final QpContext context = new QpContext();

    private long lastGeneration;
    private int live;

    public QueuePairs(final QueuePairsConfig config, final NanoClock clock)
    {
        this(config, clock, new TwoLevelQpTable());
    }

    /** With a table of the caller's, empty, that is closed with this. */
    QueuePairs(final QueuePairsConfig config, final NanoClock clock, final QpTable table)
    {
        this.config = config;
        this.clock = clock;
        this.table = table;
        cache = config.cacheSets() == 0 ?
            new NoQpCache() :
            new AgronaQpCache(config.cacheSets(), config.cacheWays());
        resolver = new QpResolver(table, cache, clock);
        modifier = new QpModifier(config.isIpv6());
        allocator = new QpnAllocator(config.firstQpn(), config.lastQpn());
        quarantine = new QpnQuarantine(config.quarantineNs());
    }

    /** Creates {@code count} queue pairs in RESET, all or none; with numbers in a row when {@code contiguous}. */
    public List<QpSnapshot> create(final QpType type, final int count, final boolean contiguous) throws VerbsException
    {
        final long nowNs = releaseExpired();
        if (count < 1)
        {
            throw VerbsException.outOfRange("count", count, 1, config.maxQps(), NumberForm.DECIMAL);
        }
        requireRoom(count);

        final int[] qpns = new int[count];
        if (contiguous)
        {
            final int first = allocator.allocateContiguous(count);
            if (first == QpnAllocator.NONE)
            {
                throw noRun(count, nowNs);
            }
            Arrays.setAll(qpns, i -> first + i);
        }
        else if (!allocator.allocate(qpns))
        {
            throw noNumbers(count, nowNs);
        }
        return install(type, qpns, nowNs);
    }

    /** Creates one queue pair with the number asked for. */
    public QpSnapshot createWithQpn(final QpType type, final int qpn) throws VerbsException
    {
        final long nowNs = releaseExpired();
        if (!allocator.isInPool(qpn))
        {
            throw VerbsException.outOfRange(
                "qpn", qpn, config.firstQpn(), config.lastQpn(), NumberForm.HEX_24);
        }
        requireRoom(1);
        if (!allocator.allocate(qpn))
        {
            throw Refusals.notFree(qpn, table.status(qpn, nowNs), table.quarantineRemainingNs(qpn, nowNs));
        }
        return install(type, new int[]{qpn}, nowNs).get(0);
    }

    /** Goes to another state, or changes attributes in this one. */
    public QpSnapshot modify(final int qpn, final QpModification modification) throws VerbsException
    {
        find(qpn, releaseExpired());
        modifier.modify(context, modification);
        if (modification.next() == QpState.RESET)
        {
            cache.invalidate(qpn);      // the handle there is of the epoch before
        }
        return context.snapshot();
    }

    public QpSnapshot query(final int qpn) throws VerbsException
    {
        find(qpn, releaseExpired());
        return context.snapshot();
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

    /** Ends the queue pair and puts its number in quarantine. */
    public QpDestroyed destroy(final int qpn) throws VerbsException
    {
        final long nowNs = releaseExpired();
        find(qpn, nowNs);
        final QpnLife life = new QpnLife(
            qpn, context.generation(), context.type(), context.createdNs(), nowNs, context.lastPeer());

        // The truth first: nothing that comes later can fill the cache from it again. Then the handle, so that none is
        // left when the page goes.
        table.retire(qpn, quarantine.untilNs(nowNs));
        cache.invalidate(qpn);
        live--;
        history.add(life);
        quarantine.add(qpn, nowNs);
        quarantine.releaseExpired(nowNs, onReleased);
        return new QpDestroyed(qpn, life.generation(), quarantine.timeNs());
    }

    /** Nanoseconds that a number is still held back; 0 when it is not. */
    public long quarantineRemainingNs(final int qpn)
    {
        return Qpn.isValid(qpn) ? table.quarantineRemainingNs(qpn, clock.nanoTime()) : 0;
    }

    /** Earlier lives of a number, latest first, as far as they are remembered. */
    public List<QpnLife> history(final int qpn)
    {
        return history.of(qpn);
    }

    /** Lets numbers out of quarantine whose time has come, and pages go with them; to be called now and then. */
    public void onTick()
    {
        releaseExpired();
    }

    /** The way from number to context, for the packet path. */
    public QpResolver resolver()
    {
        return resolver;
    }

    public TableFigures tableFigures()
    {
        releaseExpired();
        return new TableFigures(
            table.kind(),
            table.levels(),
            table.pages(),
            table.recordsPerPage(),
            table.recordLength(),
            table.bytesCommitted(),
            live,
            quarantine.size(),
            config.maxQps(),
            config.firstQpn(),
            config.lastQpn());
    }

    public CacheFigures cacheFigures()
    {
        return new CacheFigures(
            cache.sets(),
            cache.ways(),
            cache.resident(),
            cache.hits(),
            cache.misses(),
            cache.evictions(),
            cache.invalidations());
    }

    public QuarantineFigures quarantineFigures()
    {
        final long nowNs = releaseExpired();
        return new QuarantineFigures(
            quarantine.timeNs(),
            quarantine.size(),
            quarantine.size() == 0 ? -1 : quarantine.remainingNs(1, nowNs),
            quarantine.entered(),
            quarantine.released());
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
        quarantine.releaseExpired(nowNs, onReleased);
        return nowNs;
    }

    private void onReleased(final int qpn)
    {
        table.release(qpn);
        allocator.release(qpn);
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
            throw Refusals.notLive(qpn, table.quarantineRemainingNs(qpn, nowNs));
        }
    }

    private void requireRoom(final int count) throws VerbsException
    {
        if (count > config.maxQps() - live)
        {
            throw Refusals.tableFull(
                "%d live, %d more asked for, at most %d can live at once".formatted(live, count, config.maxQps()),
                live, config.maxQps(), count);
        }
    }

    private VerbsException noNumbers(final int count, final long nowNs)
    {
        final int lacking = count - allocator.free();
        return lacking > quarantine.size() ?
            poolTooSmall(count) :
            Refusals.quarantined(
                count, allocator.free(), quarantine.size(), quarantine.remainingNs(lacking, nowNs));
    }

    private VerbsException noRun(final int count, final long nowNs)
    {
        if (quarantine.size() > 0)
        {
            final QpnAllocator later = allocator.copy();
            quarantine.forEach(later::release);
            if (later.hasRun(count))
            {
                return Refusals.quarantined(
                    count, allocator.free(), quarantine.size(), quarantine.remainingNs(quarantine.size(), nowNs));
            }
        }
        return poolTooSmall(count);
    }

    private VerbsException poolTooSmall(final int count)
    {
        return Refusals.tableFull(
            "the pool of numbers %s to %s has no room for %d more".formatted(
                Qpn.format(config.firstQpn()), Qpn.format(config.lastQpn()), count),
            live, config.maxQps(), count);
    }

    private List<QpSnapshot> install(final QpType type, final int[] qpns, final long nowNs) throws VerbsException
    {
        for (int i = 0; i < qpns.length; i++)
        {
            if (!table.install(qpns[i], type, lastGeneration + 1 + i, nowNs))
            {
                final long bytesCommitted = table.bytesCommitted();
                uninstall(qpns, i);
                throw Refusals.tableFull(
                    "no memory for another page of the table beyond %d bytes".formatted(bytesCommitted),
                    live, config.maxQps(), qpns.length);
            }
        }

        lastGeneration += qpns.length;
        live += qpns.length;
        final List<QpSnapshot> created = new ArrayList<>(qpns.length);
        for (final int qpn : qpns)
        {
            table.lookup(qpn, context);
            created.add(context.snapshot());
        }
        return created;
    }

    private void uninstall(final int[] qpns, final int installed)
    {
        for (int i = 0; i < qpns.length; i++)
        {
            if (i < installed)
            {
                table.release(qpns[i]);
            }
            allocator.release(qpns[i]);
        }
    }
}
