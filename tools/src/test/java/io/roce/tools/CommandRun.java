package io.roce.tools;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** One command as a user runs it: what it printed and its exit status. */
public record CommandRun(int status, String out, String err)
{
    public static CommandRun of(final String... args)
    {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int status = Roce.run(new PrintWriter(out), new PrintWriter(err), args);
        return new CommandRun(status, out.toString(), err.toString());
    }

    public JsonNode json() throws IOException
    {
        return Json.parse(out.getBytes(StandardCharsets.UTF_8));
    }
}
