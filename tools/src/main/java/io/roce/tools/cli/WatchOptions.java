package io.roce.tools.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether what a command shows is read again and again; mixed into commands that show what changes. */
public final class WatchOptions
{
    /** Clears a terminal and puts the cursor into its corner. */
    private static final String CLEAR = "\033[H\033[2J";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--watch",
        arity = "0..1",
        fallbackValue = "1s",
        paramLabel = "INTERVAL",
        description = "Read again and again, every second unless said.")
    private Duration interval;

    @Option(
        names = "--times",
        paramLabel = "N",
        converter = Numbers.Count.class,
        description = "With --watch: end after so many readings.")
    private Integer times;

    /**
     * How often it is read; 2^31 - 1 stands for always.
     *
     * @throws ParameterException when the options do not go together.
     */
    public int readings()
    {
        if (times != null && interval == null)
        {
            throw new ParameterException(command.commandLine(), "--times needs --watch");
        }
        if (interval != null && interval.isZero())
        {
            throw new ParameterException(command.commandLine(), "--watch needs an interval above 0");
        }
        return times != null ? times : interval == null ? 1 : Integer.MAX_VALUE;
    }

    /** Waits for the interval before any reading but the first. */
    public void await(final int reading) throws InterruptedException
    {
        if (reading > 0)
        {
            TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        }
    }

    /** What is printed next takes the place of what was before, where that is on a terminal. */
    public void redraw(final PrintWriter out)
    {
        if (interval != null && Terminal.isOutput())
        {
            out.print(CLEAR);
        }
    }
}
