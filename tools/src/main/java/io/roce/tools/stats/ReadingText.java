package io.roce.tools.stats;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.TextTable;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a node counts, for people. */
final class ReadingText
{
    /** What of the ledger's answer has a line of its own. */
    private static final List<String> LEDGER = List.of("received", "injected", "held", "fates", "kernel_drops", "balanced");

    private static final double NS_PER_S = 1e9;

    private final boolean isAll;

    /**
     * @param isAll whether fates that never happened are shown too.
     */
    ReadingText(final boolean isAll)
    {
        this.isAll = isAll;
    }

    /**
     * @param before an earlier reading of the same node, for rates; null for none.
     */
    void print(final NodeReading reading, final NodeReading before, final PrintWriter out)
    {
        out.println("node " + reading.url());
        final TextTable table = before == null ?
            new TextTable("FATE", ">COUNT", "DESCRIPTION") : new TextTable("FATE", ">COUNT", ">PER SECOND", "DESCRIPTION");
        boolean isEmpty = true;
        for (final JsonNode fate : reading.ledger().path("fates"))
        {
            final String name = fate.path("fate").asText();
            final long count = fate.path("count").asLong();
            if (count != 0 || isAll)
            {
                isEmpty = false;
                if (before == null)
                {
                    table.row(name, count, fate.path("description").asText());
                }
                else
                {
                    table.row(
                        name, count, rate(count - before.count(name), reading, before), fate.path("description").asText());
                }
            }
        }
        if (!isEmpty)
        {
            table.print(out);
        }
        out.println(balance(reading) + (before == null ? "" :
            "; " + rate(reading.received() - before.received(), reading, before) + " received per second"));
        final JsonNode drops = reading.ledger().path("kernel_drops");
        out.println("kernel drops: " + (drops.isIntegralNumber() ? drops.asText() : "not known here"));
        printRest(reading.ledger(), out);
        out.println("table: " + ValueText.inLine(reading.table()));
        out.println("cache: " + ValueText.inLine(reading.cache()));
        out.println("quarantine: " + ValueText.inLine(reading.quarantine()));
    }

    /** The ledger's equation with its numbers. */
    static String balance(final NodeReading reading)
    {
        return (reading.isBalanced() ? "balanced: " : "NOT BALANCED: ") + reading.received() + " received" +
            (reading.injected() == 0 ? "" : " + " + reading.injected() + " injected") +
            (reading.isBalanced() ? " = " : " is not ") + reading.ended() + " ended + " + reading.held() + " held";
    }

    /** Whatever else the ledger says, the ICRC's figures above all. */
    private static void printRest(final JsonNode ledger, final PrintWriter out)
    {
        for (final Map.Entry<String, JsonNode> field : ledger.properties())
        {
            if (!LEDGER.contains(field.getKey()))
            {
                out.println(field.getKey() + ": " + ValueText.of(field.getKey(), field.getValue()));
            }
        }
    }

    private static String rate(final long difference, final NodeReading reading, final NodeReading before)
    {
        final long elapsedNs = Math.max(1, reading.atNs() - before.atNs());
        return String.format(Locale.ROOT, "%,.0f", difference * NS_PER_S / elapsedNs);
    }
}
