package io.roce.tools.misses;

import io.roce.nic.qp.QpCacheKind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;

import org.agrona.collections.Hashing;

/**
 * What arithmetic says of how often a cache hits. Sets have nothing to do with each other, so each is a small cache of
 * its own for the queue pairs whose numbers lead there. Derived in docs/cache.md.
 *
 * @param margin by how much the form itself may be off; 0 where it is exact.
 */
record HitRate(double value, double margin)
{
    /** By how much the two forms that are not exact may be off, for sets of many ways and of few. */
    private static final double OFF = 0.005;
    private static final double CHE_OFF_SMALL = 0.01;
    private static final double IN_TURN_OFF_SMALL = 0.06;
    private static final int SMALL = 16;
    private static final int BISECTIONS = 100;

    static HitRate of(final CacheCell cell)
    {
        final int ways = cell.shape().ways();
        double hits = 0;
        boolean isExact = true;
        for (final double[] parts : sets(cell))
        {
            if (parts.length <= ways)
            {
                hits += Arrays.stream(parts).sum();
            }
            else if (cell.workload() == Workload.ROUND_ROBIN)
            {
                final boolean isRandom = cell.shape().kind() == QpCacheKind.RANDOM && ways > 1;
                hits += isRandom ? Arrays.stream(parts).sum() * inTurn(parts.length, ways) : 0;
                isExact &= !isRandom;
            }
            else if (cell.shape().kind() == QpCacheKind.LRU && ways > 1 && cell.workload() == Workload.ZIPF)
            {
                hits += che(parts, ways);
                isExact = false;
            }
            else if (cell.workload() == Workload.UNIFORM)
            {
                hits += ways * parts[0];
            }
            else
            {
                hits += productForm(parts, ways);
            }
        }
        return new HitRate(hits, isExact ? 0 : ways >= SMALL ? OFF :
            cell.workload() == Workload.ZIPF ? CHE_OFF_SMALL : IN_TURN_OFF_SMALL);
    }

    boolean isExact()
    {
        return margin == 0;
    }

    /** How likely the queue pairs of each set are. */
    private static List<double[]> sets(final CacheCell cell)
    {
        final double[] parts = cell.workload().parts(cell.active(), cell.exponent());
        final int[] qpns = CacheRun.byPopularity(cell);
        final int[] sizes = new int[cell.shape().sets()];
        for (final int qpn : qpns)
        {
            sizes[Hashing.hash(qpn, sizes.length - 1)]++;
        }
        final List<double[]> sets = new ArrayList<>();
        for (final int size : sizes)
        {
            sets.add(new double[size]);
        }
        Arrays.fill(sizes, 0);
        for (int i = 0; i < qpns.length; i++)
        {
            final int set = Hashing.hash(qpns[i], sizes.length - 1);
            sets.get(set)[sizes[set]++] = parts[i];
        }
        return sets;
    }

    /**
     * FIFO and random replacement under draws that have nothing to do with each other: what is in the cache is as
     * likely
     * as the product of its parts, so the misses are (C + 1) e(C + 1) / e(C), with the elementary symmetric polynomials
     * of all parts.
     */
    private static double productForm(final double[] parts, final int ways)
    {
        final double whole = Arrays.stream(parts).sum();
        // Drawn each for itself with odds in proportion to its part, so many are in: e(k) but for a factor.
        final double odds = root(0, 1e6 * parts.length / least(parts), z ->
            Arrays.stream(parts).map(part -> z * part / (1 + z * part)).sum() < ways);
        double[] in = new double[ways + 2];
        in[0] = 1;
        for (final double part : parts)
        {
            final double likely = odds * part / (1 + odds * part);
            for (int i = ways + 1; i > 0; i--)
            {
                in[i] = in[i] * (1 - likely) + in[i - 1] * likely;
            }
            in[0] *= 1 - likely;
        }
        return whole - (ways + 1) * in[ways + 1] / (odds * in[ways]);
    }

    /** Che, Tung and Wang: a queue pair is in if it was used within one time, which is the same for all. */
    private static double che(final double[] parts, final int ways)
    {
        final double time = root(0, 1e6 / least(parts), t ->
            Arrays.stream(parts).map(part -> -Math.expm1(-part * t)).sum() < ways);
        return Arrays.stream(parts).map(part -> part * -Math.expm1(-part * time)).sum();
    }

    /**
     * Random replacement when all have their turn: one is in if none of the misses since its last turn took its
     * place.
     */
    private static double inTurn(final int active, final int ways)
    {
        // Of the two solutions the one below 1.
        return root(0, 1 - 1e-9, hit -> Math.pow(1 - 1.0 / ways, (active - 1) * (1 - hit)) > hit);
    }

    private static double least(final double[] parts)
    {
        return Arrays.stream(parts).min().orElse(1);
    }

    /** Where a condition that holds at first ceases to. */
    private static double root(final double from, final double to, final DoublePredicate holds)
    {
        double low = from;
        double high = to;
        for (int i = 0; i < BISECTIONS; i++)
        {
            final double middle = (low + high) / 2;
            if (holds.test(middle))
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
