package io.roce.tools.report;

import java.util.Locale;

/** Rows of figures as RFC 4180 has them, but for line ends, which are those of Unix. */
public final class Csv
{
    private final int columns;
    private final StringBuilder text = new StringBuilder();

    public Csv(final String... columns)
    {
        this.columns = columns.length;
        row((Object[])columns);
    }

    /** Numbers with six digits that count; NaN and null as nothing. */
    public Csv row(final Object... cells)
    {
        if (cells.length != columns)
        {
            throw new IllegalArgumentException("a row has " + cells.length + " cells, the table " + columns);
        }
        for (int i = 0; i < cells.length; i++)
        {
            text.append(i == 0 ? "" : ",").append(quoted(cell(cells[i])));
        }
        text.append('\n');
        return this;
    }

    @Override
    public String toString()
    {
        return text.toString();
    }

    private static String cell(final Object value)
    {
        if (value instanceof final Double number)
        {
            return number.isNaN() ? "" :
                number == Math.rint(number) && Math.abs(number) < 1e15 ? Long.toString(number.longValue()) :
                String.format(Locale.ROOT, "%.6g", number);
        }
        return value == null ? "" : value.toString();
    }

    private static String quoted(final String cell)
    {
        return cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r') ?
            cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
