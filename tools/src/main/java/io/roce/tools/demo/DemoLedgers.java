package io.roce.tools.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.TextTable;
import io.roce.tools.ledger.LedgerReading;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The ledgers of all nodes of the demonstration at its end, side by side, and what they must say. */
final class DemoLedgers
{
    private final List<DemoNode> nodes;
    private final List<LedgerReading> readings;
    private final Set<Fate> expected;

    /**
     * Reads them and checks them.
     *
     * @param expected fates that must have been met.
     * @param failures is told what does not hold.
     */
    DemoLedgers(final List<DemoNode> nodes, final Set<Fate> expected, final List<String> failures)
    {
        this.nodes = nodes;
        this.expected = expected;
        this.readings = nodes.stream().map(DemoNode::ledger).toList();
        for (int i = 0; i < nodes.size(); i++)
        {
            final LedgerReading reading = readings.get(i);
            if (!reading.isBalanced())
            {
                failures.add("the ledger of " + nodes.get(i).name() + " does not balance: " + reading.equation());
            }
            if (reading.received() != nodes.get(i).sent())
            {
                failures.add(nodes.get(i).name() + " was sent " + nodes.get(i).sent() + " packets and received " +
                    reading.received());
            }
        }
        for (final Fate fate : expected)
        {
            if (total(fate) == 0)
            {
                failures.add("no packet met " + fate);
            }
        }
    }

    void print(final PrintWriter out)
    {
        final List<String> titles = new ArrayList<>(List.of("FATE"));
        nodes.forEach(node -> titles.add(">" + node.name()));
        titles.add(">ALL");
        titles.add("");
        final TextTable table = new TextTable(titles.toArray(String[]::new));
        for (final Fate fate : Fate.values())
        {
            final List<Object> cells = new ArrayList<>(List.of(fate.name()));
            readings.forEach(reading -> cells.add(reading.count(fate.name())));
            cells.add(total(fate));
            cells.add(expected.contains(fate) ? "" : "not expected: nothing here causes it");
            table.row(cells.toArray());
        }
        table.print(out);
        out.println();
        for (int i = 0; i < nodes.size(); i++)
        {
            final LedgerReading reading = readings.get(i);
            out.println(nodes.get(i).name() + ": sent " + nodes.get(i).sent() + ", " + reading.equation() +
                (reading.kernelDrops() == LedgerReading.UNKNOWN ? "" : "; kernel drops " + reading.kernelDrops()));
        }
    }

    void putInto(final ObjectNode json)
    {
        final ArrayNode list = json.putArray("ledgers");
        for (int i = 0; i < nodes.size(); i++)
        {
            final LedgerReading reading = readings.get(i);
            final ObjectNode row = list.addObject()
                .put("node", nodes.get(i).name())
                .put("sent", nodes.get(i).sent())
                .put("received", reading.received())
                .put("injected", reading.injected())
                .put("held", reading.held())
                .put("balanced", reading.isBalanced());
            final ObjectNode fates = row.putObject("fates");
            reading.fates().forEach(fates::put);
        }
        final ObjectNode all = json.putObject("fates");
        Arrays.stream(Fate.values()).forEach(fate -> all.put(fate.name(), total(fate)));
        final ArrayNode names = json.putArray("expected_fates");
        expected.forEach(fate -> names.add(fate.name()));
    }

    private long total(final Fate fate)
    {
        return readings.stream().mapToLong(reading -> reading.count(fate.name())).sum();
    }
}
