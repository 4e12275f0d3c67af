package io.roce.tools.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.wire.Skip;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RewriteCommandTest
{
    private static final Path RPING = Path.of(System.getProperty("roce.root"), "captures", "rping_v4.pcap");
    private static final int LINK_TYPE_OFFSET = 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {
        "--address 10.91.0.2", "--address 10.91.0.2=::1", "--address a=b", "--address =10.0.0.1",
        "--udp-src-port 65536", "--address 10.91.0.2=1.1.1.1 --address 10.91.0.2=2.2.2.2",
        "--udp-src-port 1 --udp-src-port 2",
        "--map-qp 1=2 --map-qp 0x1=3", "--map-qp 10.91.0.2/1=2 --map-qp 10.91.0.2/1=2", "--map-qp 1",
        "--map-qp 1=0x1000000",
        "--psn-offset 0x1000000", "--psn-offset 1 --psn-offset 2", "--psn-offset 3=1 --psn-offset 3=2",
        "--psn-offset =",
        "--p-key 0x10000", "--p-key 1=2 --p-key 1=3", "--dscp 64", "--dscp 0=-1",
        "--vlan 4095", "--vlan 1=2 --vlan 1=3",
        "--add-vlan 4095", "--add-vlan 1 --remove-vlan", "--vlan 1 --remove-vlan", "--mac 1=2",
        "--mac 02:00:00:00:00:01=02:00:00:00:00:02 --mac 02:00:00:00:00:01=02:00:00:00:00:03",
        "--frames 0", "--frames 5-3", "--frames 1,,2", "--frames a", "--frames -3", "--only-qpn 0x1000000",
        "--drop-others", "--nonsense", "third",
    })
    void shouldRefuseWhatMakesNoSense(final String arguments)
    {
        final CommandRun run = run(RPING.toString(), out(), arguments.split(" "));

        assertEquals(2, run.status(), run.err());
        assertEquals("", run.out());
        assertFalse(Files.exists(Path.of(out())));
    }

    @Test
    void shouldSayWhichRulesClashAndWhatTheyMayBe()
    {
        assertEquals(
            "roce: --address is given twice for 10.91.0.2",
            run(RPING.toString(), out(), "--address", "10.91.0.2=1.1.1.1", "--address", "10.91.0.2=2.2.2.2")
                .err().lines().findFirst().orElseThrow());
        assertEquals(
            "roce: Invalid value for option '--psn-offset' ([[ADDR/]QPN=]N): 0x1000000 is out of range: " +
                "-0xffffff to 0xffffff, 24 bits",
            run(RPING.toString(), out(), "--psn-offset", "0x1000000").err().lines().findFirst().orElseThrow());
        assertEquals(
            "roce: --dscp is given twice",
            run(RPING.toString(), out(), "--dscp", "1", "--dscp", "2").err().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldTakeANegativeOffset()
    {
        assertEquals(0, run(RPING.toString(), out(), "--psn-offset", "-5").status());
        assertEquals(0, run(RPING.toString(), out(), "--psn-offset", "0x1c=-0x5").status());
    }

    @Test
    void shouldRefuseToWriteOverWhatItReads() throws IOException
    {
        final Path file = Files.copy(RPING, folder.resolve("same.pcap"));
        final Path link = Files.createSymbolicLink(folder.resolve("link.pcap"), file);

        for (final String name : List.of(file.toString(), link.toString(), folder + "/./same.pcap"))
        {
            final CommandRun run = run(file.toString(), name);
            assertEquals(2, run.status());
            assertTrue(run.err().startsWith("roce: IN and OUT are the same file: "), run.err());
        }
        assertEquals(-1, Files.mismatch(RPING, file));
    }

    @Test
    void shouldReplaceWhatIsThereWithTheWholeFileAlone() throws IOException
    {
        final Path out = Path.of(out());
        Files.writeString(out, "old");

        assertEquals(1, run("/nowhere/at.pcap", out()).status());
        assertEquals("old", Files.readString(out));
        assertEquals(0, run(RPING.toString(), out()).status());
        assertEquals(-1, Files.mismatch(RPING, out));
        assertOnlyFiles("out.pcap");
    }

    @Test
    void shouldKeepTheModeOfWhatIsThere() throws IOException
    {
        Skip.unless(Files.getFileStore(folder).supportsFileAttributeView("posix"), "files have no mode here");
        final Path there = Files.writeString(Path.of(out()), "old");
        final Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rw-r-x-w-");
        Files.setPosixFilePermissions(there, mode);

        assertEquals(0, run(RPING.toString(), out()).status());

        assertEquals(mode, Files.getPosixFilePermissions(there));
        assertEquals(-1, Files.mismatch(RPING, there));
    }

    @Test
    void shouldFollowSymbolicLinksToWhatIsNotThereYet() throws IOException
    {
        final Path below = Files.createDirectory(folder.resolve("below"));
        Files.createSymbolicLink(below.resolve("second.pcap"), Path.of("real.pcap"));
        final Path link = Files.createSymbolicLink(folder.resolve("link.pcap"), Path.of("below", "second.pcap"));

        assertEquals(0, run(RPING.toString(), link.toString()).status());

        assertTrue(Files.isSymbolicLink(link));
        assertTrue(Files.isRegularFile(below.resolve("real.pcap"), LinkOption.NOFOLLOW_LINKS));
        assertEquals(-1, Files.mismatch(RPING, link));

        final Path round = folder.resolve("round.pcap");
        Files.createSymbolicLink(round, round);
        final CommandRun refused = run(RPING.toString(), round.toString());
        assertEquals(1, refused.status());
        assertEquals("roce: " + round + " cannot be written: too many levels of symbolic links\n", refused.err());
    }

    @Test
    void shouldSayWhatIsWrongWithTheFiles() throws IOException
    {
        final byte[] bytes = Files.readAllBytes(RPING);
        final Path text = Files.writeString(folder.resolve("text"), "no capture at all");
        final Path empty = Files.createFile(folder.resolve("empty"));
        final Path linkType = Files.write(
            folder.resolve("link"), ByteBuffer.wrap(bytes.clone()).put(LINK_TYPE_OFFSET, (byte)105).array());

        assertFailure("no such file: /nowhere/at.pcap", run("/nowhere/at.pcap", out()));
        assertFailure(folder + " is a directory, not a capture", run(folder.toString(), out()));
        assertFailure(text + " is no pcap or pcapng capture", run(text.toString(), out()));
        assertFailure(empty + " is empty", run(empty.toString(), out()));
        assertFailure(
            linkType + " has link type IEEE802_11 (105), which is not read", run(linkType.toString(), out()));
        assertFailure(folder + " is a directory", run(RPING.toString(), folder.toString()));
        assertFailure(
            folder + "/none/out.pcap cannot be written: no such directory",
            run(RPING.toString(), folder + "/none/out.pcap"));
        assertOnlyFiles("empty", "link", "text");
    }

    @Test
    void shouldWriteWhatWasReadOfAFileThatIsCut() throws IOException
    {
        final byte[] bytes = Files.readAllBytes(RPING);
        final int second = 24 + 16 + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(24 + 8);
        final Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(bytes, second + 20));

        final CommandRun run = run(cut.toString(), out());

        assertEquals(1, run.status());
        assertEquals("roce: " + cut + " ends in the middle of frame 2", run.err().strip());
        assertTrue(run.out().contains(": 1 frame, 0 changed, 1 copied as they were"), run.out());
        assertArrayEquals(Arrays.copyOf(bytes, second), Files.readAllBytes(Path.of(out())));
        assertOnlyFiles("cut.pcap", "out.pcap");
        assertTrue(run(cut.toString(), out(), "--json").json().path("fault").asText().endsWith("of frame 2"));
    }

    @Test
    void shouldSayWhenTheDiskIsFull()
    {
        Skip.unless(Files.exists(Path.of("/dev/full")), "there is no /dev/full");

        assertFailure("/dev/full cannot be written: No space left on device", run(RPING.toString(), "/dev/full"));
        assertTrue(Files.exists(Path.of("/dev/full")));
    }

    @Test
    void shouldGoThroughPipes() throws IOException, InterruptedException
    {
        final Path piped = folder.resolve("piped.pcap");
        try (RoceProcess roce = new RoceProcess(folder, "rewrite", "-", "-", "--dscp", "9"))
        {
            final Thread writer = new Thread(() -> feed(roce.process()));
            writer.start();
            Files.write(piped, roce.process().getInputStream().readAllBytes());
            writer.join();
            assertEquals(0, roce.awaitExit());
            assertTrue(roce.err().startsWith("- -> -: 41 frames, 41 changed, "), roce.err());
        }

        assertEquals(0, run(RPING.toString(), out(), "--dscp", "9").status());
        assertEquals(-1, Files.mismatch(Path.of(out()), piped));
    }

    @Test
    void shouldSayWhatItDid()
    {
        final CommandRun run = run(
            RPING.toString(), out(), "--address", "10.91.0.2=10.0.0.2", "--dscp", "26", "--add-vlan", "7",
            "--map-qp", "0x1c=0x20", "--map-qp", "10.91.0.9/0x1c=0x21");

        assertEquals(0, run.status(), run.err());
        final List<String> lines = run.out().lines().toList();
        assertEquals(RPING + " -> " + out() + ": 41 frames, 41 changed, 0 copied as they were", lines.get(0));
        assertEquals("CHANGED       FRAMES  ICRC", lines.get(1));
        assertEquals("VLAN tag          41  kept: outside", lines.get(2));
        assertEquals("IP addresses      41  new: covered", lines.get(3));
        assertEquals("DSCP              41  kept: masked", lines.get(4));
        assertEquals("41 ICRCs patched by the difference of the headers", lines.get(6));
        assertEquals("nothing had 10.91.0.9/0x00001c, which --map-qp names", lines.get(7));
    }

    private static void feed(final Process process)
    {
        try (OutputStream in = process.getOutputStream())
        {
            Files.copy(RPING, in);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void assertFailure(final String sentence, final CommandRun run)
    {
        assertEquals(1, run.status());
        assertEquals("roce: " + sentence, run.err().strip());
        assertEquals("", run.out());
    }

    private void assertOnlyFiles(final String... names) throws IOException
    {
        try (Stream<Path> files = Files.list(folder))
        {
            assertEquals(List.of(names), files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    private String out()
    {
        return folder.resolve("out.pcap").toString();
    }

    private static CommandRun run(final String in, final String out, final String... options)
    {
        final List<String> arguments = new ArrayList<>(List.of("rewrite"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(in, out));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
