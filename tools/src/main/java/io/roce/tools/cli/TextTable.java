package io.roce.tools.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Rows in columns as wide as their longest text, two spaces apart. */
public final class TextTable
{
    private static final String GAP = "  ";
    private static final int MIN_FOLDED = 20;

    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] isRight;

    /**
     * @param titles one for each column; a title that starts with {@code >} makes its column right-aligned.
     */
    public TextTable(final String... titles)
    {
        isRight = new boolean[titles.length];
        final String[] head = new String[titles.length];
        for (int i = 0; i < titles.length; i++)
        {
            isRight[i] = titles[i].startsWith(">");
            head[i] = isRight[i] ? titles[i].substring(1) : titles[i];
        }
        rows.add(head);
    }

    public TextTable row(final Object... cells)
    {
        if (cells.length != isRight.length)
        {
            throw new IllegalArgumentException(
                "a row has " + cells.length + " cells, the table " + isRight.length + " columns");
        }
        rows.add(Arrays.stream(cells).map(String::valueOf).toArray(String[]::new));
        return this;
    }

    /** The same with lines of so many characters at most, if need be: what the last column says goes on below. */
    public void print(final PrintWriter out, final int width)
    {
        final int last = isRight.length - 1;
        int room = width;
        for (int i = 0; i < last; i++)
        {
            final int column = i;
            room -= GAP.length() + rows.stream().mapToInt(row -> row[column].length()).max().orElseThrow();
        }
        final Pattern fold = Pattern.compile("(.{1," + Math.max(MIN_FOLDED, room) + "}|\\S+)(?: |$)");
        final List<String[]> whole = List.copyOf(rows);
        rows.clear();
        for (final String[] row : whole)
        {
            final String[] part = row.clone();
            fold.matcher(row[last]).results().forEach(match ->
            {
                part[last] = match.group(1);
                rows.add(part.clone());
                Arrays.fill(part, "");
            });
            if (row[last].isEmpty())
            {
                rows.add(row);
            }
        }
        print(out);
    }

    public void print(final PrintWriter out)
    {
        final int[] widths = new int[isRight.length];
        for (final String[] row : rows)
        {
            for (int i = 0; i < widths.length; i++)
            {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (final String[] row : rows)
        {
            final StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++)
            {
                final String pad = " ".repeat(widths[i] - row[i].length());
                line.append(i == 0 ? "" : GAP).append(isRight[i] ? pad + row[i] : row[i] + pad);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
