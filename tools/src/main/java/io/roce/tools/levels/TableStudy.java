package io.roce.tools.levels;

import io.roce.nic.qp.QpTableKind;
import io.roce.tools.report.Confidence;
import io.roce.tools.report.Tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * All cells of the study, run.
 *
 * @param figures memory, the same with the same seed.
 * @param times   time, never the same.
 */
record TableStudy(List<TableFigure> figures, List<LookupTime> times, Confidence ofAll)
{
    static final double ERROR = 0.01;
    static final int SEEDS = 10;

    private static final int ROUNDS = 9;

    /**
     * @param poolBits the pool has 2 to that power of numbers.
     * @param lookups  in each round.
     */
    static TableStudy run(
        final int poolBits,
        final int lookups,
        final long seed,
        final int threads,
        final Consumer<String> onProgress)
    {
        final List<TableCell> cells = cells(poolBits);
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Callable<TableFigure>> tasks = new ArrayList<>();
        for (final TableCell cell : cells)
        {
            final long[] seeds = random.longs(SEEDS).toArray();
            tasks.add(() -> TableFigure.of(cell, seeds));
        }
        final List<TableFigure> figures =
            Tasks.run(tasks, threads, done -> onProgress.accept("memory: " + done + " of " + tasks.size() + " cells"));
        // One at a time: what runs beside it would be measured too.
        final List<LookupTime> times = new ArrayList<>();
        for (final Layout layout : Layout.values())
        {
            for (final int live : cells.stream().mapToInt(TableCell::live).distinct().toArray())
            {
                onProgress.accept("time: " + times.size() + " of " + cells.size() + " cells");
                times.addAll(LookupTime.of(
                    cells.stream().filter(cell -> cell.live() == live && cell.layout() == layout).toList(),
                    lookups, ROUNDS, random.nextLong()));
            }
        }
        return new TableStudy(figures, times, Confidence.ofAll(ERROR, figures.size()));
    }

    private static List<TableCell> cells(final int poolBits)
    {
        final List<TableCell> cells = new ArrayList<>();
        for (final Layout layout : Layout.values())
        {
            for (final QpTableKind kind : QpTableKind.values())
            {
                for (int bits = 0; bits < poolBits; bits += 2)
                {
                    cells.add(new TableCell(kind, layout, 1 << poolBits, 1 << bits));
                }
                cells.add(new TableCell(kind, layout, 1 << poolBits, 1 << poolBits));
            }
        }
        return cells;
    }

    TableFigure figure(final QpTableKind kind, final Layout layout, final int live)
    {
        return figures.stream().filter(figure -> is(figure.cell(), kind, layout, live)).findFirst().orElseThrow();
    }

    LookupTime time(final QpTableKind kind, final Layout layout, final int live)
    {
        return times.stream().filter(time -> is(time.cell(), kind, layout, live)).findFirst().orElseThrow();
    }

    /** Cells that do not take the memory that arithmetic says. */
    List<String> disagreeing()
    {
        return figures.stream().filter(figure -> !figure.agrees(ofAll))
            .map(figure -> figure.cell().kind().label() + ", " + figure.cell().layout().label() + ", " +
                figure.cell().live())
            .toList();
    }

    private static boolean is(final TableCell cell, final QpTableKind kind, final Layout layout, final int live)
    {
        return cell.kind() == kind && cell.layout() == layout && cell.live() == live;
    }
}
