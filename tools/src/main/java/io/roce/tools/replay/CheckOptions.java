package io.roce.tools.replay;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.Output;
import io.roce.tools.expect.BadExpectationException;
import io.roce.tools.expect.ExpectationFile;
import io.roce.tools.expect.ExpectedFates;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether the fate of each packet is looked at, and by whom. */
public final class CheckOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--expect",
        paramLabel = "FILE",
        description = "Compare the fate of each packet with what the file expects; exit status 1 when one differs. A " +
            "line is FRAMES FATE: FRAMES is a frame's number, a range such as 5-9, or * for all others; FATE may be " +
            "ANY. What follows a # is a comment. Packets are sent one at a time.")
    private Path expected;

    @Option(
        names = "--write-expect",
        paramLabel = "FILE",
        description = "Write such a file from the fates that are met, to be looked at and kept.")
    private Path written;

    @Option(
        names = "--step",
        description = "Show each packet and send it when Enter is pressed, then show its fate; q ends.")
    private boolean isStep;

    /** Whether packets are sent one at a time, the fate of each waited for. */
    boolean isOneByOne()
    {
        return expected != null || written != null || isStep;
    }

    /** Whether fates must be known. */
    boolean isCheck()
    {
        return expected != null || written != null;
    }

    /** Refuses what contradicts itself. */
    void check(final Path capture, final int loops, final boolean isJson) throws IOException
    {
        if (expected != null && written != null)
        {
            throw refused("--expect and --write-expect exclude each other");
        }
        if (written != null && loops > 1)
        {
            throw refused("--write-expect is for a single loop");
        }
        if (isStep && isJson)
        {
            throw refused("--step is for people, and --json is not");
        }
        if (written != null && Files.exists(written) && Files.exists(capture) && Files.isSameFile(written, capture))
        {
            throw refused("--write-expect names the capture");
        }
    }

    /** Null when nothing is expected. */
    ExpectedFates expected()
    {
        try
        {
            return expected == null ? null : ExpectationFile.read(expected);
        }
        catch (final BadExpectationException e)
        {
            throw bad(e);
        }
        catch (final IOException e)
        {
            throw new CommandFailedException(IoSentence.of(expected, e), e);
        }
    }

    /** Where fates are to be written; null for nowhere. */
    Path written()
    {
        return written;
    }

    /** What the user typed is wrong, though in a file. */
    ParameterException bad(final BadExpectationException e)
    {
        return new ParameterException(command.commandLine(), e.getMessage(), e);
    }

    /** Null when nobody is asked. */
    StepPrompt steps(final Output output)
    {
        return !isStep ? null : new StepPrompt(
            new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())), output.out());
    }

    private ParameterException refused(final String why)
    {
        return new ParameterException(command.commandLine(), why);
    }
}
