package io.roce.tools.stats;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.TextTable;
import io.roce.tools.ledger.LedgerReading;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a node counts, for people. */
final class ReadingText
{
    /** What of the ledger's answer is not printed as it is. */
    private static final List<String> TOLD =
        List.of(
            "received", "injected", "held", "fates", "kernel_drops", "kernel_drops_by_address", "balanced", "egress");

    private static final double NS_PER_S = 1e9;

    private static final double FEW = 10;

    private final boolean isAll;
    private final boolean isRedrawn;
    private final int width;

    /**
     * @param isAll     whether fates that never happened are shown too.
     * @param isRedrawn whether a reading takes the place of the one before, so that what has not changed
     *                   is shown again.
     * @param width     characters after which figures go on in another line.
     */
    ReadingText(final boolean isAll, final boolean isRedrawn, final int width)
    {
        this.isAll = isAll;
        this.isRedrawn = isRedrawn;
        this.width = width;
    }

    /**
     * @param before an earlier reading of the same node, for rates; null for none.
     */
    void print(final NodeReading reading, final NodeReading before, final PrintWriter out)
    {
        out.println("node " + reading.url());
        printFates(reading, before, out);
        out.println(reading.ledger().equation() +
            (before == null ? "" : "; " + receivedRate(reading, before) + " received per second"));
        final List<String> told = before == null || isRedrawn ? List.of() : figures(before);
        figures(reading).stream().filter(line -> !told.contains(line)).forEach(line -> out.println(fold(line)));
    }

    /** Further lines stand under the first figure; none is broken within. */
    private String fold(final String line)
    {
        final int indent = line.indexOf(": ") + 2;
        final StringBuilder text = new StringBuilder(line.substring(0, indent));
        int column = indent;
        for (final String figure : line.substring(indent).split("(?<=,) "))
        {
            final boolean isFirst = column == indent;
            if (!isFirst && column + 1 + figure.length() > width)
            {
                text.append('\n').append(" ".repeat(indent)).append(figure);
                column = indent + figure.length();
            }
            else
            {
                text.append(isFirst ? "" : " ").append(figure);
                column += figure.length() + (isFirst ? 0 : 1);
            }
        }
        return text.toString();
    }

    private static List<String> figures(final NodeReading reading)
    {
        final List<String> lines = new ArrayList<>();
        final long drops = reading.ledger().kernelDrops();
        final JsonNode byAddress = reading.ledgerAnswer().path("kernel_drops_by_address");
        lines.add("kernel drops: " + (drops == LedgerReading.UNKNOWN ? "not known here" : drops) +
            (byAddress.size() > 1 ? ": " + ValueText.inLine(byAddress) : ""));
        lines.add("egress: " + egress(reading.ledgerAnswer().path("egress")));
        addRest(reading.ledgerAnswer(), lines);
        NodeReading.FIGURES.forEach(figure ->
            lines.add(figure + ": " + ValueText.inLine(reading.answers().path(figure))));
        return lines;
    }

    /** Why something did not leave is said if something did not. */
    private static String egress(final JsonNode egress)
    {
        return "sent " + egress.path("sent") + ", failed " + egress.path("failed") +
            (egress.path("failed").asLong() == 0 ? "" : " (" + ValueText.inLine(egress.path("failures")) + ')') +
            ", source ports " + egress.path("source_ports") +
            ", source port fallbacks " + egress.path("source_port_fallbacks");
    }

    private void printFates(final NodeReading reading, final NodeReading before, final PrintWriter out)
    {
        final TextTable table = before == null ?
            new TextTable("FATE", ">COUNT", "DESCRIPTION") :
            new TextTable("FATE", ">COUNT", ">PER SECOND", "DESCRIPTION");
        boolean isEmpty = true;
        for (final JsonNode fate : reading.ledgerAnswer().path("fates"))
        {
            final String name = fate.path("fate").asText();
            final String description = fate.path("description").asText();
            final long count = fate.path("count").asLong();
            if (count == 0 && !isAll)
            {
                continue;
            }
            isEmpty = false;
            if (before == null)
            {
                table.row(name, count, description);
            }
            else
            {
                table.row(name, count, rate(count - before.ledger().count(name), reading, before), description);
            }
        }
        if (!isEmpty)
        {
            table.print(out, width);
        }
    }

    /** Whatever else the ledger says, the ICRC's figures above all. */
    private static void addRest(final JsonNode ledger, final List<String> lines)
    {
        for (final Map.Entry<String, JsonNode> field : ledger.properties())
        {
            if (!TOLD.contains(field.getKey()))
            {
                lines.add(field.getKey() + ": " + ValueText.of(field.getKey(), field.getValue()));
            }
        }
    }

    private static String receivedRate(final NodeReading reading, final NodeReading before)
    {
        return rate(reading.ledger().received() - before.ledger().received(), reading, before);
    }

    private static String rate(final long difference, final NodeReading reading, final NodeReading before)
    {
        final long elapsedNs = Math.max(1, reading.atNs() - before.atNs());
        final double rate = difference * NS_PER_S / elapsedNs;
        return String.format(Locale.ROOT, rate < FEW ? "%.1f" : "%,.0f", rate);
    }
}
