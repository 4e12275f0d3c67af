package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.wire.capture.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
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
