package io.roce.tools.misses;

import io.roce.nic.qp.QpCacheKind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the study comes to, in words with its numbers. */
final class CacheAnswer
{
    private CacheAnswer()
    {
    }

    static List<String> of(final CacheStudy study, final double exponent)
    {
        final List<String> sentences = new ArrayList<>();
        sentences.add(("Packets for any queue pair alike: 512 contexts hit %s of packets at 512 active queue pairs " +
            "in one " +
            "set, %s in 128 sets of 4 and %s in 512 sets of 1; at 1,024 it is half, %s, at 4,096 an eighth, %s, in " +
            "any " +
            "order of replacement. So the size to have is the number of queue pairs that are active at once, with " +
            "ways " +
            "to spare.").formatted(
                part(study, new CacheShape(QpCacheKind.LRU, 1, 512), Workload.UNIFORM, 512, exponent),
                part(study, new CacheShape(QpCacheKind.LRU, 128, 4), Workload.UNIFORM, 512, exponent),
                part(study, new CacheShape(QpCacheKind.LRU, 512, 1), Workload.UNIFORM, 512, exponent),
                part(study, new CacheShape(QpCacheKind.LRU, 1, 512), Workload.UNIFORM, 1_024, exponent),
                part(study, new CacheShape(QpCacheKind.LRU, 1, 512), Workload.UNIFORM, 4_096, exponent)));
        sentences.add(("One connection after the other: LRU and FIFO fall off a cliff, %s at 512 and %s at 640 in " +
            "one set; " +
            "random replacement still hits %s at 640 and %s at 1,024.").formatted(
                part(study, new CacheShape(QpCacheKind.LRU, 1, 512), Workload.ROUND_ROBIN, 512, exponent),
                part(study, new CacheShape(QpCacheKind.LRU, 1, 512), Workload.ROUND_ROBIN, 640, exponent),
                part(study, new CacheShape(QpCacheKind.RANDOM, 1, 512), Workload.ROUND_ROBIN, 640, exponent),
                part(study, new CacheShape(QpCacheKind.RANDOM, 1, 512), Workload.ROUND_ROBIN, 1_024, exponent)));
        sentences.add(("Some more than others (Zipf, exponent %s): at 4,096 LRU hits %s, FIFO %s and random %s, " +
            "all with " +
            "512 in one set.").formatted(exponent,
                part(study, new CacheShape(QpCacheKind.LRU, 1, 512), Workload.ZIPF, 4_096, exponent),
                part(study, new CacheShape(QpCacheKind.FIFO, 1, 512), Workload.ZIPF, 4_096, exponent),
                part(study, new CacheShape(QpCacheKind.RANDOM, 1, 512), Workload.ZIPF, 4_096, exponent)));
        for (final PublishedCurve curve : PublishedCurve.values())
        {
            final FittedProfile fitted = study.fitted(curve);
            sentences.add(("%s: the nearest that one cache comes is %dx%d, %.1f ns an operation and %.1f ns more a " +
                "miss, off " +
                "by %.1f %% at the worst point; the profile %s is %dx%d, %d ns and %d ns.").formatted(
                    curve.label(), fitted.shape().sets(), fitted.shape().ways(), fitted.hitNs(), fitted.missNs(),
                    100 * fitted.worst(), curve.profile().label(), curve.profile().sets(), curve.profile().ways(),
                    curve.profile().hitNs(), curve.profile().missNs()));
        }
        final List<String> disagreeing = study.disagreeing();
        sentences.add(("Of %,d hit rates, %,d are as their closed form says, within bounds that hold for all of " +
            "them at " +
            "once in 99 of 100 studies, and the form's own margin where it is approximate%s.").formatted(
                study.compared(), study.compared() - disagreeing.size(),
                disagreeing.isEmpty() ? "" : "; not: " + String.join("; ", disagreeing)));
        return sentences;
    }

    private static String part(
        final CacheStudy study,
        final CacheShape shape,
        final Workload workload,
        final int active,
        final double exponent)
    {
        return String.format(
            Locale.ROOT, "%.1f %%", 100 * study.figure(shape, workload, active, exponent).hitRate());
    }
}
