package io.roce.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.qp.QpCacheProfile;
import io.roce.nic.stats.Fate;
import io.roce.nic.transport.Profile;
import io.roce.nic.transport.ProfileDifference;
import io.roce.tools.lint.FindingCode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The README documents what exists: no more, no less, and not something else. */
final class ReadmeTest
{
    private static final String README = "README.md";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @Test
    void shouldDocumentEveryFateInTheOrderOfTheChecks() throws IOException
    {
        final List<List<String>> expected = Arrays.stream(Fate.values())
            .map(fate -> List.of('`' + fate.name() + '`', fate.description()))
            .toList();

        assertEquals(expected, MarkdownTable.under(README, "## Fates"));
    }

    @Test
    void shouldDocumentEveryCommand() throws IOException
    {
        final List<String> expected = new ArrayList<>();
        for (final Map.Entry<String, Class<? extends Callable<Integer>>> command : Roce.COMMANDS.entrySet())
        {
            final List<String> below =
                List.copyOf(new CommandLine(command.getValue()).getSubcommands().keySet());
            expected.add(command.getKey() + (below.isEmpty() ? "" : " " + String.join(" ", below)));
        }

        final List<String> documented = MarkdownTable.under(README, "## Commands").stream()
            .map(row -> String.join(" ", codes(row.get(0))))
            .toList();

        assertEquals(expected.stream().sorted().toList(), documented.stream().sorted().toList());
    }

    @Test
    void shouldDocumentEveryOptionOfANodeWithItsDefault() throws IOException
    {
        final CommandLine node = new CommandLine(Roce.COMMANDS.get("node"));
        final Map<String, String> expected = new TreeMap<>();
        for (final OptionSpec option : node.getCommandSpec().options())
        {
            expected.put(written(option), defaultOf(node, option));
        }

        final Map<String, String> documented = new TreeMap<>();
        for (final List<String> row : MarkdownTable.under(README, "## Node options"))
        {
            documented.put(codes(row.get(0)).get(0), row.get(1));
        }

        assertEquals(String.join("\n", lines(expected)), String.join("\n", lines(documented)));
    }

    @Test
    void shouldDocumentEveryProfileOfTheCache() throws IOException
    {
        final List<List<String>> expected = Arrays.stream(QpCacheProfile.values())
            .map(profile -> List.of(
                '`' + profile.label() + '`',
                profile.sets() + "x" + profile.ways() + ", " + profile.kind().label(),
                profile.missNs() + " ns",
                profile.source(),
                profile.reproduces()))
            .toList();

        assertEquals(expected, MarkdownTable.under(README, "### Cache profiles"));
    }

    @Test
    void shouldDocumentEveryDifferenceOfTheProfilesOfANode() throws IOException
    {
        final List<List<String>> expected = Arrays.stream(ProfileDifference.values())
            .map(difference -> List.of(
                difference.what(), difference.under(Profile.IBTA), difference.under(Profile.RXE_6_1)))
            .toList();

        assertEquals(expected, MarkdownTable.under(README, "### Profiles"));
    }

    @Test
    void shouldDocumentEveryCodeOfLint() throws IOException
    {
        final List<List<String>> expected = Arrays.stream(FindingCode.values())
            .map(code -> List.of('`' + code.name() + '`', code.severity().label(), code.description()))
            .toList();

        assertEquals(expected, MarkdownTable.under(README, "### What is wrong in a capture"));
    }

    private static String written(final OptionSpec option)
    {
        return option.longestName() + (option.arity().max() == 0 ? "" : ' ' + option.paramLabel());
    }

    /** As the help says it; some are no values. */
    private static String defaultOf(final CommandLine node, final OptionSpec option)
    {
        return switch (option.longestName())
        {
            case "--admin" -> "that of `--bind`";
            case "--token" -> "`$ROCE_TOKEN`";
            case "--fault", "--record" -> "none";
            case "--ingress" -> "the sockets";
            default -> option.arity().max() == 0 ? "off" : value(node, option);
        };
    }

    private static String value(final CommandLine node, final OptionSpec option)
    {
        try
        {
            return node.getDefaultValueProvider().defaultValue(option);
        }
        catch (final Exception e)
        {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> lines(final Map<String, String> options)
    {
        return options.entrySet().stream().map(option -> option.getKey() + " = " + option.getValue()).toList();
    }

    private static List<String> codes(final String cell)
    {
        final List<String> codes = new ArrayList<>();
        final Matcher matcher = CODE.matcher(cell);
        while (matcher.find())
        {
            codes.add(matcher.group(1));
        }
        return codes;
    }
}
