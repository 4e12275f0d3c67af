package io.roce.tools.levels;

import io.roce.nic.qp.QpTableKind;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.report.OutputFolder;
import io.roce.tools.report.StudyAnswer;
import io.roce.tools.report.StudyOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roce study table}. */
@Command(
    name = "table",
    description = {
        "Which table of queue pairs: bytes and look-up time of one, two and three levels, over live queue pairs, for " +
            "numbers in a row and numbers anywhere in the pool. Times are of this machine and in a file of their " +
            "own, " +
            "times.csv; all else is the same with the same seed.",
        "Exit status 1 when a table does not take the memory that arithmetic says."
    },
    sortOptions = false)
public final class TableStudyCommand implements Callable<Integer>
{
    private static final int LOOKUPS = 4_000_000;
    private static final int QUICK_LOOKUPS = 200_000;

    @Mixin
    private StudyOptions study;

    @Option(
        names = "--pool-bits",
        paramLabel = "N",
        converter = BitsConverter.class,
        description = "The pool has 2^N numbers, 8 to 22; each table takes up to 256 bytes for each. Default: 18, " +
            "with --quick 16.")
    private Integer poolBits;

    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        final int bits = poolBits == null ? study.isQuick() ? 16 : 18 : poolBits;
        try (OutputFolder folder = OutputFolder.open(study.out()))
        {
            final ProgressNote note = new ProgressNote(output.err());
            final int lookups = study.isQuick() ? QUICK_LOOKUPS : LOOKUPS;
            final TableStudy result = TableStudy.run(bits, lookups, study.seed(), study.threads(), note::show);
            note.clear();
            final List<String> answer = answer(result, 1 << bits);
            final List<List<String>> facts = new ArrayList<>();
            facts.add(List.of("pool", Numbers.count(1 << bits) + " numbers"));
            facts.add(List.of("runs", TableStudy.SEEDS + " seeds for memory; for time rounds of " +
                Numbers.count(lookups) + " look-ups"));
            facts.addAll(study.facts());
            TableReport.put(result, answer, facts, folder);
            folder.commit();
            final boolean isOk = result.disagreeing().isEmpty();
            StudyAnswer.print(answer, isOk, study, output);
            return isOk ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private static List<String> answer(final TableStudy study, final int pool)
    {
        final List<String> sentences = new ArrayList<>();
        for (final QpTableKind kind : QpTableKind.values())
        {
            sentences.add(("%s: %,.0f bytes with one queue pair; with %,d it is %,.0f each where numbers are in a " +
                "row and " +
                "%,.0f where they are anywhere; with all %,d it is %,.0f each.").formatted(
                    kind.label(), study.figure(kind, Layout.DENSE, 1).meanBytes(), 256,
                    study.figure(kind, Layout.DENSE, 256).bytesEach(),
                    study.figure(kind, Layout.SCATTERED, 256).bytesEach(), pool,
                    study.figure(kind, Layout.DENSE, pool).bytesEach()));
        }
        sentences.add(("A look-up among all %,d took %.1f, %.1f and %.1f ns with one, two and three levels, on " +
            "this machine " +
            "and this time.").formatted(
                pool, time(study, QpTableKind.FLAT, pool), time(study, QpTableKind.TWO_LEVEL, pool),
                time(study, QpTableKind.THREE_LEVEL, pool)));
        sentences.add("So one row where the pool is small or all of it will live; two levels where numbers come in " +
            "a row, " +
            "as cyclic and lowest order give them; three where few of a large pool live anywhere in it.");
        final List<String> disagreeing = study.disagreeing();
        sentences.add("Of %,d amounts of memory, %,d are as arithmetic says%s.".formatted(
            study.figures().size(), study.figures().size() - disagreeing.size(),
            disagreeing.isEmpty() ? "" : "; not: " + String.join("; ", disagreeing)));
        return sentences;
    }

    private static double time(final TableStudy study, final QpTableKind kind, final int live)
    {
        return study.time(kind, Layout.DENSE, live).median();
    }

    private static final class BitsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 8, 22);
        }
    }
}
