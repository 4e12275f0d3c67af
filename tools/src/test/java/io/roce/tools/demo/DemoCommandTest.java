package io.roce.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest
{
    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "::1", "127.0.0.252", "127.0.0.255"})
    void shouldRefuseABaseWithoutFourLoopbackAddresses(final String base)
    {
        final CommandRun run = CommandRun.of("demo", "--base", base);
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().startsWith("roce: --base is a loopback address with three more behind it"), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldStartNothingWithoutCaptures(@TempDir final Path folder)
    {
        final CommandRun empty = CommandRun.of("demo", "--captures", folder.toString());
        assertEquals(1, empty.status());
        assertTrue(empty.err().startsWith("roce: no captures in " + folder), empty.err());
        assertEquals("", empty.out());

        final CommandRun missing = CommandRun.of("demo", "--captures", folder.resolve("missing").toString());
        assertEquals(1, missing.status());
        assertEquals("roce: no such file: " + folder.resolve("missing"), missing.err().trim());
    }
}
