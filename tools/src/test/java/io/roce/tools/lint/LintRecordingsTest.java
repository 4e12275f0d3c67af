package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.roce.tools.CommandRun;
import io.roce.wire.capture.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lint finds in each recording what happened there, each time it did, and nothing else. */
class LintRecordingsTest
{
    static Stream<String> recordings() throws IOException
    {
        return Expectations.read().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void shouldFindWhatHappenedAndNothingElse(final String recording) throws IOException
    {
        final List<Finding> findings = Linted.findings(Recordings.own(recording));

        assertEquals(Expectations.read().get(recording).toString(), Linted.byCode(findings).toString());
        final long expected = Expectations.read().get(recording).values().stream().mapToLong(Set::size).sum();
        assertEquals(expected, findings.size(), "each once");
    }

    /**
     * Other addresses, PSNs and DSCP, with ICRCs that were patched: what was right is, what was wrong is, as before.
     * The connection manager's messages say the PSN that a connection begins with, so there PSNs stay.
     */
    @ParameterizedTest
    @MethodSource("recordings")
    void shouldFindTheSameInWhatRewriteMakesOfIt(final String recording, @TempDir final Path folder)
        throws IOException
    {
        final Path rewritten = folder.resolve(recording);
        final CommandRun run = CommandRun.of(
            "rewrite", "--address", "10.91.0.2=192.0.2.7", "--address", "fd91::2=2001:db8::7", "--psn-offset",
            recording.startsWith("rping") ? "0" : "70000",
            "--dscp", "26", Recordings.own(recording).toString(), rewritten.toString());
        assertEquals(0, run.status(), run.err());
        assertNotEquals(-1, Files.mismatch(Recordings.own(recording), rewritten), "something was changed");

        assertEquals(
            Expectations.read().get(recording).toString(), Linted.byCode(Linted.findings(rewritten)).toString());
    }

    @Test
    void shouldExpectSomethingOfEveryRecording() throws IOException
    {
        try (Stream<Path> files = Files.list(Recordings.OWN))
        {
            assertEquals(
                files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".pcap"))
                    .sorted()
                    .toList(),
                Expectations.read().keySet().stream().sorted().toList());
        }
    }
}
