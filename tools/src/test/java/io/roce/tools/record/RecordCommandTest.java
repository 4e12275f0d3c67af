package io.roce.tools.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.wire.Tshark;
import io.roce.wire.capture.CaptureFormatException;
import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.Frame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node in a process of its own that records, as its user switches it and reads its files. */
@Timeout(120)
final class RecordCommandTest
{
    private static final String NODE = "127.40.0.90";
    private static final String OTHER_NODE = "127.0.21.92";
    private static final String FROM = "127.40.0.91";

    @TempDir
    private Path folder;

    private RoceProcess node;

    @AfterEach
    void end() throws IOException
    {
        if (node != null)
        {
            node.close();
        }
    }

    @Test
    void shouldRecordWhileItIsSwitchedOn() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        start("--record", file.toString(), "--record-off", "--qpns", "0x11-0x20");
        assertEquals("OFF", status().path("state").asText());
        send(1, "0x11");
        assertEquals("ON", json("on").path("state").asText());
        send(2, "0x11");
        assertEquals("drops", json("on", "--only", "drops").path("mode").asText());
        send(3, "0x99");
        final JsonNode off = json("off");
        assertEquals("OFF", off.path("state").asText());
        assertEquals(5, off.path("recorded").asLong());
        assertEquals(0, off.path("record_missed").asLong());
        assertEquals(Files.size(file), off.path("file_bytes").asLong());
        send(1, "0x11");
        assertEquals(file.toString(), status().path("file").asText());

        final List<String> comments = comments(file);
        assertEquals(
            List.of("QPN_UNALLOCATED", "QPN_UNALLOCATED", "QPN_OUT_OF_RANGE", "QPN_OUT_OF_RANGE", "QPN_OUT_OF_RANGE"),
            comments.stream().map(comment -> comment.split(":")[0]).toList());
        assertTrue(comments.get(2).endsWith("dest_qp: expected 0x000011 to 0x000020, came 0x000099"), comments.get(2));
        final CommandRun decoded = CommandRun.of("decode", file.toString());
        assertEquals(5, decoded.out().lines().filter(line -> line.contains("icrc good # QPN_")).count(), decoded.out());
    }

    @Test
    void shouldAccountForAFlood() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        start("--record", file.toString(), "--record-size", "8MiB", "--record-files", "100");
        send(150_000, "0x99");
        final JsonNode ledger = CommandRun.of("stats", "--node", NODE, "--json").json();
        final JsonNode off = json("off");
        final long recorded = off.path("recorded").asLong();
        final long missed = off.path("record_missed").asLong();
        assertEquals(off.path("packets").asLong(), recorded + missed);
        assertEquals(received(ledger), recorded + missed);

        long inFiles = 0;
        long said = 0;
        final Frame frame = new Frame();
        for (final Path recordedFile : files())
        {
            assertTrue(Files.size(recordedFile) <= (8 << 20) + 1_024, recordedFile + ": " + Files.size(recordedFile));
            try (CaptureReader reader = CaptureReader.open(recordedFile))
            {
                while (reader.next(frame))
                {
                    inFiles++;
                    said += frame.droppedCount();
                    assertTrue(frame.comment().contains("QPN_UNALLOCATED"), frame.comment());
                }
            }
        }
        assertEquals(recorded, inFiles);
        assertTrue(said <= missed, said + " of " + missed);
        assertEquals(off.path("files").asLong(), files().size());
    }

    @Test
    void shouldLeaveAFileThatIsRightUpToItsLastWholeBlockWhenItIsKilled() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        start("--record", file.toString());
        final CompletableFuture<CommandRun> sending = CompletableFuture.supplyAsync(() -> send(300_000, "0x99"));
        // Asking the node is what paces this.
        while (status().path("file_bytes").asLong() < 1 << 20)
        {
            assertFalse(sending.isDone(), () -> "too little was recorded: " + sending.join());
        }
        node.signal("KILL");
        node.process().waitFor();
        sending.join();

        final Frame frame = new Frame();
        long count = 0;
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                assertTrue(frame.comment().contains("QPN_UNALLOCATED"), frame.comment());
                count++;
            }
        }
        catch (final CaptureFormatException ex)
        {
            assertTrue(ex.getMessage().endsWith("ends in the middle of frame " + (count + 1)), ex.getMessage());
        }
        assertTrue(count > 1_000, "only " + count);
        Tshark.require();
        assertEquals(count, Tshark.fieldsOfCutFile(file, "frame.comment").size());
    }

    @Test
    void shouldRefuseWithoutAFile() throws Exception
    {
        start();
        assertEquals("{\"state\":\"NO_FILE\"}", status().toString());
        for (final String command : List.of("on", "off"))
        {
            final CommandRun run = run(command);
            assertEquals(1, run.status());
            assertTrue(run.err().contains("The node was started without a file to record to"), run.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "--record-only drops", "--record-size 1MiB", "--record-files 3", "--record-off",
        "--record x --record-only none", "--record x --record-size 63k", "--record x --record-files 0",
        "--record x --record-files 1001"})
    void shouldRefuseOptionsThatAreWrong(final String options)
    {
        final List<String> arguments = new ArrayList<>(List.of("node", "--bind", NODE));
        arguments.addAll(List.of(options.split(" ")));
        final CommandRun run = CommandRun.of(arguments.toArray(new String[0]));
        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("--record"), run.err());
    }

    @Test
    void shouldNotStartWhereItCannotRecord()
    {
        final Path file = folder.resolve("absent/x");
        final CommandRun run = CommandRun.of("node", "--bind", NODE, "--record", file.toString());
        assertEquals(1, run.status());
        assertEquals(
            "roce: the node cannot start: nothing can be recorded: " + file +
                " cannot be written: there is no such folder\n",
            run.err());
    }

    /** As when it is started a second time by mistake, or again and again by a supervisor. */
    @Test
    void shouldLeaveRecordingsAloneThatAreThereWhenItCannotHaveItsAddress() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        start("--record", file.toString());
        send(2, "0x99");

        final CommandRun second = CommandRun.of("node", "--bind", NODE, "--record", file.toString());

        assertEquals(1, second.status());
        assertTrue(second.err().contains("is in use"), second.err());
        assertEquals(List.of(file), files());
        send(1, "0x99");
        assertEquals(3, json("off").path("recorded").asLong());
        assertEquals(3, comments(file).size());
    }

    /** Its addresses for data are free, and it would have moved the recordings on before it asked for the other. */
    @Test
    void shouldLeaveRecordingsAloneThatAreThereWhenItCannotHaveItsAdminAddress() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        Files.writeString(file, "of another day");
        start();

        final CommandRun second =
            CommandRun.of("node", "--bind", OTHER_NODE, "--admin", NODE, "--record", file.toString());

        assertEquals(1, second.status());
        assertEquals("roce: the node cannot start: admin address " + NODE + ":4791 is in use\n", second.err());
        assertEquals(List.of(file), files());
        assertEquals("of another day", Files.readString(file));
    }

    @Test
    void shouldNotRecordToAFileThatAnotherNodeRecordsTo() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        start("--record", file.toString());
        send(2, "0x99");

        final CommandRun second = CommandRun.of("node", "--bind", OTHER_NODE, "--record", file.toString());

        assertEquals(1, second.status());
        assertEquals(
            "roce: the node cannot start: nothing can be recorded: " + file +
                " cannot be written: another node records to it\n",
            second.err());
        assertEquals(List.of(file), files());
        send(1, "0x99");
        assertEquals(3, json("off").path("recorded").asLong());
        assertEquals(3, comments(file).size());
    }

    private void start(final String... options) throws IOException
    {
        node = new RoceProcess(folder, Stream
            .concat(Stream.of("node", "--bind", NODE, "--until-stdin-closes"), Arrays.stream(options))
            .toArray(String[]::new));
        node.awaitLine("ready");
    }

    private static CommandRun send(final int count, final String destQp)
    {
        return CommandRun.of(
            "send", "--to", NODE, "--from", FROM, "--dest-qp", destQp, "--psn", "1", "--count", String.valueOf(count),
            "--opcode", "RC_SEND_ONLY");
    }

    private static long received(final JsonNode ledger)
    {
        return ledger.findValue("received").asLong();
    }

    private static CommandRun run(final String... command)
    {
        return CommandRun.of(Stream
            .concat(Stream.of("record"), Stream.concat(Arrays.stream(command), Stream.of("--node", NODE, "--json")))
            .toArray(String[]::new));
    }

    private static JsonNode json(final String... command) throws IOException
    {
        return run(command).json();
    }

    private static JsonNode status() throws IOException
    {
        return json("status");
    }

    private List<Path> files() throws IOException
    {
        try (Stream<Path> all = Files.list(folder))
        {
            return all.filter(path -> path.getFileName().toString().startsWith("x.pcapng")).toList();
        }
    }

    private static List<String> comments(final Path file) throws IOException
    {
        final List<String> comments = new ArrayList<>();
        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                comments.add(frame.comment());
            }
        }
        return comments;
    }
}
