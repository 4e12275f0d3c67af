package io.roce.tools.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.wire.AsciiText;

import java.io.PrintWriter;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command prints to, and whether for people or for programs; mixed into every command that prints data. */
public final class Output
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--json", description = "Print JSON.")
    private boolean isJson;

    public boolean isJson()
    {
        return isJson;
    }

    public PrintWriter out()
    {
        return command.commandLine().getOut();
    }

    public PrintWriter err()
    {
        return command.commandLine().getErr();
    }

    /** As {@link #out()} does, but without a detour by way of characters where that can be. */
    public void write(final AsciiText text)
    {
        if (out() instanceof BytePrinter)
        {
            ((BytePrinter)out()).write(text.bytes(), text.length());
        }
        else
        {
            out().write(text.toString());
        }
    }

    public void json(final JsonNode tree)
    {
        out().println(Json.pretty(tree));
    }
}
