package io.roce.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertEquals(
            "roce: no such command: 'replai'\nDid you mean: roce replay?\nTry 'roce --help'.\n",
            run.err().replace("\r\n", "\n"));
    }

    @Test
    void shouldSayWhichCommandRefusedAnOption()
    {
        final CommandRun run = CommandRun.of("qp", "list", "--colour");
        assertEquals(2, run.status());
        assertTrue(run.err().endsWith("Try 'roce qp list --help'.\n"), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "node", "qp", "qp create", "qp modify", "qp show", "qp list", "qp destroy", "connect", "stats", "send",
        "replay", "stale", "decode", "demo"
    })
    void shouldHelpWithEveryCommand(final String command)
    {
        final CommandRun run = CommandRun.of((command + " --help").split(" "));
        assertEquals(0, run.status());
        assertEquals("", run.err());
        assertTrue(run.out().startsWith("Usage: roce " + command), run.out());
    }

    @Test
    void shouldPrintItsVersion()
    {
        final CommandRun run = CommandRun.of("--version");
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith("roce "), run.out());
    }
}
