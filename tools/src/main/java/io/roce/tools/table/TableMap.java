package io.roce.tools.table;

import static io.roce.tools.cli.Numbers.count;

import io.roce.tools.table.TableReading.Cell;
import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.NavigableMap;

/**
 * Which numbers of a table are in use, drawn in rows of cells. A row begins at a multiple of its length. Rows with no
 * number in use are left out where more than two follow each other, and counted.
 */
final class TableMap
{
    static final char LIVE = '#';
    static final char FEW_LIVE = '+';
    static final char QUARANTINED = 'q';
    static final char BOTH = 'x';
    static final char FREE = '.';
    static final char NO_PAGE = '-';
    static final char NOT_IN_POOL = ' ';

    /** What stands beside the cells: range, counts, and the gaps between. */
    private static final int MARGIN = 48;
    private static final int WIDTH_MIN = 8;
    private static final int WIDTH_MAX = 128;
    private static final int TENTHS = 10;
    private static final int FEW_ROWS = 3;

    private final TableFacts facts;
    private final NavigableMap<Integer, Integer> pages;
    private final NavigableMap<Integer, Cell> cells;
    private final int grain;
    private final int width;
    private final int rowLength;
    private final boolean hasPagesInRows;

    /** @param width cells in a row. */
    TableMap(final TableReading reading, final int width)
    {
        facts = reading.facts();
        pages = reading.recordsByPage();
        cells = reading.cellsInUse();
        grain = reading.grain();
        this.width = width;
        rowLength = grain * width;
        hasPagesInRows = rowLength > facts.recordsPerPage() && facts.levels() > 1;
    }

    /** Cells in a row on a terminal of so many columns: a power of two. */
    static int width(final int columns)
    {
        return Integer.highestOneBit(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, columns - MARGIN)));
    }

    void print(final PrintWriter out)
    {
        out.println(line("QPN", "", "LIVE", "QUARANTINED", hasPagesInRows ? "PAGES" : ""));
        int from = facts.firstQpn() & -rowLength;
        for (Integer used = cells.ceilingKey(from); used != null; used = cells.ceilingKey(from))
        {
            printUnused(from, used & -rowLength, out);
            printRow(used & -rowLength, out);
            from = (used & -rowLength) + rowLength;
        }
        printUnused(from, (facts.lastQpn() & -rowLength) + rowLength, out);
    }

    /** Rows without a number in use: few as they are, more as what there is and what is not. */
    private void printUnused(final int from, final int end, final PrintWriter out)
    {
        if ((end - from) / rowLength < FEW_ROWS)
        {
            for (int row = from; row < end; row += rowLength)
            {
                printRow(row, out);
            }
        }
        else
        {
            final int free = free(from, end);
            final int absent = facts.pagesOf(from, end) - pagesThere(from, end);
            final String told = (free == 0 ? "" : count(free) + " free") +
                (free == 0 || absent == 0 ? "" : ", ") +
                (absent == 0 ? "" : (absent == 1 ? "1 page" : count(absent) + " pages") + " not there");
            out.println(line("...", "  " + told, "", "", ""));
        }
    }

    private void printRow(final int from, final PrintWriter out)
    {
        final StringBuilder drawn = new StringBuilder(width);
        int live = 0;
        int quarantined = 0;
        for (int first = from; first < from + rowLength; first += grain)
        {
            final Cell cell = cells.getOrDefault(first, new Cell(0, 0));
            live += cell.live();
            quarantined += cell.quarantined();
            drawn.append(drawn(first, cell));
        }
        out.println(line(
            Qpn.format(from) + '-' + Qpn.format(from + rowLength - 1),
            '|' + drawn.toString() + '|',
            String.valueOf(live),
            String.valueOf(quarantined),
            hasPagesInRows ? String.valueOf(pagesThere(from, from + rowLength)) : ""));
    }

    private char drawn(final int first, final Cell cell)
    {
        final int numbers = facts.numbers(first, first + grain);
        if (numbers == 0)
        {
            return NOT_IN_POOL;
        }
        if (cell.live() > 0 && cell.quarantined() > 0)
        {
            return BOTH;
        }
        if (cell.quarantined() > 0)
        {
            return QUARANTINED;
        }
        if (cell.live() > 0)
        {
            final int tenths = (int)((long)TENTHS * cell.live() / numbers);
            return tenths >= TENTHS ? LIVE : tenths == 0 ? FEW_LIVE : (char)('0' + tenths);
        }
        return pagesThere(first, first + grain) > 0 ? FREE : NO_PAGE;
    }

    /** Pages that have a record for a number from {@code from} to below {@code end}. */
    private int pagesThere(final int from, final int end)
    {
        final Integer before = pages.floorKey(from);
        final boolean reachesIn = before != null && before < from && before + pages.get(before) > from;
        return pages.subMap(from, end).size() + (reachesIn ? 1 : 0);
    }

    /** Numbers of the pool that have a record, of those from {@code from} to below {@code end}. */
    private int free(final int from, final int end)
    {
        final Integer before = pages.floorKey(from);
        return pages.subMap(before == null ? from : before, end).entrySet().stream()
            .mapToInt(page -> facts.numbers(
                Math.max(from, page.getKey()), Math.min(end, page.getKey() + page.getValue())))
            .sum();
    }

    private String line(
        final String range, final String drawn, final String live, final String quarantined, final String pagesInRow)
    {
        return String.format(
            Locale.ROOT, "%-17s %-" + (width + 2) + "s %7s  %11s  %5s", range, drawn, live, quarantined, pagesInRow)
            .stripTrailing();
    }
}
