package io.roce.nic;

import io.roce.nic.lane.WholeSpaceBenchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * JMH with the forks of different benchmarks in turn: with {@code -f 5} each benchmark has its first fork, then each
 * its second. JMH itself runs all forks of one before it comes to the next, so that whatever else the machine does for
 * a minute slows one down and not the other. Here it slows all of a round, and a comparison is made within a round:
 * what is printed at the end is the median of all rounds, and the lowest and the highest. Takes JMH's arguments.
 */
public final class InterleavedRuns
{
    private InterleavedRuns()
    {
    }

    public static void main(final String[] args) throws Exception
    {
        final CommandLineOptions options = new CommandLineOptions(args);
        if (options.shouldHelp() || options.shouldList() || options.shouldListWithParams() ||
            options.shouldListProfilers() || options.shouldListResultFormats())
        {
            Main.main(args);
            return;
        }

        final String missing = WholeSpaceBenchmark.missing();
        try
        {
            run(options, missing == null ? "" : WholeSpaceBenchmark.class.getName());
        }
        finally
        {
            if (missing != null)
            {
                System.out.println(WholeSpaceBenchmark.class.getSimpleName() + " left out: " + missing);
            }
        }
    }

    private static void run(final CommandLineOptions options, final String excluded) throws Exception
    {
        final int forks = options.getForkCount().orElse(1);
        final ChainedOptionsBuilder round = new OptionsBuilder()
            .parent(options)
            .addProfiler(CpuTime.class)
            .forks(Math.min(1, forks));
        if (!excluded.isEmpty())
        {
            round.exclude(excluded);
        }

        final List<Collection<RunResult>> rounds = new ArrayList<>();
        for (int i = 0; i < Math.max(1, forks); i++)
        {
            rounds.add(new Runner(round.build()).run());
        }
        RoundsTable.of(rounds).print(System.out);
    }
}
