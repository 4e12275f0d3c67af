package io.roce.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.cli.Terminal;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import picocli.CommandLine;

final class RoceTest
{
    @Test
    void shouldShowItsCommandsWhenAskedForNothing()
    {
        final CommandRun run = CommandRun.of();
        assertEquals(2, run.status());
        assertEquals("", run.out());
        assertTrue(run.err().startsWith("Usage: roce "), run.err());
        assertTrue(run.err().contains("  connect "), run.err());
        assertTrue(run.err().contains("ROCE_TOKEN"), run.err());
    }

    @Test
    void shouldSuggestACommandWhenOneIsMistyped()
    {
        final CommandRun run = CommandRun.of("replai");
        assertEquals(2, run.status());
        final String said = run.err().replace("\r\n", "\n");
        assertTrue(said.startsWith("roce: no such command: 'replai'\nDid you mean: roce replay"), said);
        assertTrue(said.endsWith("?\nTry 'roce --help'.\n"), said);
    }

    @Test
    void shouldSuggestAnOptionWhenOneIsMistyped()
    {
        for (final String[] more : new String[][]{
            {}, {"--to", "127.50.0.8", "--opcode", "4", "--dest-qp", "2", "--psn", "0"}
        })
        {
            final String[] args = new String[3 + more.length];
            System.arraycopy(new String[]{"send", "--qkey", "1"}, 0, args, 0, 3);
            System.arraycopy(more, 0, args, 3, more.length);
            final List<String> said = CommandRun.of(args).err().lines().toList();
            assertEquals("roce: no such option: '--qkey'", said.get(0));
            assertTrue(said.get(1).startsWith("Did you mean: --q-key"), said.get(1));
        }
    }

    @Test
    void shouldWriteNumbersTheSameWayInEveryLocale()
    {
        final Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try
        {
            // 1,024 queue pairs with a place of 2^29 bytes for each direction: 2^40 bytes.
            final CommandRun run = CommandRun.of("perf", "write", "--qp", "1024", "-s", "512MiB", "-d", "127.0.0.1");
            assertEquals(2, run.status());
            assertTrue(run.err().contains(" takes 1,099,511,627,776 bytes of memory"), run.err());
        }
        finally
        {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldSayWhichCommandRefusedAnOption()
    {
        final CommandRun run = CommandRun.of("qp", "list", "--colour");
        assertEquals(2, run.status());
        assertTrue(run.err().endsWith("Try 'roce qp list --help'.\n"), run.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "node --foo              | no such option: '--foo'",
        "send --unlucky 5        | no such option: '--unlucky'",
        "node extra              | one argument too many: 'extra'",
        "stats extra --node ::1  | one argument too many: 'extra'",
        "qp destroyed            | no such command: 'destroyed'",
        "replay x --to 127.60.0.1 --fast --speed 2 | --speed=X, --fast are mutually exclusive (specify only one)",
        "qp show --node 127.60.0.1 many  | Invalid value for QPN: 'many' is not a number in decimal or 0x hex",
        "connect 127.60.0.1:0 127.60.0.2 | Invalid value for ADDR[:PORT]: '127.60.0.1:0' has the port '0', " +
            "which is not a number from 1 to 65535",
    })
    void shouldNameWhatWasTyped(final String arguments, final String said)
    {
        final CommandRun run = CommandRun.of(arguments.split(" "));
        assertEquals(2, run.status());
        assertEquals("roce: " + said, run.err().lines().findFirst().orElseThrow());
        assertTrue(run.err().lines().reduce((first, last) -> last).orElseThrow().endsWith(" --help'."), run.err());
    }

    @Test
    void shouldNotTakeNothingForAFile()
    {
        for (final String[] arguments : new String[][]{{"decode", ""}, {"demo", "--captures", ""}})
        {
            final CommandRun run = CommandRun.of(arguments);
            assertEquals(2, run.status());
            assertTrue(run.err().contains("'' names no file"), run.err());
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldHelpWithEveryCommandAsWideAsTheTerminal(final String command)
    {
        final String elsewhere = help(command);
        assertTrue(elsewhere.startsWith("Usage: roce " + command), elsewhere);
        assertTrue(width(elsewhere) <= 120, elsewhere);
        try
        {
            System.setProperty(Terminal.PROPERTY, "1");
            System.setProperty(Terminal.COLUMNS_PROPERTY, "40");
            final String narrow = help(command);
            assertTrue(width(narrow) <= 80, narrow);
            assertEquals(elsewhere.replaceAll("\\s", ""), narrow.replaceAll("\\s", ""));
            System.setProperty(Terminal.COLUMNS_PROPERTY, "200");
            assertEquals(elsewhere, help(command));
        }
        finally
        {
            System.clearProperty(Terminal.PROPERTY);
            System.clearProperty(Terminal.COLUMNS_PROPERTY);
        }
    }

    static Stream<String> commands()
    {
        return Roce.COMMANDS.entrySet().stream().flatMap(command -> Stream.concat(
            Stream.of(command.getKey()),
            new CommandLine(command.getValue()).getSubcommands().keySet().stream()
                .map(below -> command.getKey() + ' ' + below)));
    }

    private static String help(final String command)
    {
        final CommandRun run = CommandRun.of((command + " --help").split(" "));
        assertEquals(0, run.status());
        assertEquals("", run.err());
        return run.out();
    }

    private static int width(final String text)
    {
        return text.lines().mapToInt(String::length).max().orElseThrow();
    }

    @Test
    void shouldPrintItsVersion()
    {
        final CommandRun run = CommandRun.of("--version");
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith("roce "), run.out());
    }
}
