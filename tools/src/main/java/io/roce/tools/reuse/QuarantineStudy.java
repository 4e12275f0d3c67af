package io.roce.tools.reuse;

import io.roce.nic.error.VerbsException;
import io.roce.tools.report.Confidence;
import io.roce.tools.report.Tasks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Runs all cells of a plan with several seeds each, and their closed forms. */
final class QuarantineStudy
{
    /** The part of studies in which any figure at all may be outside its bounds by chance. */
    static final double ERROR = 0.01;

    private final List<Section> sections;
    private final List<Cell> cells = new ArrayList<>();
    private final Confidence ofAll;
    private final long compared;

    private QuarantineStudy(final List<Section> sections, final Map<Scenario, Map<Measure, Figure>> figures)
    {
        this.sections = sections;
        for (final Section section : sections)
        {
            for (final Section.Curve curve : section.curves())
            {
                curve.points().forEach(point -> cells.add(new Cell(
                    section, curve.label(), point.x(), point.scenario(), figures.get(point.scenario()))));
            }
        }
        compared = figures.values().stream()
            .flatMap(each -> each.values().stream()).filter(Figure::isComparable).count();
        ofAll = Confidence.ofAll(ERROR, (int)compared);
    }

    /**
     * @param seeds      runs of each cell.
     * @param ends       queue pairs that end in each run while it is counted.
     * @param onProgress told how far it is.
     */
    static QuarantineStudy run(
        final List<Section> sections,
        final int seeds,
        final int ends,
        final long seed,
        final int threads,
        final Consumer<String> onProgress)
    {
        // What stands in several sections is run once.
        final List<Scenario> scenarios = sections.stream()
            .flatMap(section -> section.curves().stream())
            .flatMap(curve -> curve.points().stream())
            .map(Section.Point::scenario).distinct().toList();
        final SplittableRandom random = new SplittableRandom(seed);
        final Afterlives afterlives = new Afterlives();
        final List<Callable<Map<Measure, Figure>>> tasks = new ArrayList<>();
        for (final Scenario scenario : scenarios)
        {
            final long[] own = random.longs(seeds).toArray();
            tasks.add(() -> figures(scenario, ends, own, afterlives));
        }
        final List<Map<Measure, Figure>> results = Tasks.run(
            tasks, threads, done -> onProgress.accept(done + " of " + tasks.size() + " cells"));
        final Map<Scenario, Map<Measure, Figure>> figures = new HashMap<>();
        for (int i = 0; i < scenarios.size(); i++)
        {
            figures.put(scenarios.get(i), results.get(i));
        }
        return new QuarantineStudy(sections, figures);
    }

    private static Map<Measure, Figure> figures(
        final Scenario scenario, final int ends, final long[] seeds, final Afterlives afterlives) throws VerbsException
    {
        final List<Batch> batches = new ArrayList<>();
        for (final long seed : seeds)
        {
            batches.addAll(Arrays.asList(new ChurnRun(scenario, ends, seed).run()));
        }
        final Map<Measure, Prediction> predictions = ClosedForms.of(scenario, afterlives);
        final Map<Measure, Figure> figures = new EnumMap<>(Measure.class);
        for (final Measure measure : Measure.values())
        {
            figures.put(measure, Figure.of(measure, batches, predictions.getOrDefault(measure, Prediction.NONE)));
        }
        return figures;
    }

    List<Section> sections()
    {
        return sections;
    }

    List<Cell> cells()
    {
        return cells;
    }

    List<Cell> cells(final Section section)
    {
        return cells.stream().filter(cell -> cell.section() == section).toList();
    }

    /** Bounds within which all figures are at once. */
    Confidence ofAll()
    {
        return ofAll;
    }

    /** Figures that have a closed form. */
    long compared()
    {
        return compared;
    }

    /** Those that are not as their closed form says. */
    List<String> disagreeing()
    {
        final List<String> names = new ArrayList<>();
        for (final Cell cell : cells)
        {
            for (final Figure figure : cell.figures().values())
            {
                if (figure.isComparable() && !figure.agrees(ofAll))
                {
                    names.add(cell.section().id() + ", " + cell.curve() + ", " + cell.x() + ": " +
                        figure.measure().label());
                }
            }
        }
        return names;
    }

    /** Cells in which a number is held longer than any stale packet takes. */
    List<Cell> heldLonger()
    {
        return cells.stream().filter(cell -> cell.scenario().hold() > cell.scenario().delay().max()).toList();
    }

    /** Packets that were delivered wrongly in such cells: none, or the study has failed. */
    long wrongWhereHeldLonger()
    {
        return heldLonger().stream()
            .mapToLong(cell -> Math.round(
                cell.figures().get(Measure.WRONG).value() * cell.figures().get(Measure.WRONG).trials()))
            .sum();
    }
}
