package io.roce.tools.cli;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The lines of a command's help, and of what is told at length: as wide as the terminal, within what can be read. */
public final class HelpText
{
    private static final int WIDTH_MIN = 80;
    private static final int WIDTH_MAX = 120;

    private HelpText()
    {
    }

    /** Characters in a line: the terminal's, 80 to 120; 120 where standard output is none or does not say. */
    public static int width()
    {
        return Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, Terminal.columns(WIDTH_MAX)));
    }

    /**
     * A text as lines of a footer, the first behind {@code first} and the others indented as far. Picocli would begin
     * them at the left, and take a percent sign for the start of a format.
     */
    public static Stream<String> footer(final String first, final String text)
    {
        final String indent = " ".repeat(first.length());
        final Pattern fold = Pattern.compile("(.{1," + (width() - 1 - first.length()) + "})(?: |$)");
        final String folded = fold.matcher(text).replaceAll(line -> line.start() == 0 ? "$1\n" : indent + "$1\n");
        return (first + folded).replace("%", "%%").lines();
    }
}
