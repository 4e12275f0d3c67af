package io.roce.tools.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.tools.CommandRun;
import io.roce.tools.cli.Json;
import io.roce.wire.Skip;
import io.roce.wire.capture.Recordings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program's reading of rewritten recordings, where that program is installed. */
class RewriteTsharkTest
{
    /** What no rewrite touches. */
    private static final String[] KEPT = {
        "frame.time_epoch", "frame.interface_id", "frame.interface_name", "frame.comment", "ip.id", "ip.ttl",
        "ip.dsfield.ecn", "udp.dstport",
        "infiniband.bth.opcode", "infiniband.reth.va", "infiniband.aeth.msn", "infiniband.deth.q_key", "data.data"};

    /** Lengths, and what is changed beside addresses; then whether checksums are bad (0), good, or not there. */
    private static final String[] CHANGED = {
        "frame.len", "frame.cap_len", "vlan.id", "ip.src", "ip.dst", "ip.dsfield.dscp", "udp.srcport",
        "infiniband.bth.psn", "infiniband.bth.p_key", "ip.checksum.status", "udp.checksum.status"};
    private static final int TAG_LENGTH = 4;
    private static final int PSN_OFFSET = 0x123456;
    private static final long TIMEOUT_SECONDS = 120;

    @TempDir
    private Path folder;

    @BeforeEach
    void requireTshark() throws InterruptedException
    {
        Skip.unless(
            isInstalled("tshark") && isInstalled("editcap") && isInstalled("mergecap") && isInstalled("capinfos"),
            "tshark, editcap, mergecap or capinfos is not installed");
    }

    @Test
    void shouldReadLikeTheRecordingButForTheChanges() throws IOException, InterruptedException
    {
        final List<String> before = new ArrayList<>();
        final List<String> after = new ArrayList<>();
        for (final Path file : Recordings.all())
        {
            before.add(file.toString());
            after.add(folder.resolve(after.size() + ".pcap").toString());
            rewrite(file, Path.of(after.get(after.size() - 1)));
        }

        // One after the other in one file, since tshark takes long to start.
        final long packets = compare(joined("before.pcapng", before), joined("after.pcapng", after));
        assertTrue(packets > 400, packets + " RoCEv2 packets");
    }

    @Test
    void shouldKeepFormatsAndComments() throws IOException, InterruptedException
    {
        final Path one = Recordings.own("rping_v4.pcap");
        final Path commented = folder.resolve("commented.pcapng");
        run("editcap", "-F", "pcapng", "-a", "1:first", "-a", "7:caf\u00e9", "-t", "0.123456789", one.toString(),
            commented.toString());
        final Path merged = folder.resolve("merged.pcapng");
        run("mergecap", "-F", "pcapng", "-I", "none", "-w", merged.toString(), commented.toString(),
            Recordings.own("rc_pingpong_v6.pcap").toString());
        final Path nanoseconds = folder.resolve("ns.pcap");
        run("editcap", "-F", "nsecpcap", "-t", "0.000000001", one.toString(), nanoseconds.toString());
        final Path cut = folder.resolve("cut.pcapng");
        run("editcap", "-F", "pcapng", "-s", "70", one.toString(), cut.toString());

        for (final Path file : List.of(commented, merged, nanoseconds, cut))
        {
            rewrite(file, out());
            assertTrue(compare(file, out()) > 0);
            assertEquals(capinfos(file), capinfos(out()));
        }
    }

    private static void rewrite(final Path file, final Path to)
    {
        final CommandRun run = CommandRun.of(
            "rewrite", "--address", "10.91.0.2=192.0.2.5", "--address", "fd91::2=2001:db8::5",
            "--udp-src-port", "50000", "--dscp", "33", "--psn-offset", String.valueOf(PSN_OFFSET), "--p-key", "0x8123",
            "--add-vlan", "77", file.toString(), to.toString());
        assertEquals(0, run.status(), run.err());
    }

    private Path joined(final String name, final List<String> files) throws IOException, InterruptedException
    {
        final Path joined = folder.resolve(name);
        final List<String> command = new ArrayList<>(
            List.of("mergecap", "-a", "-F", "pcapng", "-I", "none", "-w", joined.toString()));
        command.addAll(files);
        run(command.toArray(String[]::new));
        return joined;
    }

    /** @return RoCEv2 packets. */
    private long compare(final Path file, final Path rewritten) throws IOException, InterruptedException
    {
        final List<String> before = tshark(file);
        final List<String> after = tshark(rewritten);
        assertEquals(before.size(), after.size());
        final Set<Long> unchanged = framesThatKeepTheirPacket(file);
        long packets = 0;
        for (int i = 0; i < before.size(); i++)
        {
            final String where = file + ", frame " + (i + 1);
            final String[] old = before.get(i).split("\t", -1);
            final String[] now = after.get(i).split("\t", -1);
            for (int field = CHANGED.length; field < old.length; field++)
            {
                assertEquals(old[field], now[field], KEPT[field - CHANGED.length] + " of " + where);
            }
            assertEquals(Integer.parseInt(old[0]) + TAG_LENGTH, Integer.parseInt(now[0]), where);
            assertEquals(Integer.parseInt(old[1]) + TAG_LENGTH, Integer.parseInt(now[1]), where);
            assertEquals(old[2].isEmpty() ? "77" : "77," + old[2], now[2], where);
            assertEquals(old[3].replaceAll("^10\\.91\\.0\\.2$", "192.0.2.5"), now[3], where);
            assertEquals(old[4].replaceAll("^10\\.91\\.0\\.2$", "192.0.2.5"), now[4], where);
            if (!old[7].isEmpty())
            {
                packets++;
                assertEquals(old[5].isEmpty() ? "" : "33", now[5], where);
                assertEquals("50000", now[6], where);
                final boolean isKept = unchanged.contains((long)i + 1);
                assertEquals(
                    isKept ? old[7] : String.valueOf(Integer.parseInt(old[7]) + PSN_OFFSET & 0xFFFFFF), now[7], where);
                assertEquals(isKept ? Integer.decode(old[8]) : 0x8123, Integer.decode(now[8]), where);
            }
            assertEquals(old[9], now[9], "IPv4 checksum of " + where);
            assertEquals(old[10], now[10], "UDP checksum of " + where);
        }
        assertEquals(icrcs(file), icrcs(rewritten), file.toString());
        return packets;
    }

    /** Malformed ones keep everything, and CNPs, of which no recording has any, their PSN. */
    private static Set<Long> framesThatKeepTheirPacket(final Path file) throws IOException
    {
        final Set<Long> frames = new HashSet<>();
        for (final String line : CommandRun.of("decode", "--json", file.toString()).out().lines().toList())
        {
            final JsonNode packet = Json.parse(line.getBytes(StandardCharsets.UTF_8));
            if (packet.hasNonNull("error"))
            {
                frames.add(packet.path("frame").asLong());
            }
        }
        return frames;
    }

    private static List<String> icrcs(final Path file)
    {
        return CommandRun.of("decode", file.toString()).out().lines()
            .map(line -> line.substring(line.indexOf("icrc ")).replaceAll("0x[0-9a-f]+", ""))
            .toList();
    }

    private List<String> tshark(final Path file) throws IOException, InterruptedException
    {
        final List<String> command = new ArrayList<>(List.of(
            "tshark", "-r", file.toString(), "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
            "-T", "fields"));
        for (final String[] fields : List.of(CHANGED, KEPT))
        {
            for (final String field : fields)
            {
                command.addAll(List.of("-e", field));
            }
        }
        return run(command.toArray(String[]::new));
    }

    /** File type, interfaces with their options; what follows from the lengths of the frames is left out. */
    private List<String> capinfos(final Path file) throws IOException, InterruptedException
    {
        return run("capinfos", "-t", "-E", "-I", file.toString()).stream()
            .filter(line -> !line.startsWith("File name:") && !line.startsWith("Packet size limit:"))
            .toList();
    }

    private Path out()
    {
        return folder.resolve("rewritten");
    }

    private boolean isInstalled(final String program) throws InterruptedException
    {
        try
        {
            run(program, "--version");
            return true;
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    private List<String> run(final String... command) throws IOException, InterruptedException
    {
        final Path printed = folder.resolve("printed");
        final Process process = new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
        {
            process.destroyForcibly();
            throw new IllegalStateException(command[0] + " has not ended");
        }
        assertEquals(0, process.exitValue(), () -> String.join(" ", command) + " failed");
        return Files.readAllLines(printed, StandardCharsets.UTF_8);
    }
}
