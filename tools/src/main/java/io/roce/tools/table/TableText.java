package io.roce.tools.table;

import static io.roce.tools.cli.Numbers.count;

import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A node's table for people: its figures, the drawing, and what the drawing means. */
final class TableText
{
    private TableText()
    {
    }

    /** @param width cells in a row. */
    static void print(final TableReading reading, final String url, final int width, final PrintWriter out)
    {
        final TableFacts facts = reading.facts();
        out.println("node " + url);
        figures(facts).forEach(out::println);
        out.println();
        new TableMap(reading, width).print(out);
        out.println();
        legend(facts, reading.grain()).forEach(out::println);
    }

    private static List<String> figures(final TableFacts facts)
    {
        final int free = facts.numbers() - facts.live() - facts.quarantined();
        return List.of(
            "table        %s: from a number to its record in %d %s".formatted(
                facts.kind(), facts.levels(), facts.levels() == 1 ? "load" : "loads"),
            "pages        %s of %s, %s records of %d bytes each; spare %d".formatted(
                count(facts.pages()),
                count(facts.pagesOf(facts.firstQpn(), facts.lastQpn() + 1)),
                count(facts.recordsPerPage()),
                facts.recordLength(),
                facts.sparePages()),
            "committed    %s bytes%s".formatted(
                count(facts.bytesCommitted()),
                facts.live() == 0 ? "" : ", " + count(facts.bytesCommitted() / facts.live()) + " per live QP"),
            "pool         %s-%s, %s numbers, at most %s live".formatted(
                Qpn.format(facts.firstQpn()), Qpn.format(facts.lastQpn()), count(facts.numbers()),
                count(facts.maxQps())),
            "live         " + count(facts.live()),
            "quarantined  " + count(facts.quarantined()),
            "free         " + count(free));
    }

    private static List<String> legend(final TableFacts facts, final int grain)
    {
        final List<String> rest = new ArrayList<>();
        rest.add(grain == 1 ? TableMap.LIVE + " live" : TableMap.BOTH + " live and quarantined");
        rest.add(TableMap.QUARANTINED + " quarantined");
        rest.add(TableMap.FREE + " free");
        if (facts.levels() > 1)
        {
            rest.add(TableMap.NO_PAGE + " no page");
        }
        rest.add("blank not in pool");
        return List.of(
            grain == 1 ?
                "A cell is one number:" :
                "A cell is " + count(grain) + " numbers: " + TableMap.LIVE + " all live   1-9 tenths live   " +
                    TableMap.FEW_LIVE + " fewer live",
            String.join("   ", rest));
    }
}
