package io.roce.tools.report;

import io.roce.nic.NicNode;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Parallel;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What there is to choose of every study; mixed in. */
public final class StudyOptions
{
    private static final String SEED = "--seed";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--out",
        paramLabel = "DIR",
        required = true,
        description = "Folder for the report, the plots and the figures; new or empty.")
    private Path out;

    @Option(
        names = "--quick",
        description = "In seconds instead of minutes: fewer samples, wider bounds.")
    private boolean isQuick;

    @Option(
        names = SEED,
        paramLabel = "N",
        converter = Numbers.Seed.class,
        description = "Where everything is drawn from: the same seed gives the same figures. By default any; it is " +
            "said.")
    private Long seed;

    @Option(
        names = "--threads",
        paramLabel = "N",
        converter = ThreadsConverter.class,
        description = "How many work at a time, 1 to " + Parallel.THREADS + "; no figure depends on it. By default " +
            "one for each processor.")
    private int threads = Math.min(Parallel.THREADS, Runtime.getRuntime().availableProcessors());

    public Path out()
    {
        return out;
    }

    public boolean isQuick()
    {
        return isQuick;
    }

    /** The one that was given, or any. */
    public long seed()
    {
        if (seed == null)
        {
            seed = new SecureRandom().nextLong() >>> Integer.SIZE;
        }
        return seed;
    }

    public int threads()
    {
        return threads;
    }

    /** What gets the same again: the options that were given, and the seed. */
    public String reproduction()
    {
        final StringBuilder text = new StringBuilder(command.qualifiedName());
        for (final OptionSpec option : command.commandLine().getParseResult().matchedOptions())
        {
            if (!SEED.equals(option.longestName()))
            {
                text.append(' ').append(option.longestName());
                if (option.arity().max() > 0)
                {
                    text.append(' ').append(String.join(",", option.originalStringValues()));
                }
            }
        }
        return text + " " + SEED + " " + Long.toUnsignedString(seed());
    }

    /** Seed, versions and command, for the report. */
    public List<List<String>> facts()
    {
        final List<List<String>> facts = new ArrayList<>();
        facts.add(List.of("seed", Long.toUnsignedString(seed())));
        facts.add(List.of("made with", "roce " + NicNode.version() + ", Java " + Runtime.version()));
        facts.add(List.of("command", reproduction()));
        return facts;
    }

    private static final class ThreadsConverter implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, Parallel.THREADS);
        }
    }
}
