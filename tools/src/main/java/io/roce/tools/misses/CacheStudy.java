package io.roce.tools.misses;

import io.roce.nic.qp.QpCacheKind;
import io.roce.tools.report.Confidence;
import io.roce.tools.report.Tasks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** All cells of the study, run. */
final class CacheStudy
{
    static final double ERROR = 0.01;
    static final int SEEDS = 10;

    private static final int[] ACTIVE = {16, 64, 128, 256, 384, 512, 640, 768, 1_024, 2_048, 4_096, 16_384};

    private final List<CacheSection> sections;
    private final Map<PublishedCurve, FittedProfile> fitted;
    private final Map<CacheCell, CacheFigure> figures;
    private final Confidence ofAll;

    private CacheStudy(
        final List<CacheSection> sections,
        final Map<PublishedCurve, FittedProfile> fitted,
        final Map<CacheCell, CacheFigure> figures)
    {
        this.sections = sections;
        this.fitted = fitted;
        this.figures = figures;
        ofAll = Confidence.ofAll(ERROR, figures.size());
    }

    /**
     * @param exponent of Zipf's law.
     * @param packets  looked up for each seed of a cell, while it is counted.
     */
    static CacheStudy run(
        final double exponent,
        final int packets,
        final long seed,
        final int threads,
        final Consumer<String> onProgress)
    {
        final Map<PublishedCurve, FittedProfile> fitted = new EnumMap<>(PublishedCurve.class);
        for (final PublishedCurve curve : PublishedCurve.values())
        {
            fitted.put(curve, FittedProfile.of(curve));
        }
        final List<CacheSection> sections = plan(exponent, fitted);
        final List<CacheCell> cells = sections.stream()
            .flatMap(section -> section.curves().stream()).flatMap(curve -> curve.cells().stream()).distinct().toList();
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Callable<CacheFigure>> tasks = new ArrayList<>();
        for (final CacheCell cell : cells)
        {
            final long[] seeds = random.longs(SEEDS).toArray();
            tasks.add(() ->
            {
                final int counted = cell.workload() == Workload.ROUND_ROBIN ?
                    Math.max(1, packets / cell.active()) * cell.active() : packets;
                return new CacheFigure(cell, CacheRun.hits(cell, counted, seeds), counted, HitRate.of(cell));
            });
        }
        final Map<CacheCell, CacheFigure> figures = new HashMap<>();
        Tasks.run(tasks, threads, done -> onProgress.accept(done + " of " + tasks.size() + " cells"))
            .forEach(figure -> figures.put(figure.cell(), figure));
        return new CacheStudy(sections, fitted, figures);
    }

    private static List<CacheSection> plan(final double exponent, final Map<PublishedCurve, FittedProfile> fitted)
    {
        final List<CacheSection> sections = new ArrayList<>();
        final CacheSection size = new CacheSection("size", "How large a cache",
            "How often does a cache of that size hit, when packets are for any queue pair alike?");
        for (final int sets : new int[]{32, 128, 512})
        {
            size.curve(new CacheShape(QpCacheKind.LRU, sets, 4), Workload.UNIFORM, ACTIVE, exponent);
        }
        sections.add(size);
        sections.add(shapes("ways", "How many ways",
            "512 contexts in sets of 1, 4 and 16, and in one, when packets are for any queue pair alike",
            Workload.UNIFORM, exponent, new CacheShape(QpCacheKind.LRU, 512, 1),
            new CacheShape(QpCacheKind.LRU, 128, 4), new CacheShape(QpCacheKind.LRU, 32, 16),
            new CacheShape(QpCacheKind.LRU, 1, 512)));
        final CacheShape[] orders = {
            new CacheShape(QpCacheKind.FIFO, 128, 4), new CacheShape(QpCacheKind.LRU, 128, 4),
            new CacheShape(QpCacheKind.RANDOM, 128, 4), new CacheShape(QpCacheKind.FIFO, 1, 512),
            new CacheShape(QpCacheKind.LRU, 1, 512), new CacheShape(QpCacheKind.RANDOM, 1, 512)};
        sections.add(shapes("zipf", "Some queue pairs more than others",
            "Which order of replacement is best, when the k-th queue pair is used in proportion to 1 / k^" +
                exponent + "?", Workload.ZIPF, exponent, orders));
        sections.add(shapes("round-robin", "One connection after the other",
            "Which order of replacement is best, when all connections have their turn?", Workload.ROUND_ROBIN, exponent,
            orders));
        for (final PublishedCurve curve : PublishedCurve.values())
        {
            final CacheSection section = new CacheSection(
                curve.profile().label(), curve.label(), "Throughput over queue pairs: published points (" +
                    curve.source() + "), the profile of that name, and the cache that comes nearest to them.");
            final int[] active = {32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384};
            section.curve(shape(curve), Workload.UNIFORM, active, exponent);
            section.curve(fitted.get(curve).shape(), Workload.UNIFORM, active, exponent);
            sections.add(section);
        }
        return sections;
    }

    static CacheShape shape(final PublishedCurve curve)
    {
        return new CacheShape(curve.profile().kind(), curve.profile().sets(), curve.profile().ways());
    }

    private static CacheSection shapes(
        final String id,
        final String title,
        final String question,
        final Workload workload,
        final double exponent,
        final CacheShape... shapes)
    {
        final CacheSection section = new CacheSection(id, title, question);
        for (final CacheShape shape : shapes)
        {
            section.curve(shape, workload, ACTIVE, exponent);
        }
        return section;
    }

    List<CacheSection> sections()
    {
        return sections;
    }

    FittedProfile fitted(final PublishedCurve curve)
    {
        return fitted.get(curve);
    }

    CacheFigure figure(final CacheCell cell)
    {
        return figures.get(cell);
    }

    CacheFigure figure(final CacheShape shape, final Workload workload, final int active, final double exponent)
    {
        return figures.get(new CacheCell(shape, workload, active, exponent));
    }

    int compared()
    {
        return figures.size();
    }

    Confidence ofAll()
    {
        return ofAll;
    }

    /** Cells that are not as their closed form says. */
    List<String> disagreeing()
    {
        return figures.values().stream().filter(figure -> !figure.agrees(ofAll))
            .map(figure -> figure.cell().shape().label() + ", " + figure.cell().workload().label() + ", " +
                figure.cell().active())
            .sorted().toList();
    }
}
