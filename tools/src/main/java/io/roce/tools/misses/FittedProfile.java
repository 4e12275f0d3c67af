package io.roce.tools.misses;

import io.roce.nic.qp.QpCacheKind;

/**
 * A cache and times that come as near to a published curve as one cache can: an operation takes a time, and a miss a
 * time more.
 *
 * @param worst the largest difference from a published point, as a part of that.
 */
record FittedProfile(CacheShape shape, double hitNs, double missNs, double worst)
{
    private static final int[] WAYS = {1, 2, 4, 8, 16};
    private static final int MAX_SETS = 1 << 13;
    private static final int STEPS = 400;

    /** Tries all sizes and ways that there are, each with the times that fit it best. */
    static FittedProfile of(final PublishedCurve curve)
    {
        FittedProfile best = null;
        for (int sets = 1; sets <= MAX_SETS; sets *= 2)
        {
            for (final int ways : WAYS)
            {
                final FittedProfile one = of(curve, new CacheShape(QpCacheKind.LRU, sets, ways));
                if (best == null || one.worst < best.worst - 1e-12)
                {
                    best = one;
                }
            }
        }
        return best;
    }

    /** Millions of operations a second. */
    static double mops(final double hitNs, final double missNs, final double hitRate)
    {
        return 1_000 / (hitNs + missNs * (1 - hitRate));
    }

    double mops(final double hitRate)
    {
        return mops(hitNs, missNs, hitRate);
    }

    /** For a time of a miss, between none and what the slowest point takes, the time of a hit follows. */
    private static FittedProfile of(final PublishedCurve curve, final CacheShape shape)
    {
        final int[] active = curve.active();
        final double[] mops = curve.mops();
        final double[] hitRates = new double[active.length];
        double slowest = 0;
        for (int i = 0; i < active.length; i++)
        {
            hitRates[i] = HitRate.of(new CacheCell(shape, Workload.UNIFORM, active[i], 0)).value();
            slowest = Math.max(slowest, 1_000 / mops[i]);
        }
        FittedProfile best = null;
        for (int i = 0; i <= STEPS; i++)
        {
            for (int j = 1; j <= STEPS; j++)
            {
                final double missNs = 2 * slowest * i / STEPS;
                final double hitNs = slowest * j / STEPS;
                double worst = 0;
                for (int k = 0; k < active.length; k++)
                {
                    worst = Math.max(worst, Math.abs(mops(hitNs, missNs, hitRates[k]) / mops[k] - 1));
                }
                if (best == null || worst < best.worst)
                {
                    best = new FittedProfile(shape, hitNs, missNs, worst);
                }
            }
        }
        return best;
    }
}
