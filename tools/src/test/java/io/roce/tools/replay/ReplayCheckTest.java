package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.tools.CommandRun;
import io.roce.tools.MarkdownTable;
import io.roce.wire.capture.FrameBytes;
import io.roce.wire.capture.PcapBytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The expectation files beside the recordings are made of tshark's opcodes and of what the recordings' README says. */
@Timeout(120)
class ReplayCheckTest
{
    private static final Path EXPECT = TwoNodes.CAPTURES.resolve("expect");
    private static final String PROBE = "probe_v4";
    /** In a frame with an Ethernet and an IPv4 header. */
    private static final int LAST_OCTET_OF_DESTINATION = 14 + 19;

    @TempDir
    private Path folder;

    private TwoNodes nodes;

    @BeforeEach
    void open() throws IOException
    {
        nodes = new TwoNodes();
    }

    @AfterEach
    void close()
    {
        nodes.close();
    }

    @Test
    void shouldExpectSomethingOfEveryRecording() throws IOException
    {
        try (Stream<Path> captures = Files.list(TwoNodes.CAPTURES))
        {
            final Set<String> recordings = captures.map(path -> path.getFileName().toString())
                .filter(name -> name.endsWith(".pcap"))
                .map(name -> name.replace(".pcap", ""))
                .collect(Collectors.toCollection(TreeSet::new));

            assertEquals(recordings, new TreeSet<>(expectations()));
        }
    }

    @ParameterizedTest
    @MethodSource("expectations")
    void shouldMeetWhatIsExpectedAtTwoNodesBothWays(final String name) throws IOException
    {
        final boolean isProbe = PROBE.equals(name);
        final String[] arguments = isProbe ?
            nodes.replay(TwoNodes.CAPTURES.resolve(name + ".pcap"), "--json", "--expect", expectation(name),
                "--map", "10.91.0.1=" + TwoNodes.address(nodes.server())) :
            nodes.replay(TwoNodes.CAPTURES.resolve(name + ".pcap"), "--json", "--expect", expectation(name),
                "--provision");

        final CommandRun run = CommandRun.of(arguments);

        assertEquals(0, run.status(), run.err() + run.out());
        final JsonNode json = run.json();
        assertTrue(json.path("as_expected").asBoolean());
        assertEquals(json.path("sent").asLong(), json.path("compared").asLong());
        assertTrue(json.path("compared").asLong() > 0);
        assertEquals("[]", json.path("differences").toString());
        nodes.assertClean();
    }

    @ParameterizedTest
    @MethodSource("table")
    void shouldExpectWhatTheReadmeSays(final List<String> row) throws IOException
    {
        final List<String> columns = List.of("DELIVERED_REQUEST", "DELIVERED_RESPONSE", "QPN_MANAGEMENT");
        final Map<String, Long> counts = new TreeMap<>();
        for (final String line : Files.readAllLines(EXPECT.resolve(row.get(0).replace(".pcap", ".txt"))))
        {
            if (!line.startsWith("#"))
            {
                final String[] words = line.split("\\s+");
                final String[] ends = words[0].split("-");
                final long count = Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
                counts.merge(words[1], count, Long::sum);
            }
        }

        for (int i = 0; i < columns.size(); i++)
        {
            final Long count = counts.remove(columns.get(i));
            assertEquals(Long.parseLong(row.get(i + 1)), count == null ? 0 : count, columns.get(i));
        }
        assertEquals(Map.of(), counts);
    }

    @Test
    void shouldNameTheFramesThatDiffer() throws IOException
    {
        final Path wrong = expect(
            "1-3 QPN_MANAGEMENT", "4 DELIVERED_REQUEST", "5 ICRC_MISMATCH", "6-39 ANY", "40 QPN_MULTICAST");

        final CommandRun run = nodes.run("rping_v4.pcap", "--provision", "--expect", wrong.toString());

        assertEquals(1, run.status(), run.err());
        assertEquals(
            List.of(
                "frame 5: expected ICRC_MISMATCH, met DELIVERED_RESPONSE",
                "frame 40: expected QPN_MULTICAST, met QPN_MANAGEMENT",
                "frame 41: nothing is expected, met QPN_MANAGEMENT",
                "expected " + wrong + " of 41 packets: NOT so"),
            run.out().lines().dropWhile(line -> !line.startsWith("frame ")).toList());
        nodes.assertClean();
    }

    @Test
    void shouldTellProgramsTheFramesThatDiffer() throws IOException
    {
        final CommandRun run = nodes.run(
            "uc_pingpong_v4.pcap", "--expect", expect("1-23 QPN_UNALLOCATED", "24 UC_REQUEST_INVALID").toString(),
            "--json");

        assertEquals(1, run.status(), run.err());
        assertFalse(run.json().path("as_expected").asBoolean(true));
        assertEquals(
            "[{\"loop\":1,\"first_frame\":24,\"last_frame\":24,\"expected\":\"UC_REQUEST_INVALID\"," +
                "\"met\":\"QPN_UNALLOCATED\"}]",
            run.json().path("differences").toString());
    }

    @Test
    void shouldWriteAFileThatHoldsTheNextTime() throws IOException
    {
        final Path file = folder.resolve("written.txt");

        final CommandRun written =
            nodes.run("odd_sizes.pcap", "--provision", "--write-expect", file.toString());

        assertEquals(0, written.status(), written.err());
        assertEquals(body(EXPECT.resolve("odd_sizes.txt")), body(file));
        assertEquals(
            0, nodes.run("odd_sizes.pcap", "--provision", "--loops", "2", "--expect", file.toString()).status());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSayWhatWasMetThoughItCannotBeWritten() throws IOException
    {
        final CommandRun run = nodes.run("uc_pingpong_v4.pcap", "--write-expect", "/dev/full");

        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("QPN_UNALLOCATED"), run.out());
        assertTrue(run.out().endsWith("NOT written: /dev/full: No space left on device\n"), run.out());
        final JsonNode json =
            nodes.run("uc_pingpong_v4.pcap", "--write-expect", folder.toString(), "--json").json();
        assertTrue(json.path("written").isNull(), json.toString());
        assertEquals(folder + ": Is a directory", json.path("failure").asText());
    }

    @Test
    void shouldNameTheFileOfExpectationsThatCannotBeRead() throws IOException
    {
        final CommandRun folderRun = nodes.run("uc_pingpong_v4.pcap", "--expect", folder.toString());
        assertEquals(1, folderRun.status());
        assertEquals("roce: " + folder + ": Is a directory\n", folderRun.err());

        final Path absent = folder.resolve("absent");
        assertEquals(
            "roce: no such file: " + absent + "\n",
            nodes.run("uc_pingpong_v4.pcap", "--expect", absent.toString()).err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "41 ANY;line | line 2: 'line' is not FRAMES FATE",
        "42 ANY | line 1: frame 42 is not sent: the capture has 41 frames",
        "1-9 ANY;10-99 QPN_MANAGEMENT | line 2: frame 42 is not sent: the capture has 41 frames",
        "5 DELIVERED | line 1: 'DELIVERED' is no fate; did you mean: DELIVERED_REQUEST, DELIVERED_RESPONSE?",
        "5 ANY;4-6 ANY | line 2: line 1 has frames of this range already",
    })
    void shouldRefuseAFileThatDoesNotFit(final String lines, final String why) throws IOException
    {
        final Path file = expect(lines.split(";"));

        final CommandRun run = nodes.run("rping_v4.pcap", "--provision", "--expect", file.toString());

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: " + file + ", " + why), run.err());
        assertEquals("", run.out());
        assertEquals(0, TwoNodes.ledger(nodes.client()).received());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1 ANY |  |",
        "2 ANY | 2 | line 1: frame 2 is not sent: it holds no RoCEv2 packet",
        "1-3 ANY | 2 | line 1: frame 2 is not sent: it holds no RoCEv2 packet",
        "4 ANY | 2 | line 1: frame 4 is not sent: it holds no RoCEv2 packet",
        "5 ANY | 2 | line 1: frame 5 is not sent: the capture has 4 frames",
        "3 ANY | 2 | line 1: frame 3 is not sent: for another destination",
    })
    void shouldRefuseFatesForWhatIsNotSent(final String line, final Integer status, final String why)
        throws IOException
    {
        final byte[] packet = FrameBytes.hex("0440ffff0000001180000001" + "01020304" + "00000000");
        final Path capture = folder.resolve("made.pcap");
        try (PcapBytes writer = new PcapBytes(capture))
        {
            final byte[] elsewhere = FrameBytes.ipv4().wrap(packet);
            elsewhere[LAST_OCTET_OF_DESTINATION] = 77;
            writer.frame(0, FrameBytes.ipv4().wrap(packet));
            writer.frame(0, FrameBytes.ipv4().protocol(6).wrap(packet));
            writer.frame(0, elsewhere);
            writer.frame(0, FrameBytes.ipv4().protocol(6).wrap(packet));
        }
        final Path file = expect(line);

        final CommandRun run = CommandRun.of(nodes.replay(capture, "--expect", file.toString()));

        assertEquals(status == null ? 0 : status, run.status(), run.err());
        assertTrue(status == null || run.err().startsWith("roce: " + file + ", " + why + '\n'), run.err());
    }

    @Test
    void shouldSayWhichExpectationFileIsMissing()
    {
        final CommandRun run = nodes.run("rping_v4.pcap", "--expect", "/nowhere/fates.txt");

        assertEquals(1, run.status());
        assertEquals("roce: no such file: /nowhere/fates.txt", run.err().strip());
    }

    private static List<List<String>> table() throws IOException
    {
        return MarkdownTable.under("captures/README.md", "## What they must lead to when replayed");
    }

    private static List<String> expectations() throws IOException
    {
        try (Stream<Path> files = Files.list(EXPECT))
        {
            return files.map(path -> path.getFileName().toString().replace(".txt", "")).sorted().toList();
        }
    }

    private static String expectation(final String name)
    {
        return EXPECT.resolve(name + ".txt").toString();
    }

    private static List<String> body(final Path file) throws IOException
    {
        return Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList();
    }

    private Path expect(final String... lines) throws IOException
    {
        return Files.write(folder.resolve("fates.txt"), List.of(lines));
    }
}
