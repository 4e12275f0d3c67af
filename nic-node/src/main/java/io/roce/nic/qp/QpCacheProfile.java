package io.roce.nic.qp;

import java.util.random.RandomGenerator;

import org.agrona.concurrent.NanoClock;

/**
 * Geometries and costs of the QP cache that reproduce something published. Times are what an operation takes from the
 * throughput of the whole adapter, in which fetches overlap; they are not the latency of one fetch, unless the source
 * is a simulator that says so.
 */
public enum QpCacheProfile
{
    CSRNA(
        "csrna", QpCacheKind.RANDOM, 1, 100, 0, 500,
        "csRNA, an RNIC simulator in gem5 (github.com/eggie-zsy/csRNA, src/dev/rdma/Rnic.py): qpc_cache_cap 100, " +
            "dma_read_delay 500 ns; any entry may be replaced, drawn at random",
        "its QP context cache: with N > 100 QPs used alike, 100 in N packets hit, and every other one waits 500 ns"),
    CX6_READ(
        "cx6-read", QpCacheKind.FIFO, 512, 1, 13, 40,
        "public RC benchmark of two ConnectX-6, 32 threads: READ 83, 55, 42, 21 million a second with 32, 64, 512, " +
            "4,096 QPs",
        "the fall from 32 to 4,096 QPs, to within 18 % at each point (it gives 70, 65, 36, 21): the published curve " +
            "has two steps, at 64 and past 512, and one cache makes one"),
    CX6_WRITE(
        "cx6-write", QpCacheKind.LRU, 512, 4, 8, 2,
        "the same benchmark: WRITE 123, 121, 122, 111, 105 million a second with 32, 64, 512, 4,096, 16,384 QPs",
        "the slight fall past 512 QPs, to within 4 % at each point (it gives 125, 125, 125, 111, 103)");

    private final String label;
    private final QpCacheKind kind;
    private final int sets;
    private final int ways;
    private final long hitNs;
    private final long missNs;
    private final String source;
    private final String reproduces;

    QpCacheProfile(
        final String label,
        final QpCacheKind kind,
        final int sets,
        final int ways,
        final long hitNs,
        final long missNs,
        final String source,
        final String reproduces)
    {
        this.label = label;
        this.kind = kind;
        this.sets = sets;
        this.ways = ways;
        this.hitNs = hitNs;
        this.missNs = missNs;
        this.source = source;
        this.reproduces = reproduces;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }

    public QpCacheKind kind()
    {
        return kind;
    }

    public int sets()
    {
        return sets;
    }

    public int ways()
    {
        return ways;
    }

    /** What an operation takes when its context is there; 0 when the source does not say. */
    public long hitNs()
    {
        return hitNs;
    }

    /** What an operation takes beyond that when its context is not there. */
    public long missNs()
    {
        return missNs;
    }

    /** Where the numbers come from. */
    public String source()
    {
        return source;
    }

    /** What of the source it reproduces, and how nearly. */
    public String reproduces()
    {
        return reproduces;
    }

    /** Millions of operations a second that the source's adapter would have done of these; NaN without any. */
    public double modelledMops(final long hits, final long misses)
    {
        final long operations = hits + misses;
        return 1_000.0 * operations / (operations * hitNs + misses * missNs);
    }

    /** An empty cache; see {@link QpCacheKind#open} and {@link MissCost#of}. */
    public QpCache open(final MissCostKind missCostKind, final NanoClock clock, final RandomGenerator random)
    {
        final long ns = missCostKind == MissCostKind.NONE ? 0 : missNs;
        return kind.open(sets, ways, MissCost.of(missCostKind, ns, clock), random);
    }
}
