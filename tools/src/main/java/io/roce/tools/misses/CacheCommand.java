package io.roce.tools.misses;

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
import picocli.CommandLine.TypeConversionException;

/** {@code roce study cache}. */
@Command(
    name = "cache",
    description = {
        "How large a cache of contexts, how many ways, which order of replacement: how often it hits and what that " +
            "leaves of throughput, over active queue pairs, beside closed forms and beside curves that were " +
            "published " +
            "of real adapters.",
        "Exit status 1 when a hit rate is not as its closed form says."
    },
    sortOptions = false)
public final class CacheCommand implements Callable<Integer>
{
    private static final int PACKETS = 200_000;
    private static final int QUICK_PACKETS = 10_000;

    @Mixin
    private StudyOptions study;

    @Option(
        names = "--zipf",
        paramLabel = "EXPONENT",
        defaultValue = "1",
        converter = ExponentConverter.class,
        description = "How unlike queue pairs are used where they are not used alike, 0.1 to 3. Default: " +
            "${DEFAULT-VALUE}.")
    private double exponent;

    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        try (OutputFolder folder = OutputFolder.open(study.out()))
        {
            final ProgressNote note = new ProgressNote(output.err());
            final int packets = study.isQuick() ? QUICK_PACKETS : PACKETS;
            final CacheStudy result = CacheStudy.run(exponent, packets, study.seed(), study.threads(), note::show);
            note.clear();
            final List<String> answer = CacheAnswer.of(result, exponent);
            final List<List<String>> facts = new ArrayList<>();
            facts.add(List.of("runs", CacheStudy.SEEDS + " seeds for each cell, in each " + Numbers.count(packets) +
                " packets; of round-robin whole rounds"));
            facts.add(List.of("Zipf", "exponent " + exponent));
            facts.addAll(study.facts());
            CacheReport.put(result, answer, facts, folder);
            folder.commit();
            final boolean isOk = result.disagreeing().isEmpty();
            StudyAnswer.print(answer, isOk, study, output);
            return isOk ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private static final class ExponentConverter implements ITypeConverter<Double>
    {
        private static final double MIN = 0.1;
        private static final double MAX = 3;

        @Override
        public Double convert(final String text)
        {
            final double exponent;
            try
            {
                exponent = Double.parseDouble(text);
            }
            catch (final NumberFormatException e)
            {
                throw new TypeConversionException("'" + text + "' is not a number such as 1 or 0.8");
            }
            if (!(exponent >= MIN && exponent <= MAX))
            {
                throw new TypeConversionException(text + " is out of range: " + MIN + " to " + MAX);
            }
            return exponent;
        }
    }
}
