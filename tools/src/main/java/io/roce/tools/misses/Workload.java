package io.roce.tools.misses;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Which queue pair the next packet is for. */
enum Workload
{
    UNIFORM("uniform", "any, each as likely as the others"),
    ZIPF("zipf", "the k-th as often as 1 / k to the power of an exponent says"),
    ROUND_ROBIN("round-robin", "one after the other");

    private final String label;
    private final String description;

    Workload(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As in CSV. */
    String label()
    {
        return label;
    }

    String description()
    {
        return description;
    }

    /** How likely each of so many is; of round-robin how often. */
    double[] parts(final int active, final double exponent)
    {
        final double[] parts = new double[active];
        for (int i = 0; i < active; i++)
        {
            parts[i] = this == ZIPF ? Math.pow(i + 1, -exponent) : 1;
        }
        final double sum = Arrays.stream(parts).sum();
        for (int i = 0; i < active; i++)
        {
            parts[i] /= sum;
        }
        return parts;
    }

    /** Draws. */
    Draw draw(final int active, final double exponent, final SplittableRandom random)
    {
        return switch (this)
        {
            case UNIFORM -> () -> random.nextInt(active);
            case ROUND_ROBIN -> new Draw()
            {
                private int next = random.nextInt(active);

                @Override
                public int next()
                {
                    next = next + 1 == active ? 0 : next + 1;
                    return next;
                }
            };
            case ZIPF ->
            {
                final double[] upTo = parts(active, exponent);
                Arrays.parallelPrefix(upTo, Double::sum);
                yield () ->
                {
                    final int place = Arrays.binarySearch(upTo, random.nextDouble());
                    return Math.min(active - 1, place < 0 ? -place - 1 : place);
                };
            }
        };
    }

    /** The place of the next one. */
    interface Draw
    {
        int next();
    }
}
