package io.roce.tools.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.tools.cli.Json;
import io.roce.wire.Skip;
import io.roce.wire.Tshark;
import io.roce.wire.capture.FrameBytes;
import io.roce.wire.capture.RawFrames;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SniffCommandTest
{
    private static final String SOURCE = "127.0.9.41";
    private static final String HERE = "127.0.9.42";
    private static final String UNHELD = "127.0.9.43";
    private static final String FILTER = "udp dst port 4791 and dst host " + HERE;
    private static final byte[] PACKET = FrameBytes.hex("0400ffff00000011000000010102030400000000");

    @TempDir
    private Path folder;

    @BeforeEach
    void requireLivePackets()
    {
        RawFrames.require();
    }

    @Test
    void shouldJudgeEachPacketAndWriteThemAll() throws Exception
    {
        Tshark.require();
        final Path file = folder.resolve("sniffed.pcapng");
        final byte[] right =
            RawFrames.between(SOURCE, HERE, FrameBytes.ipv4().identification(0x1234).ipPacket(PACKET));
        final byte[] readdressed = right.clone();
        ByteBuffer.wrap(readdressed).putShort(4, (short)0x1235).putShort(10, (short)0);
        final byte[] wrong = rightChecksum(readdressed);
        final byte[] damaged = FrameBytes.withChecksums(right);
        damaged[damaged.length - 5] ^= 1;

        final List<JsonNode> lines;
        try (
            RoceProcess sniff = new RoceProcess(folder, "sniff", "lo", "--address", HERE, "--filter", FILTER,
                "--count", "7", "--write", file.toString(), "--json");
            RawFrames raw = RawFrames.open())
        {
            sniff.awaitErr("ready interface=lo link_type=ETHERNET held=" + HERE + ":4791");
            send("good");
            send("bad");
            raw.send(right);
            raw.send(wrong);
            raw.send(damaged);
            lines = json(sniff.rest());
            assertEquals(0, sniff.awaitExit(), sniff.err());
        }

        final List<JsonNode> packets = lines.stream().filter(line -> line.has("dest_qp")).toList();
        assertEquals("GOOD GOOD BAD BAD GOOD BAD BAD", texts(packets, "icrc_status"));
        assertEquals(
            "DELIVERED DELIVERED DELIVERED DELIVERED DELIVERED DELIVERED UDP_CHECKSUM", texts(packets, "kernel"));
        final JsonNode summary = lines.get(lines.size() - 1).get("summary");
        assertEquals(7, summary.get("packets").intValue());
        assertEquals("{\"GOOD\":3,\"BAD\":4}", summary.get("icrc_status").toString());

        final List<String[]> seen = Tshark.fields(file, "ip.id", "ip.dst", "infiniband.bth.psn");
        assertEquals(7, seen.size());
        assertEquals("0x1234 " + HERE + " 1", String.join(" ", seen.get(4)));
        assertEquals("0x1235", seen.get(5)[0]);
        assertEquals(
            texts(packets, "icrc_status"),
            texts(json(CommandRun.of("decode", "--json", file.toString()).out().lines().toList()), "icrc_status"));
    }

    @Test
    void shouldPrintPacketsFindingsAndASummaryUntilItIsToldToEnd() throws Exception
    {
        try (RoceProcess sniff =
            new RoceProcess(folder, "sniff", "lo", "--no-bind", "--address", HERE, "--filter", FILTER))
        {
            sniff.awaitErr("ready interface=lo link_type=ETHERNET held=\n");
            send("good");
            send("bad");
            final String packet = sniff.awaitLine("     1 0.000000  " + SOURCE + " > " + HERE);
            assertTrue(packet.endsWith("RC_SEND_ONLY dest_qp=0x000011 psn=0x000005 payload=4 icrc good"), packet);
            sniff.awaitLine("     4 ");
            sniff.signal("INT");

            final List<String> rest = sniff.rest();
            assertEquals(0, sniff.awaitExit(), sniff.err());
            assertTrue(
                rest.stream().anyMatch(line -> line.startsWith("lo: 4 frames, 4 RoCEv2 packets: 2 errors")),
                rest::toString);
            assertTrue(rest.contains("ICRC: GOOD 2, BAD 2"), rest::toString);
            assertTrue(rest.contains("kernel: DELIVERED 4"), rest::toString);
        }
    }

    /** What is not held is answered, so that the silence says something. */
    @Test
    void shouldKeepTheKernelFromAnswering() throws Exception
    {
        assertThrows(PortUnreachableException.class, () -> probe(UNHELD));
        try (RoceProcess sniff = new RoceProcess(folder, "sniff", "lo", "--address", HERE, "--quiet"))
        {
            sniff.awaitErr("held=" + HERE + ":4791");
            assertThrows(SocketTimeoutException.class, () -> probe(HERE));
        }
    }

    @Test
    void shouldSayThatThePortIsTakenAndGoOn() throws IOException
    {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(HERE, 4791)))
        {
            assertTrue(socket.isBound());
            final CommandRun run =
                CommandRun.of("sniff", "lo", "--address", HERE, "--filter", FILTER, "--seconds", "1");

            assertEquals(0, run.status(), run.err());
            assertTrue(run.err().startsWith("notice: " + HERE + ":4791 is in use: "), run.err());
            assertTrue(run.err().endsWith("ready interface=lo link_type=ETHERNET held=\n"), run.err());
        }
    }

    @Test
    void shouldRefuseInterfacesThatAreNoneAndFiltersThatAreNone()
    {
        final CommandRun noInterface = CommandRun.of("sniff", "nowhere0");
        assertEquals(1, noInterface.status());
        assertTrue(
            noInterface.err().startsWith("roce: there is no interface nowhere0; there are "), noInterface.err());

        final CommandRun noName = CommandRun.of("sniff", "");
        assertEquals(1, noName.status());
        assertTrue(noName.err().startsWith("roce: there is no interface without a name; there are "), noName.err());

        final CommandRun noFilter = CommandRun.of("sniff", "lo", "--filter", "udp prt 1");
        assertEquals(2, noFilter.status());
        assertTrue(noFilter.err().startsWith("roce: --filter: 'udp prt 1' is no filter for lo: "), noFilter.err());
        assertEquals("", noInterface.out() + noFilter.out());
    }

    @Test
    void shouldSayThatLibpcapIsMissing() throws Exception
    {
        final List<String> noLibrary = List.of("-Dorg.pcap4j.core.pcapLibName=/nonexistent/libpcap.so");
        for (final String[] command : List.of(
            new String[]{"sniff", "lo"}, new String[]{"node", "--bind", HERE, "--ingress", "lo"}))
        {
            try (RoceProcess process = new RoceProcess(folder, noLibrary, command))
            {
                assertEquals(List.of(), process.rest());
                assertEquals(1, process.awaitExit());
                assertEquals(
                    "nothing can be captured without libpcap, which cannot be loaded: " +
                        "Unable to load library '/nonexistent/libpcap.so'",
                    process.err().trim().replaceFirst("^roce: (the node cannot start: )?", ""));
            }
        }
    }

    /** Root without the capability is as anybody else. */
    @Test
    void shouldSayWhatItTakesToCapture() throws Exception
    {
        final List<String> runner = List.of("setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw");
        Skip.unless(Files.exists(Path.of("/usr/bin/setpriv")), "there is no setpriv");
        for (final String[] command : List.of(
            new String[]{"sniff", "lo"}, new String[]{"node", "--bind", HERE, "--ingress", "lo"}))
        {
            try (RoceProcess process = new RoceProcess(runner, folder, List.of(), command))
            {
                assertEquals(List.of(), process.rest());
                assertEquals(1, process.awaitExit());
                assertEquals(
                    "lo may not be captured from by this user: it takes root, or the capability CAP_NET_RAW",
                    process.err().trim().replaceFirst("^roce: (the node cannot start: )?", ""));
            }
        }
    }

    /** A signal that ends it does not hide that the file is not whole. */
    @Test
    void shouldFailWhenTheFileCannotBeEnded() throws Exception
    {
        final Path pipe = folder.resolve("pipe");
        Skip.unless(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there is no mkfifo");
        try (RoceProcess sniff = new RoceProcess(folder, "sniff", "lo", "--address", HERE, "--filter", FILTER,
            "--write", pipe.toString()))
        {
            try (InputStream reader = Files.newInputStream(pipe))
            {
                sniff.awaitErr("ready interface=lo");
                assertEquals(0x0A, reader.read(), "the first byte of a pcapng file");
            }
            sniff.signal("INT");

            assertEquals(1, sniff.awaitExit());
            assertTrue(sniff.err().endsWith("roce: " + pipe + ": Broken pipe\n"), sniff.err());
        }
    }

    @Test
    void shouldNameTheFileThatCannotBeWritten()
    {
        Skip.unless(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
        final CommandRun run = CommandRun.of("sniff", "lo", "--no-bind", "--seconds", "1", "--write", "/dev/full");
        assertEquals("1 roce: /dev/full: No space left on device", run.status() + " " + run.err().trim());
    }

    /** All that this machine has is here where libpcap shows all of its interfaces. */
    @Test
    void shouldJudgeWhatComesByAnyInterface() throws Exception
    {
        try (RoceProcess sniff = new RoceProcess(folder, "sniff", "any", "--no-bind", "--filter", FILTER))
        {
            sniff.awaitErr("ready interface=any link_type=LINUX_SLL held=\n");
            send("good");
            sniff.awaitLine("     2 ");
            sniff.signal("INT");

            final List<String> rest = sniff.rest();
            assertEquals(0, sniff.awaitExit(), sniff.err());
            assertTrue(rest.contains("kernel: DELIVERED 2"), rest::toString);
        }
    }

    private static void send(final String icrc)
    {
        final CommandRun run = CommandRun.of("send", "--from", SOURCE, "--to", HERE, "--node", "none", "--opcode",
            "RC_SEND_ONLY", "--dest-qp", "0x11", "--psn", "5", "--payload-size", "4", "--count", "2", "--icrc", icrc);
        assertEquals(0, run.status(), run.err());
    }

    /** Sends something to the port and waits for what comes back. */
    private static void probe(final String host) throws IOException
    {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(SOURCE, 0)))
        {
            socket.connect(InetAddress.getByName(host), 4791);
            socket.setSoTimeout(500);
            socket.send(new DatagramPacket(PACKET, PACKET.length));
            socket.receive(new DatagramPacket(new byte[64], 64));
        }
    }

    /** The header checksum alone. */
    private static byte[] rightChecksum(final byte[] ipPacket)
    {
        final byte[] right = FrameBytes.withChecksums(ipPacket);
        ByteBuffer.wrap(right).putShort(26, (short)0);
        return right;
    }

    private static String texts(final List<JsonNode> objects, final String field)
    {
        return objects.stream().map(object -> object.get(field).textValue()).collect(Collectors.joining(" "));
    }

    private static List<JsonNode> json(final List<String> lines) throws IOException
    {
        final List<JsonNode> objects = new ArrayList<>();
        for (final String line : lines)
        {
            objects.add(Json.parse(line.getBytes(StandardCharsets.UTF_8)));
        }
        return objects;
    }
}
