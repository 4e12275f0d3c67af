package io.roce.tools.expect;

import io.roce.nic.stats.Fate;
import io.roce.tools.cli.NearNames;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of expected fates: {@code FRAMES FATE} on a line, where FRAMES is a number, a range such as {@code 5-9}, or
 * {@code *} for all frames that no other line names. What follows a # is a comment.
 */
public final class ExpectationFile
{
    private static final String ALL_OTHERS = "*";
    private static final Pattern FRAMES = Pattern.compile("([1-9]\\d{0,17})(?:-([1-9]\\d{0,17}))?");
    /** Some editors begin a file with it, and nobody sees it. */
    private static final String BYTE_ORDER_MARK = "^\uFEFF";
    private static final int MAX_BYTES = 16 << 20;
    private static final int MAX_SHOWN = 40;
    private static final int TYPING_ERRORS = 4;
    private static final List<String> FATES = Arrays.stream(Fate.values()).map(Fate::name).toList();

    private ExpectationFile()
    {
    }

    /**
     * Reads a file of at most 16 MiB.
     *
     * @throws BadExpectationException when a line makes no sense.
     */
    public static ExpectedFates read(final Path file) throws IOException, BadExpectationException
    {
        final byte[] bytes;
        try (InputStream in = Files.newInputStream(file))
        {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES)
        {
            throw new BadExpectationException(file + " is longer than 16 MiB: that is no expectation file");
        }
        final ExpectedFates fates = new ExpectedFates(file);
        final String[] lines =
            new String(bytes, StandardCharsets.UTF_8).replaceFirst(BYTE_ORDER_MARK, "").split("\\R", -1);
        for (int i = 0; i < lines.length; i++)
        {
            final String text = lines[i].replaceFirst("#.*", "").strip();
            if (!text.isEmpty())
            {
                add(fates, text, i + 1);
            }
        }
        return fates;
    }

    private static void add(final ExpectedFates fates, final String text, final int line)
        throws BadExpectationException
    {
        final String[] words = text.split("\\s+");
        if (words.length != 2)
        {
            throw fates.bad(line, "'" + shown(text) + "' is not FRAMES FATE, such as 1-5 QPN_MANAGEMENT");
        }
        final Fate fate = fate(fates, words[1], line);
        if (ALL_OTHERS.equals(words[0]))
        {
            fates.others(new Expectation(1, Long.MAX_VALUE, fate, line));
            return;
        }
        final Matcher matcher = FRAMES.matcher(words[0]);
        if (!matcher.matches())
        {
            throw fates.bad(line, "'" + shown(words[0]) +
                "' is neither a frame's number, counted from 1, nor a range such as 5-9, nor " + ALL_OTHERS);
        }
        final long first = Long.parseLong(matcher.group(1));
        final long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
        if (last < first)
        {
            throw fates.bad(line, "the range " + words[0] + " ends before it starts");
        }
        fates.add(new Expectation(first, last, fate, line));
    }

    private static Fate fate(final ExpectedFates fates, final String name, final int line)
        throws BadExpectationException
    {
        if (Expectation.ANY.equals(name))
        {
            return null;
        }
        if (!FATES.contains(name))
        {
            final List<String> near = NearNames.of(name, FATES, TYPING_ERRORS);
            throw fates.bad(line, "'" + shown(name) + "' is no fate" +
                (near.isEmpty() ? "" : "; did you mean: " + String.join(", ", near) + "?"));
        }
        return Fate.valueOf(name);
    }

    private static String shown(final String text)
    {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }
}
