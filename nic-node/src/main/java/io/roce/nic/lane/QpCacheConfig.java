package io.roce.nic.lane;

import io.roce.nic.qp.MissCost;
import io.roce.nic.qp.MissCostKind;
import io.roce.nic.qp.QpCacheKind;
import io.roce.nic.qp.QpCacheProfile;
import io.roce.wire.Qpn;

import org.agrona.concurrent.NanoClock;

/**
 * What the QP cache of one lane is built from. Of {@link QpCacheKind#OFF} everything else is 0.
 *
 * @param sets       a power of two.
 * @param ways       handles in one set; a power of two for {@link QpCacheKind#FIFO}.
 * @param missCostNs what one miss costs, by its kind.
 * @param profile    what kind, sets, ways and cost of a miss are those of; null for none.
 */
public record QpCacheConfig(
    QpCacheKind kind, int sets, int ways, MissCostKind missCostKind, long missCostNs, QpCacheProfile profile)
{
    /** No cache. */
    public static final QpCacheConfig OFF = new QpCacheConfig(QpCacheKind.OFF, 0, 0, MissCostKind.NONE, 0, null);

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
        if (profile != null && !isOf(profile, kind, sets, ways, missCostKind, missCostNs))
        {
            throw new IllegalArgumentException(
                "cacheProfile is %s, which is %dx%d, %s, %d ns for a miss, not %dx%d, %s, %d ns".formatted(
                    profile.label(), profile.sets(), profile.ways(), profile.kind().label(), profile.missNs(),
                    sets, ways, kind.label(), missCostNs));
        }
    }

    /** First in first out, and a miss costs what it costs. */
    public QpCacheConfig(final int sets, final int ways)
    {
        this(QpCacheKind.FIFO, sets, ways, MissCostKind.NONE, 0);
    }

    /** Of no profile. */
    public QpCacheConfig(
        final QpCacheKind kind,
        final int sets,
        final int ways,
        final MissCostKind missCostKind,
        final long missCostNs)
    {
        this(kind, sets, ways, missCostKind, missCostNs, null);
    }

    /** As a profile has it; of the time that a miss takes only what becomes of it can be chosen. */
    public static QpCacheConfig of(final QpCacheProfile profile, final MissCostKind missCostKind)
    {
        final long missCostNs = missCostKind == MissCostKind.NONE ? 0 : profile.missNs();
        return new QpCacheConfig(
            profile.kind(), profile.sets(), profile.ways(), missCostKind, missCostNs, profile);
    }

    MissCost missCost(final NanoClock clock)
    {
        return MissCost.of(missCostKind, missCostNs, clock);
    }

    private static boolean isOf(
        final QpCacheProfile profile,
        final QpCacheKind kind,
        final int sets,
        final int ways,
        final MissCostKind missCostKind,
        final long missCostNs)
    {
        return kind == profile.kind() && sets == profile.sets() && ways == profile.ways() &&
            (missCostKind == MissCostKind.NONE || missCostNs == profile.missNs());
    }

    private static void requirePowerOfTwo(final String field, final int value)
    {
        if (Integer.bitCount(value) != 1 || value < 0)
        {
            throw new IllegalArgumentException(field + " is " + value + ", not a power of two");
        }
    }
}
