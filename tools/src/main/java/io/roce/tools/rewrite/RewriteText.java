package io.roce.tools.rewrite;

import io.roce.tools.cli.TextTable;

import java.io.PrintWriter;
import java.nio.file.Path;

/** The result of a rewrite as a person reads it. */
final class RewriteText
{
    private RewriteText()
    {
    }

    static void print(final Path in, final Path out, final RewriteResult result, final PrintWriter text)
    {
        final RewriteTally tally = result.tally();
        text.println(in + " -> " + out + ": " + count(tally.frames, "frame") + ", " + tally.changed + " changed, " +
            (tally.frames - tally.changed - tally.dropped) + " copied as they were" +
            (tally.dropped == 0 ? "" : ", " + tally.dropped + " left out"));
        if (!tally.byChange.isEmpty())
        {
            final TextTable table = new TextTable("CHANGED", ">FRAMES", "ICRC");
            tally.byChange.forEach((change, count) -> table.row(change.title(), count, change.coverage().text()));
            table.print(text);
        }
        printIcrcs(tally, text);
        tally.notChanged.forEach((change, reasons) -> reasons.forEach((reason, count) ->
            text.println(change.title() + " kept in " + count(count, "frame") + ": " + reason)));
        result.unused().forEach((option, values) -> values.forEach(value ->
            text.println("nothing had " + value + ", which " + option + " names")));
    }

    private static void printIcrcs(final RewriteTally tally, final PrintWriter text)
    {
        if (tally.icrcsPatched > 0)
        {
            text.println(count(tally.icrcsPatched, "ICRC") + " patched by the difference of the headers" +
                (tally.icrcsStillWrong == 0 ? "" :
                    ", " + tally.icrcsStillWrong + " of them wrong before and wrong in the same bits now"));
        }
        if (tally.icrcsComputed > 0)
        {
            text.println(count(tally.icrcsComputed, "ICRC") + " computed anew");
        }
        tally.icrcsLeft.forEach((reason, count) ->
            text.println(count(count, "packet") + " changed without the ICRC: " + reason));
    }

    private static String count(final long count, final String what)
    {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
