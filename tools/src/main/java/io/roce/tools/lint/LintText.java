package io.roce.tools.lint;

import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.TextTable;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Findings for people: a summary, then conversation by conversation. */
public final class LintText
{
    private LintText()
    {
    }

    /** @param source what was looked at: a file, an interface. */
    public static void print(
        final PrintWriter out,
        final String source,
        final Linter linter,
        final LintReport report,
        final boolean isVerbose)
    {
        out.println(source + ": " + Numbers.count(linter.frames()) + (linter.frames() == 1 ? " frame, " : " frames, ") +
            Numbers.count(linter.packets()) + (linter.packets() == 1 ? " RoCEv2 packet: " : " RoCEv2 packets: ") +
            severities(report));
        if (isVerbose)
        {
            findings(out, report);
        }
        else
        {
            report.conversations().forEach((conversation, rows) ->
            {
                out.println();
                out.println(conversation);
                rows(out, rows);
            });
        }
        if (linter.forgottenFlows() > 0)
        {
            out.println();
            out.println("More than " + Numbers.count(Linter.MAX_FLOWS) + " directions of connections: " +
                Numbers.count(linter.forgottenFlows()) + " were forgotten when they had been silent the longest, and " +
                "what came of them later was looked at as new.");
        }
    }

    static void codes(final PrintWriter out)
    {
        final TextTable table = new TextTable("CODE", "SEVERITY", "MEANING");
        Arrays.stream(FindingCode.values())
            .forEach(code -> table.row(code, code.severity().label(), code.description()));
        table.print(out);
    }

    private static String severities(final LintReport report)
    {
        final StringBuilder text = new StringBuilder();
        for (int i = Severity.values().length - 1; i >= 0; i--)
        {
            final Severity severity = Severity.values()[i];
            final long above = i == Severity.values().length - 1 ? 0 : report.count(Severity.values()[i + 1]);
            final long count = report.count(severity) - above;
            text.append(text.isEmpty() ? "" : ", ").append(Numbers.count(count)).append(' ').append(severity.label())
                .append(count == 1 || severity == Severity.INFO ? "" : "s");
        }
        return text.toString();
    }

    private static void rows(final PrintWriter out, final Map<FindingCode, LintReport.Row> rows)
    {
        final TextTable table = new TextTable("SEVERITY", "CODE", ">COUNT", "FRAMES", "THE FIRST");
        rows.forEach((code, row) -> table.row(
            code.severity().label(), code, Numbers.count(row.count()), frames(row), row.detail()));
        table.print(out);
    }

    private static String frames(final LintReport.Row row)
    {
        return row.frames().stream().map(String::valueOf).collect(Collectors.joining(", ")) +
            (row.count() > row.frames().size() ? ", ..." : "");
    }

    private static void findings(final PrintWriter out, final LintReport report)
    {
        if (report.kept().isEmpty())
        {
            return;
        }
        out.println();
        final TextTable table = new TextTable(">FRAME", "SEVERITY", "CODE", "CONVERSATION", "DETAIL");
        report.kept().forEach(finding -> table.row(
            finding.frame(),
            finding.code().severity().label(),
            finding.code(),
            report.label(finding.conversation()),
            finding.detail()));
        table.print(out);
        report.counts().forEach((code, count) ->
        {
            if (count > LintReport.KEPT)
            {
                out.println(code + ": the first " + Numbers.count(LintReport.KEPT) + " of " + Numbers.count(count));
            }
        });
    }
}
