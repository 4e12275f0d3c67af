package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCommandTest
{
    /** Nobody serves there. */
    private static final String SILENT = "127.50.0.66";
    private static final String RPING =
        Path.of(System.getProperty("roce.root"), "captures", "rping_v4.pcap").toString();

    @ParameterizedTest
    @ValueSource(strings = {
        "--map-qp 0x11", "--map-qp 0x11=0x1000000", "--map-qp host/1=2", "--speed 0", "--speed -1", "--speed 2 --fast",
        "--dst nowhere", "--keep", "--provision --node none",
    })
    void shouldRefuseWhatMakesNoSense(final String arguments)
    {
        final CommandRun run = run(RPING, arguments.split(" "));

        assertEquals(2, run.status(), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldFailWhenTheNodeIsNeededAndSilent()
    {
        assertEquals(3, run(RPING, "--provision").status());
        assertEquals(3, run(RPING, "--fast", "--node", SILENT).status());
    }

    @Test
    void shouldSendWithoutANodeToAsk()
    {
        final CommandRun run = run(RPING, "--fast");

        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().startsWith("sent 41 packets from 127.0.0.1:"), run.out());
        assertTrue(run.out().contains("what became of them is not known"), run.out());
    }

    @Test
    void shouldSayWhichFileIsMissing()
    {
        final CommandRun run = run("/nowhere/at.pcap", "--fast");

        assertEquals(1, run.status());
        assertEquals("roce: no such file: /nowhere/at.pcap", run.err().strip());
    }

    private static CommandRun run(final String file, final String... more)
    {
        final List<String> arguments = new ArrayList<>(List.of("replay", file, "--to", SILENT));
        arguments.addAll(Arrays.asList(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
