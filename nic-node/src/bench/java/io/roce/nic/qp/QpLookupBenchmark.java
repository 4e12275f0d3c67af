package io.roce.nic.qp;

import io.roce.nic.Baseline;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

import org.agrona.collections.Int2ObjectHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From a number to the context of its queue pair, and one count in its record, as a packet does. Numbers are in a row
 * from 0x11 on, as allocation gives them; which of them is asked for is drawn beforehand.
 */
@State(Scope.Thread)
@Baseline("structure=FLAT")
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class QpLookupBenchmark
{
    private static final int FIRST_QPN = 0x11;
    private static final int DRAWS = 1 << 20;
    private static final int CACHE_SETS = 256;
    private static final int CACHE_WAYS = 4;
    private static final long SEED = 0x5EED;

    /** What the number is looked up in. */
    public enum Structure
    {
        /** In nothing: what the draw and the count alone take. */
        DRAW_ONLY,
        FLAT,
        TWO_LEVEL,
        THREE_LEVEL,
        /** Caches of 256 sets of 4 in front of two levels. */
        CACHE_FIFO,
        CACHE_LRU,
        CACHE_RANDOM,
        INT2OBJECT_HASH_MAP,
        HASH_MAP
    }

    @Param
    private Structure structure;

    @Param({"1024", "65536", "1048576"})
    private int live;

    @Param
    private QpnDraw draw;

    private final int[] qpns = new int[DRAWS];
    private int next;
    private QpTable table;
    private QpCache cache;
    private IntFunction<QpContext> lookup;

    @Setup
    public void open()
    {
        table = tableKind().open(FIRST_QPN, FIRST_QPN + live - 1);
        for (int i = 0; i < live; i++)
        {
            if (!table.install(FIRST_QPN + i, QpType.RC, i, 0))
            {
                throw new IllegalStateException("no memory for " + live + " queue pairs");
            }
        }

        final SplittableRandom random = new SplittableRandom(SEED);
        final IntSupplier indices = draw.indices(live, random);
        for (int i = 0; i < DRAWS; i++)
        {
            qpns[i] = FIRST_QPN + indices.getAsInt();
        }

        cache = QpCacheKind.OFF.open(0, 0, MissCost.NONE, random);
        lookup = switch (structure)
        {
            case DRAW_ONLY -> drawOnly();
            case FLAT, TWO_LEVEL, THREE_LEVEL -> inTable();
            case CACHE_FIFO -> throughCache(QpCacheKind.FIFO, random);
            case CACHE_LRU -> throughCache(QpCacheKind.LRU, random);
            case CACHE_RANDOM -> throughCache(QpCacheKind.RANDOM, random);
            case INT2OBJECT_HASH_MAP -> inInt2ObjectHashMap();
            case HASH_MAP -> inHashMap();
        };
    }

    @TearDown
    public void close()
    {
        cache.close();
        table.close();
    }

    @Benchmark
    public long lookup()
    {
        final int qpn = qpns[next++ & DRAWS - 1];
        final QpContext context = lookup.apply(qpn);
        context.onRequest();
        return qpn;
    }

    private QpTableKind tableKind()
    {
        return switch (structure)
        {
            case FLAT -> QpTableKind.FLAT;
            case THREE_LEVEL -> QpTableKind.THREE_LEVEL;
            default -> QpTableKind.TWO_LEVEL;
        };
    }

    private IntFunction<QpContext> drawOnly()
    {
        final QpContext context = handle(FIRST_QPN);
        return qpn -> context;
    }

    private IntFunction<QpContext> inTable()
    {
        final QpTable kind = table;
        final QpContext context = new QpContext();
        return qpn -> kind.lookup(qpn, context) ? context : null;
    }

    private IntFunction<QpContext> throughCache(final QpCacheKind kind, final SplittableRandom random)
    {
        cache = kind.open(CACHE_SETS, CACHE_WAYS, MissCost.NONE, random);
        final QpResolver resolver = new QpResolver(table, cache, () -> 0);
        return resolver::resolve;
    }

    private IntFunction<QpContext> inInt2ObjectHashMap()
    {
        final Int2ObjectHashMap<QpContext> map = new Int2ObjectHashMap<>();
        for (int i = 0; i < live; i++)
        {
            map.put(FIRST_QPN + i, handle(FIRST_QPN + i));
        }
        return map::get;
    }

    private IntFunction<QpContext> inHashMap()
    {
        final Map<Integer, QpContext> map = new HashMap<>();
        for (int i = 0; i < live; i++)
        {
            map.put(FIRST_QPN + i, handle(FIRST_QPN + i));
        }
        return map::get;
    }

    private QpContext handle(final int qpn)
    {
        final QpContext context = new QpContext();
        table.lookup(qpn, context);
        return context;
    }
}
