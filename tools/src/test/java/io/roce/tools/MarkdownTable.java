package io.roce.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tables of a page of the project's documentation. */
public final class MarkdownTable
{
    private static final Path ROOT = Path.of(System.getProperty("roce.root"));

    private MarkdownTable()
    {
    }

    /**
     * Rows of cells of the first table behind a heading, without its own head.
     *
     * @param page    from the root of the project on.
     * @param heading the whole line.
     */
    public static List<List<String>> under(final String page, final String heading) throws IOException
    {
        final List<String> lines = Files.readAllLines(ROOT.resolve(page));
        final int start = lines.indexOf(heading);
        if (start < 0)
        {
            throw new AssertionError(page + " has no '" + heading + "'");
        }
        final List<List<String>> rows = new ArrayList<>();
        for (final String line : lines.subList(start, lines.size()))
        {
            if (line.startsWith("|"))
            {
                rows.add(cells(line));
            }
            else if (!rows.isEmpty())
            {
                break;
            }
        }
        return rows.subList(2, rows.size());
    }

    /** A vertical line with a backslash in front is part of a cell. */
    private static List<String> cells(final String line)
    {
        return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("(?<!\\\\)\\|"))
            .map(cell -> cell.strip().replace("\\|", "|"))
            .toList();
    }
}
