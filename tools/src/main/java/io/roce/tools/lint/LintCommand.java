package io.roce.tools.lint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.capture.RoceFrames;
import io.roce.tools.capture.UnreadableCaptureException;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ProgressNote;
import io.roce.wire.capture.FrameKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roce lint}. */
@Command(
    name = "lint",
    description = {
        "Say what is wrong or remarkable in captures (pcap, pcapng), conversation by conversation: wrong ICRCs and " +
            "what explains them, lost and repeated packets and why, NAKs, requests without an answer, lengths, " +
            "opcodes and keys that do not fit, reused numbers, ports without entropy, connection management.",
        "Each finding has a code, a severity and a frame number; --codes lists the codes.",
        "Exit status: 0 nothing at or above --fail-on, 1 something, 2 wrong usage, or a file that is not readable to " +
            "its end or has no RoCEv2 packet: what was found up to there is printed."
    })
public final class LintCommand implements Callable<Integer>
{
    private static final int PROGRESS_MASK = (1 << 15) - 1;

    @Spec
    private CommandSpec command;

    @Mixin
    private Output output;

    @Option(
        names = "--fail-on",
        paramLabel = "SEVERITY",
        description =
            "From which severity on the exit status is 1: ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless said.",
        defaultValue = "warning")
    private FailOn failOn;

    @Option(names = {"-V", "--verbose"}, description = "Print each finding on a line, not those of a kind together.")
    private boolean isVerbose;

    @Option(names = "--codes", description = "Print every code, with its severity and meaning, and end.")
    private boolean isCodes;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "Captures; - is standard input.")
    private List<Path> files;

    @Override
    public Integer call() throws IOException
    {
        if (isCodes)
        {
            codes();
            return ExitStatus.DONE;
        }
        if (files == null || files.isEmpty())
        {
            throw new ParameterException(
                command.commandLine(), "lint needs a capture: FILE..., or - for standard input");
        }

        final ObjectNode document = Json.object();
        final ArrayNode trees = document.putArray("files");
        int status = ExitStatus.DONE;
        for (int i = 0; i < files.size(); i++)
        {
            if (i > 0 && !output.isJson())
            {
                output.out().println();
            }
            status = Math.max(status, lint(files.get(i), trees));
        }
        if (output.isJson())
        {
            output.json(document);
        }
        return status;
    }

    private void codes()
    {
        if (output.isJson())
        {
            output.json(LintJson.codes());
        }
        else
        {
            LintText.codes(output.out());
        }
    }

    private int lint(final Path file, final ArrayNode trees) throws IOException
    {
        final LintReport report = new LintReport();
        final Linter linter = new Linter(report);
        String damage = null;
        try (RoceFrames frames = RoceFrames.open(file))
        {
            damage = readAll(file, frames, linter, report);
            linter.end();
            if (output.isJson())
            {
                trees.add(LintJson.file(file, linter, report, frames.others(), damage));
            }
        }
        catch (final UnreadableCaptureException e)
        {
            output.out().flush();
            output.err().println("roce: " + e.getMessage());
            return ExitStatus.USAGE;
        }

        if (linter.packets() > 0 && !output.isJson())
        {
            LintText.print(output.out(), file.toString(), linter, report, isVerbose);
        }
        return status(file, linter, report, damage);
    }

    private int status(final Path file, final Linter linter, final LintReport report, final String damage)
    {
        output.out().flush();
        if (damage != null)
        {
            output.err().println("roce: " + damage);
            return ExitStatus.USAGE;
        }
        if (linter.packets() == 0)
        {
            output.err().println("roce: " + file + " has no RoCEv2 packet in its " +
                Numbers.count(linter.frames()) + (linter.frames() == 1 ? " frame" : " frames"));
            return ExitStatus.USAGE;
        }
        return failOn.isReached(report) ? ExitStatus.FAILED : ExitStatus.DONE;
    }

    /** @return why the file cannot be read to its end; null when it was. */
    private String readAll(final Path file, final RoceFrames frames, final Linter linter, final LintReport report)
    {
        final ProgressNote progress = new ProgressNote(output.err());
        try
        {
            for (FrameKind kind = frames.nextFrame(); kind != null; kind = frames.nextFrame())
            {
                linter.onFrame(frames.frame(), kind, frames.roceFrame(), frames.segments());
                if ((linter.frames() & PROGRESS_MASK) == 0)
                {
                    progress.show(file + ": " + Numbers.count(linter.frames()) + " frames, " +
                        Numbers.count(report.count(Severity.INFO)) + " findings");
                }
            }
            return null;
        }
        catch (final UnreadableCaptureException e)
        {
            return e.getMessage();
        }
        finally
        {
            progress.clear();
        }
    }

    /** What makes the exit status 1. */
    enum FailOn
    {
        /** As {@link Severity#INFO}, and so on. */
        info,
        warning,
        error,
        /** Nothing that is found. */
        never;

        boolean isReached(final LintReport report)
        {
            return this != never && report.count(Severity.values()[ordinal()]) > 0;
        }
    }
}
