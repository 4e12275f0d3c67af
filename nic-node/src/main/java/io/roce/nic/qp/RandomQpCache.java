package io.roce.nic.qp;

import java.util.Objects;
import java.util.random.RandomGenerator;

/** Within a set, any handle goes, each as likely as another. */
final class RandomQpCache extends SetAssociativeQpCache
{
    private final RandomGenerator random;

    RandomQpCache(final int sets, final int ways, final MissCost missCost, final RandomGenerator random)
    {
        super(QpCacheKind.RANDOM, sets, ways, missCost);
        this.random = Objects.requireNonNull(random, "random");
    }

    @Override
    void onHit(final int start, final int index, final int end)
    {
        // It stays as likely to go as any other.
    }

    @Override
    int victim(final int start, final int end)
    {
        return start + random.nextInt(end - start);
    }
}
