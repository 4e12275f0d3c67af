package io.roce.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.CommandLines;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.perf.PerfCommand;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine;

/** {@code roce perf} as both ends, in this process, whose virtual machine so stays warm from round to round. */
final class PerfRun
{
    private PerfRun()
    {
    }

    /**
     * Runs it once.
     *
     * @return its one phase, as JSON.
     * @throws CommandFailedException when it fails, with what it says.
     */
    static JsonNode run(final Bench bench, final String op, final String... options) throws IOException
    {
        final List<String> arguments = new ArrayList<>(List.of(
            op,
            Addresses.format(bench.address(1)),
            "--loopback",
            "--bind", Addresses.format(bench.address(0)),
            "--json"));
        arguments.addAll(List.of(options));
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int status = CommandLines.configure(new CommandLine(new PerfCommand()))
            .setExecutionExceptionHandler((failure, line, parsed) ->
            {
                err.write(String.valueOf(failure.getMessage()));
                return ExitStatus.FAILED;
            })
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
        if (status != ExitStatus.DONE)
        {
            throw new CommandFailedException("roce perf " + op + ": " + (err.toString().isBlank() ?
                "messages were lost or wrong" : err.toString().strip()));
        }
        return Json.parse(out.toString().getBytes(StandardCharsets.UTF_8)).path("phases").path(0);
    }

    /** What is wrong with what an end has received of what the other has sent, or with its fates; null for nothing. */
    static String failure(final JsonNode phase)
    {
        final JsonNode here = phase.path("accounts").path("here");
        final JsonNode there = phase.path("accounts").path("there");
        final String failure = failure("the node that measures", there, here);
        return failure == null ? failure("the other node", here, there) : failure;
    }

    private static String failure(final String name, final JsonNode from, final JsonNode to)
    {
        long fates = 0;
        for (final JsonNode count : to.path("fates"))
        {
            fates += count.asLong();
        }
        final long received = to.path("received").asLong();
        final boolean isBalanced = received + to.path("injected").asLong() == fates;
        // What the kernel dropped it may have counted in pieces: then it is at least one of them.
        final long missing = from.path("sent").asLong() - received;
        final boolean isComplete = missing == 0 || missing > 0 && to.path("kernel_drops").asLong() > 0;
        return !isBalanced ? name + " received " + received + " packets, and " + fates + " met a fate" :
            !isComplete ? name + " was sent " + from.path("sent") + " packets and received " + received : null;
    }
}
