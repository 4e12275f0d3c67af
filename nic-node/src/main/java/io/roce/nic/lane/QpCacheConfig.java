package io.roce.nic.lane;

import io.roce.nic.qp.MissCost;
import io.roce.nic.qp.MissCostKind;
import io.roce.nic.qp.QpCacheKind;
import io.roce.wire.Qpn;

import org.agrona.concurrent.NanoClock;

/**
 * What the QP cache of one lane is built from. Of {@link QpCacheKind#OFF} everything else is 0.
 *
 * @param sets       a power of two.
 * @param ways       handles in one set; a power of two for {@link QpCacheKind#FIFO}.
 * @param missCostNs what one miss costs, by its kind.
 */
public record QpCacheConfig(QpCacheKind kind, int sets, int ways, MissCostKind missCostKind, long missCostNs)
{
    /** No cache. */
    public static final QpCacheConfig OFF = new QpCacheConfig(QpCacheKind.OFF, 0, 0, MissCostKind.NONE, 0);

    /** One for each number. */
    private static final int MAX_HANDLES = Qpn.MASK + 1;

    /** @throws IllegalArgumentException naming what is out of range, its value and its bounds. */
    public QpCacheConfig
    {
        if (kind == null || missCostKind == null)
        {
            throw new IllegalArgumentException((kind == null ? "cacheKind" : "missCostKind") + " must be set");
        }
        if (kind != QpCacheKind.OFF)
        {
            requirePowerOfTwo("cacheSets", sets);
            if (kind == QpCacheKind.FIFO)
            {
                requirePowerOfTwo("cacheWays", ways);
            }
            QueuePairsConfig.require("cacheSets", sets, 1, MAX_HANDLES);
            QueuePairsConfig.require("cacheWays", ways, 1, MAX_HANDLES / sets);
        }
        MissCost.of(missCostKind, missCostNs, () -> 0);
    }

    /** First in first out, and a miss costs what it costs. */
    public QpCacheConfig(final int sets, final int ways)
    {
        this(QpCacheKind.FIFO, sets, ways, MissCostKind.NONE, 0);
    }

    MissCost missCost(final NanoClock clock)
    {
        return MissCost.of(missCostKind, missCostNs, clock);
    }

    private static void requirePowerOfTwo(final String field, final int value)
    {
        if (Integer.bitCount(value) != 1 || value < 0)
        {
            throw new IllegalArgumentException(field + " is " + value + ", not a power of two");
        }
    }
}
