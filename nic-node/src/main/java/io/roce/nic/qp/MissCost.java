package io.roce.nic.qp;

import java.util.Objects;

import org.agrona.concurrent.NanoClock;

/**
 * What an adapter pays to fetch a context that it does not have on chip. Every miss is charged, also that of a number
 * which names nobody: an adapter learns this from what it has fetched. Holds no count, so caches may share one.
 */
public final class MissCost
{
    /** A miss costs what it costs. */
    public static final MissCost NONE = new MissCost(MissCostKind.NONE, 0, null);

    /** A thousand times what a fetch over PCIe takes; a lane that waits does nothing else. */
    public static final long MAX_NS = 1_000_000;

    private final MissCostKind kind;
    private final long ns;
    private final NanoClock clock;

    private MissCost(final MissCostKind kind, final long ns, final NanoClock clock)
    {
        this.kind = kind;
        this.ns = ns;
        this.clock = clock;
    }

    /**
     * @param ns    of one miss, 1 to 1,000,000; 0 when the kind is NONE.
     * @param clock moves by itself; read only when the time is spent.
     * @throws IllegalArgumentException when {@code ns} is out of range.
     */
    public static MissCost of(final MissCostKind kind, final long ns, final NanoClock clock)
    {
        final long min = kind == MissCostKind.NONE ? 0 : 1;
        final long max = kind == MissCostKind.NONE ? 0 : MAX_NS;
        if (ns < min || ns > max)
        {
            throw new IllegalArgumentException(
                "missCostNs is %d, outside %d to %d for %s".formatted(ns, min, max, kind.label()));
        }
        return kind == MissCostKind.NONE ? NONE : new MissCost(kind, ns, Objects.requireNonNull(clock, "clock"));
    }

    public MissCostKind kind()
    {
        return kind;
    }

    /** Of one miss. */
    public long ns()
    {
        return ns;
    }

    void onMiss()
    {
        if (kind == MissCostKind.SPENT)
        {
            final long untilNs = clock.nanoTime() + ns;
            while (clock.nanoTime() - untilNs < 0)
            {
                Thread.onSpinWait();
            }
        }
    }
}
