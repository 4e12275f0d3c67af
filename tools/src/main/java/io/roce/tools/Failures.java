package io.roce.tools;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.CommandGroup;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.NearNames;
import io.roce.tools.cli.ShutdownHook;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place where whatever ended a command becomes a sentence on standard error and an exit status. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler
{
    /** Environment variable that makes every failure show its stack trace, whatever it is set to. */
    static final String DEBUG_VARIABLE = "ROCE_DEBUG";

    private static final int TYPING_ERRORS = 2;

    private final boolean isDebug;

    Failures(final boolean isDebug)
    {
        this.isDebug = isDebug;
    }

    @Override
    public int handleExecutionException(
        final Exception failure, final CommandLine commandLine, final ParseResult parseResult)
    {
        return report(failure, commandLine.getErr());
    }

    @Override
    public int handleParseException(final ParameterException failure, final String[] args)
    {
        final CommandLine command = failure.getCommandLine();
        final PrintWriter err = command.getErr();
        say(failure, sentence(failure), err);
        final List<String> unmatched = command.getUnmatchedArguments();
        if (!unmatched.isEmpty() && isAboutUnmatched(failure))
        {
            suggest(command, unmatched, err);
        }
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        err.flush();
        return ExitStatus.USAGE;
    }

    private static void suggest(final CommandLine command, final List<String> unmatched, final PrintWriter err)
    {
        final String first = unmatched.get(0);
        if (!first.startsWith("-"))
        {
            new UnmatchedArgumentException(command, unmatched).printSuggestions(err);
            return;
        }
        final List<String> near = NearNames.of(
            first.replaceFirst("=.*", ""),
            command.getCommandSpec().options().stream().map(OptionSpec::longestName).toList(),
            TYPING_ERRORS);
        if (!near.isEmpty())
        {
            err.println("Did you mean: " + String.join(", ", near) + "?");
        }
    }

    /**
     * Says what ended the command, and answers the exit status. When a signal is ending the process that says it all:
     * what fails on the way out is no news, and the status is the signal's.
     */
    int report(final Throwable failure, final PrintWriter err)
    {
        if (ShutdownHook.isProcessEnding())
        {
            return ExitStatus.FAILED;
        }
        if (failure instanceof OutputError && ((OutputError)failure).isBrokenPipe())
        {
            return ExitStatus.DONE;
        }
        say(failure, sentence(failure), err);
        for (final Throwable onClosing : failure.getSuppressed())
        {
            say(onClosing, sentence(onClosing), err);
        }
        err.flush();
        return failure instanceof NodeUnreachableException ? ExitStatus.UNREACHABLE : ExitStatus.FAILED;
    }

    private static String sentence(final ParameterException failure)
    {
        final List<String> unmatched = failure.getCommandLine().getUnmatchedArguments();
        if (!unmatched.isEmpty() && isAboutUnmatched(failure))
        {
            final String first = unmatched.get(0);
            final String what = first.startsWith("-") ? "option" :
                failure.getCommandLine().getCommand() instanceof CommandGroup ? "command" : "argument";
            return ("argument".equals(what) ? "one argument too many: '" : "no such " + what + ": '") + first + "'";
        }
        // The parser's own words, without where it found the argument.
        return failure.getMessage()
            .replaceFirst("^Error: ", "")
            .replaceFirst(
                "^Invalid value for positional parameter at index \\S+ \\((.+?)\\): ", "Invalid value for $1: ");
    }

    /** The parser would name what is missing first, though it may be what was mistyped. */
    private static boolean isAboutUnmatched(final ParameterException failure)
    {
        return failure instanceof UnmatchedArgumentException || failure instanceof MissingParameterException;
    }

    private static String sentence(final Throwable failure)
    {
        if (failure instanceof NodeUnreachableException ||
            failure instanceof CommandFailedException ||
            failure instanceof OutputError)
        {
            return failure.getMessage();
        }
        if (failure instanceof AdminException)
        {
            return failure.getMessage() + (((AdminException)failure).isUnauthorized() ?
                " (--token or the environment variable " + AdminClient.TOKEN_VARIABLE + " gives it)" : "");
        }
        if (failure instanceof IOException)
        {
            return IoSentence.of((IOException)failure);
        }
        if (failure instanceof OutOfMemoryError)
        {
            return "out of memory; the environment variable ROCE_JAVA_OPTS can allow more, for example -Xmx2g";
        }
        return "unexpected failure: " + failure + " (" + DEBUG_VARIABLE + "=1 in the environment shows where)";
    }

    /** Whatever is in a sentence that came from elsewhere, it is one line and tells the terminal nothing. */
    private void say(final Throwable failure, final String sentence, final PrintWriter err)
    {
        err.println("roce: " + Control.PATTERN.matcher(String.valueOf(sentence)).replaceAll("."));
        if (isDebug)
        {
            failure.printStackTrace(err);
        }
    }

    /** By itself, since most commands never fail and making it takes a while. */
    private static final class Control
    {
        /** Besides, what changes the direction that a terminal writes in. */
        static final Pattern PATTERN =
            Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]");
    }
}
