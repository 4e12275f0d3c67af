package io.roce.nic.qp;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;

/** Which of the live queue pairs packets name. */
public enum QpnDraw
{
    /** Each as often as another. */
    UNIFORM
    {
        @Override
        IntSupplier indices(final int live, final SplittableRandom random)
        {
            return () -> random.nextInt(live);
        }
    },
    /** The one of rank r as often as 1 / r^0.99. */
    ZIPF
    {
        @Override
        IntSupplier indices(final int live, final SplittableRandom random)
        {
            final double[] cumulative = new double[live];
            double sum = 0;
            for (int rank = 0; rank < live; rank++)
            {
                sum += Math.pow(rank + 1, -0.99);
                cumulative[rank] = sum;
            }

            final double total = sum;
            final int[] byRank = shuffled(live, random);
            return () ->
            {
                final int found = Arrays.binarySearch(cumulative, random.nextDouble() * total);
                return byRank[Math.min(live - 1, found < 0 ? ~found : found)];
            };
        }
    },
    /** 256 of them get 95 of 100 packets. */
    HOT
    {
        @Override
        IntSupplier indices(final int live, final SplittableRandom random)
        {
            final int[] hot = Arrays.copyOf(shuffled(live, random), 256);
            return () -> random.nextInt(100) < 95 ? hot[random.nextInt(hot.length)] : random.nextInt(live);
        }
    };

    abstract IntSupplier indices(int live, SplittableRandom random);

    private static int[] shuffled(final int live, final SplittableRandom random)
    {
        final int[] indices = new int[live];
        for (int i = 0; i < live; i++)
        {
            final int other = random.nextInt(i + 1);
            indices[i] = indices[other];
            indices[other] = i;
        }
        return indices;
    }
}
