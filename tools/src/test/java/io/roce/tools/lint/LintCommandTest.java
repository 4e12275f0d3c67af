package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.CommandRun;
import io.roce.wire.capture.LinkType;
import io.roce.wire.capture.PcapWriter;
import io.roce.wire.capture.Recordings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LintCommandTest
{
    private static final String CLEAN = Recordings.own("write_bw_v4.pcap").toString();
    private static final String REFUSED = Recordings.own("nak_access.pcap").toString();
    private static final String LOSSY = Recordings.own("loss_request.pcap").toString();
    private static final String MANAGED = Recordings.own("rping_v4.pcap").toString();

    @TempDir
    private Path folder;

    @Test
    void shouldSayThatNothingIsWrong()
    {
        final CommandRun run = CommandRun.of("lint", CLEAN);

        assertEquals(0, run.status());
        assertEquals(CLEAN + ": 30 frames, 30 RoCEv2 packets: 0 errors, 0 warnings, 0 info\n", run.out());
        assertEquals("", run.err());
    }

    @Test
    void shouldGroupByConversation()
    {
        final CommandRun run = CommandRun.of("lint", LOSSY);

        assertEquals(1, run.status());
        assertTrue(run.out().contains("80 frames, 80 RoCEv2 packets: 0 errors, 24 warnings, 0 info\n"), run.out());
        assertTrue(run.out().contains("\nRC 10.91.0.2 0x00004d - 10.91.0.3 0x00004c\n"), run.out());
        assertTrue(run.out().contains("NAK_PSN_SEQUENCE            3  23, 27, 45"), run.out());
    }

    @Test
    void shouldPrintEachFindingWhenVerbose()
    {
        final CommandRun run = CommandRun.of("lint", "--verbose", REFUSED);

        assertEquals(List.of("2", "4", "6", "8"), run.out().lines()
            .filter(line -> line.contains("NAK_REMOTE_ACCESS"))
            .map(line -> line.strip().split(" ")[0])
            .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "never,0,0,0", "error,0,1,0", "warning,1,1,0", "info,1,1,1", "WARNING,1,1,0"
    })
    void shouldFailFromTheSeverityOnThatIsAskedFor(
        final String failOn, final int lossy, final int refused, final int managed)
    {
        assertEquals(lossy, CommandRun.of("lint", "--fail-on", failOn, LOSSY).status());
        assertEquals(refused, CommandRun.of("lint", "--fail-on", failOn, REFUSED).status());
        assertEquals(managed, CommandRun.of("lint", "--fail-on", failOn, MANAGED).status());
    }

    @Test
    void shouldPrintJson() throws IOException
    {
        final CommandRun run = CommandRun.of("lint", "--json", REFUSED, CLEAN);

        assertEquals(1, run.status());
        final JsonNode files = run.json().get("files");
        assertEquals(2, files.size());
        final JsonNode refused = files.get(0);
        assertEquals(REFUSED, refused.get("file").textValue());
        assertEquals(8, refused.get("frames").intValue());
        assertEquals(4, refused.get("counts").get("NAK_REMOTE_ACCESS").intValue());
        assertEquals(4, refused.get("conversations").size());
        assertEquals("RC 10.91.0.2 0x000045 - 10.91.0.3 0x000044",
            refused.get("conversations").get(0).get("conversation").textValue());
        assertEquals(
            List.of(2, 4, 6, 8),
            StreamSupport.stream(refused.get("findings").spliterator(), false)
                .map(finding -> finding.get("frame").intValue())
                .toList());
        assertEquals("error", refused.get("findings").get(0).get("severity").textValue());
        assertTrue(refused.get("damage").isNull());
        assertEquals(0, files.get(1).get("findings").size());
    }

    @Test
    void shouldListEveryCode() throws IOException
    {
        final CommandRun run = CommandRun.of("lint", "--codes");
        final JsonNode codes = CommandRun.of("lint", "--codes", "--json").json();

        assertEquals(0, run.status());
        assertEquals(FindingCode.values().length, codes.size());
        for (final FindingCode code : FindingCode.values())
        {
            assertTrue(
                run.out().lines().anyMatch(line -> line.startsWith(code + " ") && line.endsWith(code.description())),
                code.name());
            assertEquals(code.name(), codes.get(code.ordinal()).get("code").textValue());
        }
    }

    @Test
    void shouldReadStandardInput() throws IOException
    {
        final InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(Files.readAllBytes(Path.of(REFUSED))));
        try
        {
            final CommandRun run = CommandRun.of("lint", "-");
            assertEquals(1, run.status());
            assertTrue(run.out().startsWith("-: 8 frames"), run.out());
        }
        finally
        {
            System.setIn(before);
        }
    }

    /** What was found up to there is told. */
    @Test
    void shouldReportUpToWhereAFileIsDamaged() throws IOException
    {
        final byte[] whole = Files.readAllBytes(Path.of(REFUSED));
        final Path file = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 10));

        final CommandRun run = CommandRun.of("lint", file.toString());

        assertEquals(2, run.status());
        assertTrue(run.out().contains("7 frames"), run.out());
        assertTrue(run.out().contains("NAK_REMOTE_ACCESS"), run.out());
        assertEquals("roce: " + file + " ends in the middle of frame 8\n", run.err());
        assertEquals(file + " ends in the middle of frame 8",
            CommandRun.of("lint", "--json", file.toString()).json().get("files").get(0).get("damage").textValue());
    }

    @Test
    void shouldSayThatAFileHoldsNoSuchPacket() throws IOException
    {
        final Path file = folder.resolve("other.pcap");
        final byte[] arp = new byte[60];
        arp[12] = 0x08;
        arp[13] = 0x06;
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET))
        {
            writer.frame(1, arp);
        }

        final CommandRun run = CommandRun.of("lint", file.toString());

        assertEquals(2, run.status());
        assertEquals("", run.out());
        assertEquals("roce: " + file + " has no RoCEv2 packet in its 1 frame\n", run.err());
    }

    @Test
    void shouldRefuseWhatIsNoCapture() throws IOException
    {
        final Path empty = Files.createFile(folder.resolve("empty.pcap"));
        final Path text = Files.writeString(folder.resolve("text.pcap"), "not a capture");
        final Path wifi = folder.resolve("wifi.pcap");
        try (PcapWriter writer = new PcapWriter(
            Files.newByteChannel(wifi, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE), 105, 65_535))
        {
            writer.frame(1, new byte[60]);
        }

        refuses(empty.toString(), empty + " is empty");
        refuses(text.toString(), text + " is no pcap or pcapng capture");
        refuses(wifi.toString(), wifi + " has link type IEEE802_11 (105), which is not read");
        refuses(folder.toString(), folder + " is a directory, not a capture");
        refuses(folder.resolve("none.pcap").toString(), "no such file: " + folder.resolve("none.pcap"));
    }

    /** The others are looked at all the same. */
    @Test
    void shouldGoOnBehindAFileThatIsNotReadable()
    {
        final CommandRun run = CommandRun.of("lint", folder.resolve("none.pcap").toString(), REFUSED);

        assertEquals(2, run.status());
        assertTrue(run.out().contains("4 errors"), run.out());
    }

    @ParameterizedTest
    @CsvSource({"--fail-on=fatal a.pcap", "--no-such-option a.pcap", "''"})
    void shouldRefuseWrongUsage(final String arguments)
    {
        final CommandRun run = CommandRun.of(("lint " + arguments).strip().split(" "));

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: "), run.err());
    }

    private static void refuses(final String file, final String sentence)
    {
        final CommandRun run = CommandRun.of("lint", file);
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().startsWith("roce: " + sentence), run.err());
    }
}
