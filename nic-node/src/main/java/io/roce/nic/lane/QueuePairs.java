package io.roce.nic.lane;

import io.roce.nic.error.VerbsException;
import io.roce.nic.jfr.QueuePairEvents;
import io.roce.nic.qp.QpCache;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpModifier;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpType;
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
import java.util.random.RandomGenerator;

import org.agrona.concurrent.NanoClock;

/**
 * The verbs of queue pairs: create, modify, query, destroy. Each is done whole or changes nothing. Commands look at
 * the clock and let out of quarantine what has waited long enough before they look at anything else, so no answer
 * depends on how often {@link #onTick} is called. Lane thread only.
 */
public final class QueuePairs implements AutoCloseable
{
    private final QueuePairsConfig config;
    private final QpTable table;
    private final QpCache cache;
    private final QpResolver resolver;
    private final HoldingModifier holdingModifier;
    private final HoldTime holdTime;
    private final QpNumbers numbers;
    private final QpnHistory history = new QpnHistory();
    private final Transport transport;

    /** For commands alone: they go past the cache and leave its contents and its counts as they are. */
    private final QpContext context = new QpContext();

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
        this(
            config,
            clock,
            random,
            resolver -> Transport.ofNone(config.ports(), resolver, clock, random),
            new LiveQps(config.maxQps()),
            table);
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
        this(config, clock, random, transport, new LiveQps(config.maxQps()));
    }

    /**
     * Those of one lane of several.
     *
     * @param live counts those of all lanes.
     */
    public QueuePairs(
        final QueuePairsConfig config,
        final NanoClock clock,
        final RandomGenerator random,
        final Function<QpResolver, Transport> transport,
        final LiveQps live)
    {
        this(config, clock, random, transport, live, config.table().open(config.firstQpn(), config.lastQpn()));
    }

    private QueuePairs(
        final QueuePairsConfig config,
        final NanoClock clock,
        final RandomGenerator random,
        final Function<QpResolver, Transport> transport,
        final LiveQps live,
        final QpTable table)
    {
        this.config = config;
        this.table = table;
        cache = config.cache().kind().open(
            config.cache().sets(), config.cache().ways(), config.cache().missCost(clock), random);
        resolver = new QpResolver(table, cache, clock);
        this.transport = transport.apply(resolver);
        holdTime = new HoldTime(config.qpns());
        holdingModifier = new HoldingModifier(
            new QpModifier(config.ports()), holdTime, config.qpns().resetHold());
        numbers = new QpNumbers(config, clock, random, live, table);
    }

    /**
     * Creates {@code count} bare queue pairs in RESET, all or none; with numbers in a row when {@code contiguous}.
     */
    public List<QpSnapshot> create(final QpType type, final int count, final boolean contiguous) throws VerbsException
    {
        numbers.requireRoom(count);
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
        numbers.requireRoom(count);
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
        numbers.grant(type, qpns, contiguous);
        if (QueuePairEvents.isEnabled())
        {
            for (final int qpn : qpns)
            {
                table.lookup(qpn, context);
                QueuePairEvents.onCreated(context);
            }
        }
    }

    /** Creates one bare queue pair with the number asked for. */
    public QpSnapshot createWithQpn(final QpType type, final int qpn) throws VerbsException
    {
        numbers.take(type, qpn);
        table.lookup(qpn, context);
        QueuePairEvents.onCreated(context);
        return context.snapshot();
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
        final long nowNs = numbers.releaseExpired();
        numbers.find(qpn, context, nowNs);
        final QpState before = context.state();
        holdingModifier.modify(context, modification, nowNs);
        if (modification.next() == QpState.RESET)
        {
            cache.invalidate(qpn);      // the handle there is of the epoch before
        }
        transport.onModified(context, before);
        if (context.state() != before || modification.next() == QpState.RESET)
        {
            QueuePairEvents.onModified(context, before);
        }
        return context.snapshot();
    }

    public QpSnapshot query(final int qpn) throws VerbsException
    {
        numbers.find(qpn, context, numbers.releaseExpired());
        return context.snapshot();
    }

    /** What a queue pair is served with and how much is posted to it; null when it is bare. */
    public QpService service(final int qpn) throws VerbsException
    {
        numbers.find(qpn, context, numbers.releaseExpired());
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
        final long nowNs = numbers.releaseExpired();
        numbers.find(qpn, context, nowNs);
        final QpnLife life = new QpnLife(
            qpn, context.generation(), context.type(), context.createdNs(), nowNs, context.lastPeer());
        final long holdNs = Math.max(holdTime.ns(context), context.resetHoldRemainingNs(nowNs));
        numbers.reserveHold(qpn);

        QueuePairEvents.onDestroyed(context);
        transport.onDestroyed(context);
        // The truth first: nothing that comes later can fill the cache from it again. Then the handle, so that none is
        // left when the page goes.
        numbers.retire(qpn, holdNs, nowNs);
        cache.invalidate(qpn);
        history.add(life);
        numbers.hold(qpn, holdNs, nowNs);
        return new QpDestroyed(qpn, life.generation(), numbers.isCounted() ? -1 : holdNs);
    }

    /** Nanoseconds that a number is still held back; 0 when it is not, -1 while no time ends it. */
    public long quarantineRemainingNs(final int qpn)
    {
        return numbers.quarantineRemainingNs(qpn);
    }

    /** Numbers that can be given now without one leaving the quarantine. */
    int free()
    {
        return numbers.free();
    }

    /** Whether there are so many, in a row when {@code contiguous}. */
    boolean hasFree(final int count, final boolean contiguous)
    {
        return numbers.hasFree(count, contiguous);
    }

    /** Of the numbers that would leave the quarantine first, how long each is held, but by a count; in that order. */
    long[] waitsNs(final int limit)
    {
        return numbers.waitsNs(limit);
    }

    /** Numbers in quarantine. */
    int held()
    {
        return numbers.pool().held();
    }

    /** Numbers that no live queue pair has. */
    int unused()
    {
        return numbers.pool().free() + numbers.pool().held();
    }

    /** Refuses a number of queue pairs that is none, or for which there is no room beside those of all lanes. */
    void requireRoom(final int count) throws VerbsException
    {
        numbers.requireRoom(count);
    }

    /** Those of all lanes. */
    LiveQps liveQps()
    {
        return numbers.allLive();
    }

    /** Earlier lives of numbers, as far as they are remembered. */
    public QpnHistory history()
    {
        return history;
    }

    /** Lets numbers out of quarantine whose time has come, and pages go with them; to be called now and then. */
    public void onTick()
    {
        numbers.releaseExpired();
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

    /** Of all queue pairs together, now. */
    public QueuePairFigures figures()
    {
        return new QueuePairFigures(config, table, cache, numbers, holdingModifier, numbers.releaseExpired());
    }

    /** Gives all memory off heap back. Nothing may be called after it. */
    @Override
    public void close()
    {
        cache.close();
        table.close();
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

    private QpSnapshot snapshot(final int qpn)
    {
        table.lookup(qpn, context);
        return context.snapshot();
    }
}
