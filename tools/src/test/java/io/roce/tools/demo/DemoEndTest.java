package io.roce.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.RoceProcess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However the demonstration ends, nothing is left running, and a signal is the user's own affair. */
@Timeout(120)
@EnabledOnOs({OS.LINUX, OS.MAC})
class DemoEndTest
{
    private static final String BASE = "127.40.1.1";

    @Test
    void shouldLeaveNoNodeBehindWhenItIsKilled(@TempDir final Path folder)
        throws IOException, InterruptedException, ExecutionException, TimeoutException
    {
        try (RoceProcess demo = new RoceProcess(folder, "demo", "--base", BASE))
        {
            demo.awaitLine("ready ");
            final List<ProcessHandle> nodes = demo.process().children().toList();
            assertEquals(3, nodes.size());

            demo.process().destroyForcibly();

            assertEquals(128 + 9, demo.awaitExit());
            for (final ProcessHandle node : nodes)
            {
                node.onExit().get(30, TimeUnit.SECONDS);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INT,  130, ready ",
        "INT,  130, RECORDING",
        "TERM, 143, == The stale drill",
        "INT,  130, == Malformed",
    })
    void shouldEndByASignalWithoutAWord(
        final String signal, final int status, final String moment, @TempDir final Path folder)
        throws IOException, InterruptedException, ExecutionException, TimeoutException
    {
        try (RoceProcess demo = new RoceProcess(folder, "demo", "--base", BASE))
        {
            demo.awaitLine(moment);
            final List<ProcessHandle> nodes = demo.process().children().toList();

            demo.signal(signal);

            assertEquals(status, demo.awaitExit(), demo.err());
            assertEquals("", demo.err());
            for (final ProcessHandle node : nodes)
            {
                assertTrue(node.onExit().get(30, TimeUnit.SECONDS) != null);
            }
        }
    }
}
