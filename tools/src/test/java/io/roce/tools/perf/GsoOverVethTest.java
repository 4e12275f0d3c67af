package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.tools.VethPair;
import io.roce.wire.Skip;
import io.roce.wire.Tshark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel makes of datagrams that link mmsg gives it in one piece, seen from the other end of the wire. */
@Timeout(180)
final class GsoOverVethTest
{
    private static final int MESSAGES = 20;
    private static final int PACKETS_PER_MESSAGE = 64;

    /** What tcpdump has not read when it is told to end is not in its file. */
    private static final int LEAST_CAPTURED = MESSAGES * PACKETS_PER_MESSAGE / 2;

    @TempDir
    Path folder;

    @BeforeEach
    void requireTshark() throws InterruptedException
    {
        Tshark.require();
    }

    @Test
    void shouldCountIdentificationsThatTheIcrcsAreMadeFor() throws Exception
    {
        final Path capture = folder.resolve("segments.pcap");
        try (VethPair pair = VethPair.open())
        {
            pair.segmentInSoftware();
            final Process tcpdump = tcpdump(pair, capture);
            measure(pair);
            tcpdump.destroy();
            assertTrue(tcpdump.waitFor(30, TimeUnit.SECONDS));
        }

        final List<Integer> identifications = new ArrayList<>();
        for (final String[] row : Tshark.fields(capture, "ip.src", "ip.flags.df", "ip.id", "ip.len"))
        {
            assertEquals("1", row[1].replace("True", "1"), "don't-fragment");
            if (row[0].equals(VethPair.HERE))
            {
                assertTrue(Integer.parseInt(row[3]) <= 1_500, row[3]);
                identifications.add(Integer.decode(row[2]));
            }
        }
        assertTrue(identifications.size() >= LEAST_CAPTURED, () -> identifications.size() + " packets");
        int counted = 0;
        for (int i = 1, previous = identifications.get(0); i < identifications.size(); i++)
        {
            final int identification = identifications.get(i);
            assertTrue(
                identification == 0 || identification == previous + 1, previous + " is followed by " + identification);
            counted += identification == 0 ? 0 : 1;
            previous = identification;
        }
        assertEquals(0, identifications.get(0));
        assertTrue(counted > identifications.size() / 2, counted + " of " + identifications.size());

        final CommandRun decoded = CommandRun.of("decode", capture.toString());
        assertEquals(0, decoded.status(), decoded.err());
        assertEquals(
            decoded.out().lines().filter(line -> line.contains(" > ")).count(),
            decoded.out().lines().filter(line -> line.contains(" icrc good")).count());
    }

    /** An Ethernet of the kernel's own leaves it to the receiver to cut up what one system call has sent. */
    @Test
    void shouldBeFoundInCapturesBeforeItIsCutUp() throws Exception
    {
        final Path capture = folder.resolve("whole.pcap");
        try (VethPair pair = VethPair.open())
        {
            final Process tcpdump = tcpdump(pair, capture);
            measure(pair);
            tcpdump.destroy();
            assertTrue(tcpdump.waitFor(30, TimeUnit.SECONDS));
        }
        final long longFrames = Tshark.fields(capture, "ip.len").stream()
            .filter(row -> Integer.parseInt(row[0]) > 1_500).count();
        Skip.unless(longFrames > 0, "this kernel's veth cuts datagrams up before a capture sees them");

        final CommandRun decoded = CommandRun.of("decode", capture.toString());
        assertEquals(0, decoded.status(), decoded.err());
        assertEquals(0, decoded.out().lines().filter(line -> !line.contains(" icrc good")).count());
        assertTrue(decoded.out().lines().filter(line -> line.contains(" psn=")).count() >= LEAST_CAPTURED);
        assertTrue(
            decoded.out().lines().filter(line -> line.contains(" segment 0 of ")).count() >= longFrames);

        final CommandRun linted = CommandRun.of("lint", "--json", capture.toString());
        assertTrue(linted.out().contains("SEGMENTATION_OFFLOAD"), linted.out());
        assertTrue(!linted.out().contains("ICRC_WRONG") && !linted.out().contains("OVERSIZE"), linted.out());
    }

    /** Returns when it captures; it ends by a signal. */
    private Process tcpdump(final VethPair pair, final Path capture) throws IOException, InterruptedException
    {
        final Path err = folder.resolve("tcpdump-err");
        final List<String> command = new ArrayList<>(pair.peer());
        command.addAll(List.of("tcpdump", "-i", VethPair.PEER_INTERFACE, "-U", "-B", "16384", "-Z", "root",
            "-w", capture.toString(), "udp", "port", "4791"));
        final Process tcpdump = new ProcessBuilder(command).redirectError(err.toFile()).start();
        while (!Files.readString(err).contains("listening on"))
        {
            Skip.unless(tcpdump.isAlive(), "it takes tcpdump: " + Files.readString(err));
            Thread.yield();
        }
        return tcpdump;
    }

    private void measure(final VethPair pair) throws IOException, InterruptedException
    {
        final String[] test = {"-s", "64k", "-m", "1024", "-n", String.valueOf(MESSAGES), "--bw"};
        try (
            RoceProcess server = new RoceProcess(
                pair.peer(), Files.createDirectory(folder.resolve("server")), List.of(), perf(VethPair.PEER, test)))
        {
            server.awaitLine("ready ");
            try (
                RoceProcess client = new RoceProcess(
                    pair.here(),
                    Files.createDirectory(folder.resolve("client")),
                    List.of(),
                    perf(VethPair.HERE, test, "--link", "mmsg", "--gso", "on", "--warm-up", "0s", VethPair.PEER)))
            {
                final List<String> said = client.rest();
                assertEquals(0, client.awaitExit(), () -> said + client.err());
            }
            server.awaitExit();
        }
    }

    private static String[] perf(final String bind, final String[] test, final String... more)
    {
        final List<String> words = new ArrayList<>(List.of("perf", "write", "--bind", bind));
        words.addAll(List.of(test));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }
}
