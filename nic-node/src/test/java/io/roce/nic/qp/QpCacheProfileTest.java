package io.roce.nic.qp;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Each profile under uniform traffic, against the figures of its source. */
class QpCacheProfileTest
{
    private static final int FIRST = 0x11;
    private static final int WARM_UP = 300_000;
    private static final int PACKETS = 500_000;
    private static final long SEED = 0x5EED;

    @ParameterizedTest
    @CsvSource({
        "CX6_READ, 32, 83, 18", "CX6_READ, 64, 55, 18", "CX6_READ, 512, 42, 18", "CX6_READ, 4096, 21, 18",
        "CX6_WRITE, 32, 123, 4", "CX6_WRITE, 64, 121, 4", "CX6_WRITE, 512, 122, 4", "CX6_WRITE, 4096, 111, 4",
        "CX6_WRITE, 16384, 105, 4"})
    void shouldComeNearThePublishedRate(
        final QpCacheProfile profile, final int qps, final double publishedMops, final double percent)
    {
        final long[] counts = run(profile, qps);
        final double mops = profile.modelledMops(counts[0], counts[1]);
        assertEquals(publishedMops, mops, publishedMops * percent / 100, "seed " + SEED);
    }

    @ParameterizedTest
    @CsvSource({"50, 1.0", "100, 1.0", "200, 0.5", "1000, 0.1"})
    void shouldHitAsOftenAsAHundredEntriesCan(final int qps, final double hitRatio)
    {
        final long[] counts = run(QpCacheProfile.CSRNA, qps);
        assertEquals(hitRatio, (double)counts[0] / PACKETS, 0.01, "seed " + SEED);
        assertEquals(counts[1] * 500, counts[2]);
    }

    @Test
    void shouldNameItsSourceAndWhatItReproduces()
    {
        final Set<String> labels = new HashSet<>();
        for (final QpCacheProfile profile : QpCacheProfile.values())
        {
            assertTrue(labels.add(profile.label()));
            assertTrue(!profile.source().isBlank() && !profile.reproduces().isBlank(), profile.label());
            final QpCache cache = profile.open(MissCostKind.NONE, () -> 0, new SplittableRandom(SEED));
            assertEquals(profile.kind(), cache.kind());
            assertEquals(profile.sets(), cache.sets());
            assertEquals(profile.ways(), cache.ways());
            assertEquals(0, cache.missCost().ns());
        }
    }

    /** Hits, misses and modelled time of packets after warm-up. */
    private static long[] run(final QpCacheProfile profile, final int qps)
    {
        final SplittableRandom random = new SplittableRandom(SEED);
        try (QpTable table = QpTableKind.TWO_LEVEL.open(FIRST, FIRST + qps - 1);
            QpCache cache = profile.open(MissCostKind.ACCOUNTED, () -> 0, random.split()))
        {
            for (int i = 0; i < qps; i++)
            {
                table.install(FIRST + i, QpType.RC, i, 0);
            }
            final QpResolver resolver = new QpResolver(table, cache, () -> 0);
            resolve(resolver, random, qps, WARM_UP);
            final long hits = cache.hits();
            final long misses = cache.misses();
            final long modelledNs = cache.modelledMissNs();
            resolve(resolver, random, qps, PACKETS);
            return new long[]{cache.hits() - hits, cache.misses() - misses, cache.modelledMissNs() - modelledNs};
        }
    }

    private static void resolve(
        final QpResolver resolver, final SplittableRandom random, final int qps, final int packets)
    {
        for (int i = 0; i < packets; i++)
        {
            resolver.resolve(FIRST + random.nextInt(qps));
        }
    }
}
