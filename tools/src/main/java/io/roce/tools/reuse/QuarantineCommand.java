package io.roce.tools.reuse;

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

/** {@code roce study quarantine}. */
@Command(
    name = "quarantine",
    description = {
        "How long to hold the number of a destroyed queue pair back, or whether to reuse it at once: stale packets " +
        "to " +
            "numbers that come and go, over churn, pool, pressure, delays, senders, orders of allocation and kinds " +
            "of " +
            "quarantine, beside closed forms.",
        "Exit status 1 when a figure is not as its closed form says, or a stale packet was delivered wrongly " +
        "although " +
            "its number was held longer than it took."
    },
    sortOptions = false)
public final class QuarantineCommand implements Callable<Integer>
{
    private static final int ENDS = 10_000;
    private static final int QUICK_ENDS = 400;

    @Mixin
    private StudyOptions study;

    @Option(
        names = "--seeds",
        paramLabel = "N",
        defaultValue = "10",
        converter = SeedsConverter.class,
        description = "Runs of each cell, each with draws of its own, 10 to 1,000. Default: ${DEFAULT-VALUE}.")
    private int seeds;

    @Mixin
    private ScenarioOptions scenario;

    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        final Scenario base = scenario.scenario();
        final List<Section> plan = Plan.of(base, scenario.delays(base.delay()));
        try (OutputFolder folder = OutputFolder.open(study.out()))
        {
            final ProgressNote note = new ProgressNote(output.err());
            final QuarantineStudy result = QuarantineStudy.run(
                plan, seeds, study.isQuick() ? QUICK_ENDS : ENDS, study.seed(), study.threads(), note::show);
            note.clear();
            final List<String> answer = QuarantineAnswer.of(result, base);
            final List<List<String>> facts = new ArrayList<>(scenario.facts());
            facts.add(List.of("runs", seeds + " seeds, in each " + Numbers.count(study.isQuick() ? QUICK_ENDS : ENDS) +
                " connections that end"));
            facts.addAll(study.facts());
            QuarantineReport.put(result, answer, facts, folder);
            folder.commit();
            final boolean isOk = result.disagreeing().isEmpty() && result.wrongWhereHeldLonger() == 0;
            StudyAnswer.print(answer, isOk, study, output);
            return isOk ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private static final class SeedsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 10, 1_000);
        }
    }
}
