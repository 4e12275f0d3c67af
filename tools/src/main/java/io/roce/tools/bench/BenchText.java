package io.roce.tools.bench;

import io.roce.tools.cli.TextTable;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Figures for people. */
final class BenchText
{
    private static final double WHOLE = 1_000;
    private static final double TENTHS = 100;

    private final PrintWriter out;

    BenchText(final PrintWriter out)
    {
        this.out = out;
    }

    void part(final BenchPart part, final PartResult result)
    {
        out.println();
        out.println("== " + part.label() + ": " + part.description());
        if (!result.figures().isEmpty())
        {
            printFigures(result.figures());
            printDetails(result.details());
        }
        result.notes().forEach(out::println);
        if (!result.limit().isEmpty())
        {
            out.println("limit: " + result.limit());
        }
        result.failures().forEach(failure -> out.println("FAILED: " + failure));
        out.flush();
    }

    /** To so many digits as mean something. */
    static String number(final double value)
    {
        final String format = Math.abs(value) >= WHOLE ? "%,.0f" : Math.abs(value) >= TENTHS ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    private void printFigures(final List<Figure> figures)
    {
        final TextTable table = new TextTable(
            "FIGURE", ">OURS", "UNIT", ">OTHER", "BESIDE", ">RATIO", "LOWEST-HIGHEST", "GOAL", "REACHED");
        for (final Figure figure : figures)
        {
            final Spread spread = figure.ratio() == null ? figure.ours() : figure.ratio();
            table.row(
                figure.what(),
                number(figure.ours().median()),
                figure.unit(),
                figure.others() == null ? "" : number(figure.others().median()),
                figure.beside() == null ? "" : figure.beside(),
                figure.ratio() == null ? "" : number(figure.ratio().median()),
                number(spread.lowest()) + " - " + number(spread.highest()),
                figure.goal() == null ? "" : figure.goal(),
                figure.goal() == null ? "" : figure.isReached() ? "yes" : "no");
        }
        table.print(out);
    }

    /** A row for each that was measured, a column for each value; medians. */
    private void printDetails(final List<PartResult.Detail> details)
    {
        if (details.isEmpty())
        {
            return;
        }
        final Set<String> names = new LinkedHashSet<>();
        final Map<List<String>, Map<String, Spread>> rows = new LinkedHashMap<>();
        for (final PartResult.Detail detail : details)
        {
            names.add(detail.name());
            rows.computeIfAbsent(List.of(detail.what(), detail.who()), key -> new LinkedHashMap<>())
                .put(detail.name(), detail.value());
        }
        final TextTable table = new TextTable(titles(names));
        rows.forEach((row, values) ->
        {
            final Object[] cells = new Object[2 + names.size()];
            cells[0] = row.get(0);
            cells[1] = row.get(1);
            int next = 2;
            for (final String name : names)
            {
                cells[next++] = values.containsKey(name) ? number(values.get(name).median()) : "-";
            }
            table.row(cells);
        });
        out.println();
        table.print(out);
    }

    private static String[] titles(final Set<String> names)
    {
        final String[] titles = new String[2 + names.size()];
        titles[0] = "MEDIANS";
        titles[1] = "WHO";
        int next = 2;
        for (final String name : names)
        {
            titles[next++] = ">" + name;
        }
        return titles;
    }
}
