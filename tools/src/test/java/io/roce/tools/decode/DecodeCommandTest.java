package io.roce.tools.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.tools.cli.Json;
import io.roce.wire.capture.FrameBytes;
import io.roce.wire.capture.LinkType;
import io.roce.wire.capture.PcapBytes;
import io.roce.wire.capture.PcapngWriter;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values are those that tshark 4.0 prints of the recordings. */
class DecodeCommandTest
{
    private static final Path CAPTURES = Path.of(System.getProperty("roce.root"), "captures");
    private static final String RPING = CAPTURES.resolve("rping_v4.pcap").toString();
    private static final String PROBE = CAPTURES.resolve("probe_v4.pcap").toString();

    /** Where the record of frame 6 begins, by the lengths in the records before it. */
    private static final int SIXTH_FRAME = 1_206;

    @Test
    void shouldPrintOneLineAPacket()
    {
        final CommandRun run = CommandRun.of("decode", RPING);

        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        final List<String> lines = run.out().lines().toList();
        assertEquals(41, lines.size());
        assertTrue(
            lines.get(5).startsWith("     6 0.054917  10.91.0.3 > 10.91.0.2  60353  RC_RDMA_READ_REQUEST "),
            lines.get(5));
        assertTrue(lines.get(5).contains("dest_qp=0x00001c"), lines.get(5));
        assertTrue(lines.get(5).contains("psn=0xc21d3a"), lines.get(5));
        assertTrue(lines.get(5).contains("dma_length=100"), lines.get(5));
        assertTrue(lines.get(5).endsWith("icrc good"), lines.get(5));
    }

    /** The second half is written when the first has been read: who waits for the end of the input waits for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    @Timeout(60)
    void shouldPrintWhatAPipeHasBeforeItWaitsForMore(final String option, @TempDir final Path folder)
        throws IOException, InterruptedException
    {
        final byte[] capture = Files.readAllBytes(Path.of(RPING));
        final String[] args = Stream.of("decode", option, "-").filter(arg -> !arg.isEmpty()).toArray(String[]::new);
        try (RoceProcess decode = new RoceProcess(folder, args))
        {
            final OutputStream pipe = decode.process().getOutputStream();
            // The fifth packet is whole, the sixth is not.
            pipe.write(capture, 0, SIXTH_FRAME + 20);
            pipe.flush();
            for (int i = 1; i <= 5; i++)
            {
                decode.awaitLine(option.isEmpty() ? "     " + i + " " : "{\"frame\":" + i + ",");
            }

            pipe.write(capture, SIXTH_FRAME + 20, capture.length - SIXTH_FRAME - 20);
            pipe.close();
            assertEquals(36, decode.rest().size());
            assertEquals(0, decode.awaitExit());
        }
    }

    @Test
    void shouldPrintOneObjectALine() throws IOException
    {
        final CommandRun run = CommandRun.of("decode", "--json", RPING);

        assertEquals(41, run.out().lines().count());
        assertTrue(run.out().endsWith("}\n"));
        final JsonNode packet = Json.parse(run.out().lines().toList().get(4).getBytes(StandardCharsets.UTF_8));
        assertEquals(
            "[frame, time, src, dst, udp_src_port, vlan, opcode, opcode_value, solicited_event, mig_req, pad_count, " +
                "tver, p_key, fecn, becn, reserved, dest_qp, ack_req, reserved7, psn, aeth, payload_length, payload, " +
                "icrc, icrc_expected, icrc_status]",
            names(packet).toString());
        assertEquals("RC_ACKNOWLEDGE", packet.path("opcode").asText());
        assertEquals(17, packet.path("opcode_value").asInt());
        assertEquals(28, packet.path("dest_qp").asInt());
        assertEquals(784254, packet.path("psn").asInt());
        assertEquals(65535, packet.path("p_key").asInt());
        assertEquals(
            "{\"syndrome\":31,\"syndrome_name\":\"ACK, no credit limit\",\"msn\":1}", packet.path("aeth").toString());
        assertEquals("GOOD", packet.path("icrc_status").asText());
        assertEquals(packet.path("icrc").asLong(), packet.path("icrc_expected").asLong());
    }

    @Test
    void shouldMarkWrongIcrcsAndMalformedPackets() throws IOException
    {
        final List<String> lines = CommandRun.of("decode", "--json", PROBE).out().lines().toList();
        for (final int frame : new int[]{13, 17})
        {
            final JsonNode packet = Json.parse(lines.get(frame - 1).getBytes(StandardCharsets.UTF_8));
            assertEquals("BAD", packet.path("icrc_status").asText(), "frame " + frame);
            assertFalse(packet.has("error"), "frame " + frame);
        }
        final JsonNode reserved = Json.parse(lines.get(53).getBytes(StandardCharsets.UTF_8));
        assertEquals("UNKNOWN_OPCODE", reserved.path("error").asText());
        assertTrue(reserved.path("opcode").isNull());
        assertEquals(0x15, reserved.path("opcode_value").asInt());
        assertTrue(reserved.path("payload_length").isNull());
        assertEquals("UNSUPPORTED_TVER",
            Json.parse(lines.get(21).getBytes(StandardCharsets.UTF_8)).path("error").asText());
    }

    @Test
    void shouldPrintEveryFieldWhenVerbose()
    {
        final String first = CommandRun.of("decode", "-V", RPING).out();

        for (final String label : List.of("identification 0x", "ttl ", "p_key ", "q_key ", "src_qp ", "icrc_status "))
        {
            assertTrue(first.contains(label), label);
        }
    }

    @Test
    void shouldShowThePayload(@TempDir final Path folder) throws IOException
    {
        final Path file = folder.resolve("made.pcap");
        try (PcapBytes writer = new PcapBytes(file))
        {
            writer.frame(0, FrameBytes.ipv4().wrap(
                FrameBytes.hex("0410ffff0000001180000001" + "010203" + "00" + "00000000")));
            writer.frame(0, FrameBytes.ipv4().wrap(
                FrameBytes.hex("0400ffff0000001180000001" + "ab".repeat(68) + "00000000")));
        }

        final List<String> json = CommandRun.of("decode", "--json", file.toString()).out().lines().toList();
        assertEquals("010203", Json.parse(json.get(0).getBytes(StandardCharsets.UTF_8)).path("payload").asText());
        assertEquals(
            "ab".repeat(68), Json.parse(json.get(1).getBytes(StandardCharsets.UTF_8)).path("payload").asText());

        final String text = CommandRun.of("decode", "-V", file.toString()).out();
        assertTrue(text.contains("    payload\n      0000  01 02 03\n"), text);
        assertTrue(text.contains("      0030  ab" + " ab".repeat(15) + "\n      ... 4 more\n"), text);
        final String help = CommandRun.of("decode", "--help").out();
        assertTrue(help.contains("one object a line (JSON lines)"), help);
    }

    /** Whoever wrote the capture wrote its comments: no character of them that a terminal obeys is printed. */
    @Test
    void shouldShowWhatTheFileSaysAboutAFrame(@TempDir final Path folder) throws IOException
    {
        final String comment = "seen\u001b[2J at\nhome\\ \u009b \u202e \u00e9";
        final Path file = folder.resolve("made.pcapng");
        final byte[] frame = FrameBytes.ipv4().wrap(
            FrameBytes.hex("0440ffff0000001180000001" + "01020304" + "00000000"));
        try (PcapngWriter writer = PcapngWriter.create(file, "test"))
        {
            writer.networkInterface(LinkType.ETHERNET.code(), "x", 65_535);
            writer.comment(comment).frame(0, new UnsafeBuffer(frame), 0, frame.length, frame.length);
            writer.frame(0, new UnsafeBuffer(frame), 0, frame.length, frame.length);
        }

        final String shown = "seen\\u001b[2J at\\nhome\\\\ \\u009b \\u202e \\u00e9";
        final List<String> lines = CommandRun.of("decode", file.toString()).out().lines().toList();
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).endsWith(" # " + shown), lines.get(0));
        assertFalse(lines.get(1).contains("#"), lines.get(1));
        final String verbose = CommandRun.of("decode", "-V", file.toString()).out();
        assertEquals(1, verbose.lines().filter(line -> line.equals("    comment           " + shown)).count(), verbose);
        final String json = CommandRun.of("decode", "--json", file.toString()).out();
        assertTrue(json.chars().allMatch(c -> c == '\n' || c >= ' ' && c < 0x7F), json);
        final JsonNode first = Json.parse(json.lines().findFirst().orElseThrow().getBytes(StandardCharsets.UTF_8));
        assertEquals(comment, first.path("comment").asText());
        assertFalse(json.lines().toList().get(1).contains("comment"));
    }

    @Test
    void shouldSayWhyAnIcrcHasNoVerdict(@TempDir final Path folder) throws IOException
    {
        final byte[] packet = FrameBytes.hex("0440ffff0000001180000001" + "01020304" + "00000000");
        final Path file = folder.resolve("made.pcap");
        try (PcapBytes writer = new PcapBytes(file))
        {
            writer.frame(0, FrameBytes.ipv4().extensions("01010101").wrap(packet));
            writer.frame(0, FrameBytes.ipv4().wrap(packet));
        }

        final String json = CommandRun.of("decode", "--json", file.toString()).out();
        final JsonNode first = Json.parse(json.lines().findFirst().orElseThrow().getBytes(StandardCharsets.UTF_8));
        assertEquals("NOT_AVAILABLE", first.path("icrc_status").asText());
        assertEquals("IPV4_OPTIONS", first.path("icrc_reason").asText());
        assertEquals(1, json.split("icrc_reason", -1).length - 1, "where there is a verdict it needs no reason");

        assertTrue(CommandRun.of("decode", file.toString()).out()
            .contains("icrc not available: not defined with IPv4 options\n"));
        assertTrue(CommandRun.of("decode", "-V", file.toString()).out()
            .contains("icrc_status       NOT_AVAILABLE: not defined with IPv4 options\n"));
    }

    @Test
    void shouldPrintWhatComesBeforeTheEndOfATruncatedFile(@TempDir final Path folder) throws IOException
    {
        final byte[] file = Files.readAllBytes(Path.of(RPING));
        final Path truncated = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(file, file.length - 1));

        final CommandRun run = CommandRun.of("decode", truncated.toString());

        assertEquals(1, run.status());
        assertEquals(40, run.out().lines().count());
        assertEquals(1, run.err().lines().count());
        assertTrue(run.err().contains("cut.pcap"), run.err());
    }

    @Test
    void shouldGoOnWithTheNextFile(@TempDir final Path folder) throws IOException
    {
        final Path text = Files.writeString(folder.resolve("text"), "no capture at all, whatever it is called");

        final CommandRun run = CommandRun.of(
            "decode", text.toString(), folder.resolve("missing").toString(), folder.toString(), RPING);

        assertEquals(1, run.status());
        assertEquals(3, run.err().lines().count(), run.err());
        assertEquals(42, run.out().lines().count());
        assertTrue(run.err().contains("no such file"), run.err());
        assertTrue(run.err().contains("is a directory"), run.err());
    }

    private static List<String> names(final JsonNode object)
    {
        final List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
