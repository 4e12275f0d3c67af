package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;
import io.roce.wire.capture.LinkType;
import io.roce.wire.capture.PcapWriter;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets that there are already, in captures and in hex, and packets changed at random. */
@Timeout(180)
class SendGivenTest
{
    private static final Path CAPTURES = Path.of(System.getProperty("roce.root"), "captures");
    private static final int ICRC_DIGITS = 8;

    /** Ethernet, IPv4 or IPv6 without options, UDP. */
    private static final int UDP_PAYLOAD_V4 = 14 + 20 + 8;
    private static final int UDP_PAYLOAD_V6 = 14 + 40 + 8;

    /** BTH with FECN, BECN and reserved bits in its byte 4, which the ICRC does not cover. */
    private static final int UNCOVERED_BYTE = 4;

    @ParameterizedTest
    @MethodSource("recordings")
    void shouldSendThePacketOfAFrameByteForByte(final Path file) throws IOException
    {
        final Map<Integer, String> packets = packets(file);
        int compared = 0;
        for (final Map.Entry<Integer, String> packet : packets.entrySet())
        {
            if (compared++ % 5 == 0)
            {
                final String template = file + ":" + packet.getKey();
                assertEquals(packet.getValue(), hex("--template", template, "--icrc", "keep"), template);
                final String repaired = hex("--template", template);
                assertEquals(packet.getValue().length(), repaired.length(), template);
                assertEquals(withoutIcrc(packet.getValue()), withoutIcrc(repaired), template);
            }
        }
        assertTrue(compared > 0, file.toString());
    }

    @Test
    void shouldGiveTheTemplateAnIcrcThatTheNodeTakes() throws IOException
    {
        try (NicNode node = NicNode.open(new NicNodeConfig().bind(new InetSocketAddress("127.0.7.21", 0))))
        {
            final String[] args = {
                "send", "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()),
                "--from", "127.0.7.1", "--template", CAPTURES.resolve("write_bw_v4.pcap") + ":10", "--dest-qp", "0x77",
                "--expect", "QPN_UNALLOCATED"};
            assertEquals(0, CommandRun.of(args).status(), "right for the addresses here");

            args[args.length - 1] = "ICRC_MISMATCH";
            final CommandRun kept =
                CommandRun.of(Stream.concat(Arrays.stream(args), Stream.of("--icrc", "keep")).toArray(String[]::new));
            assertEquals(0, kept.status(), kept.out() + kept.err());
        }
    }

    @Test
    void shouldPutFieldsInPlaceOfTheTemplates() throws IOException
    {
        final String file = CAPTURES.resolve("write_bw_v4.pcap").toString();
        final Map<Integer, String> packets = packets(Path.of(file));
        final Map.Entry<Integer, String> write = packets.entrySet().stream()
            .filter(packet -> packet.getValue().startsWith("06"))
            .findFirst()
            .orElseThrow();
        final String template = file + ":" + write.getKey();
        final String recorded = write.getValue();

        assertEquals(
            recorded.substring(0, 10) + "abcdef" + recorded.substring(16, 18) + "123456" +
                recorded.substring(24, 40) + "89abcdef" + withoutIcrc(recorded).substring(48),
            withoutIcrc(hex(
                "--template", template, "--dest-qp", "0xabcdef", "--psn", "0x123456", "--r-key", "0x89abcdef")),
            "RDMA WRITE FIRST: BTH, address, key");
        assertEquals(
            "07" + recorded.substring(2, 24) + withoutIcrc(recorded).substring(24 + 32),
            withoutIcrc(hex("--template", template, "--opcode", "RC_RDMA_WRITE_MIDDLE")),
            "the RETH has gone, the payload stays");
        assertEquals(
            recorded.substring(0, 2) + "30" + recorded.substring(4, 56) + "01" + "000000",
            withoutIcrc(hex("--template", template, "--payload", "01", "--mig-req", "0")));
    }

    @Test
    void shouldReadWhatItPrints() throws IOException
    {
        final CommandRun printed = dry(
            "--opcode", "all", "--dest-qp", "0x10..0x12", "--psn", "0xfffffe", "--payload-text", "hello", "--icrc",
            "bad");
        final CommandRun read = dryFrom(printed.out(), "--hex", "-", "--icrc", "keep");

        assertEquals(0, read.status(), read.err());
        assertEquals(lines(printed), lines(read));
        assertTrue(lines(printed).size() > 200, "3 of each opcode");
    }

    @ParameterizedTest
    @CsvSource({
        "0400ffff0000001200000001, --append-icrc, 0400ffff0000001200000001",
        "0x0400FFFF 00000012 00000001 deadbeef, --icrc=good, 0400ffff0000001200000001",
        "04:00:ff, --icrc=good, ''",
    })
    void shouldPutAnIcrcBehindHexOrInIt(final String hex, final String option, final String packet) throws IOException
    {
        final String made = hex("--hex", hex, option);
        if (packet.isEmpty())
        {
            assertEquals("0400ff", made, "too short for an ICRC");
            return;
        }
        assertEquals(packet, withoutIcrc(made));
        assertEquals(
            hex("--opcode", "4", "--dest-qp", "0x12", "--psn", "1"), made, "the same as from its fields");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "'' | no line of hex",
        "'# nothing' | no line of hex",
        "'04\n\nzz' | line 3: 'zz' is not an even number of hex digits",
    })
    void shouldNameTheLineThatIsNoHex(final String input, final String why) throws IOException
    {
        final CommandRun run = dryFrom(input, "--hex", "-");

        assertEquals(2, run.status(), run.out() + run.err());
        assertTrue(run.err().contains("--hex") && run.err().contains(why), run.err());
    }

    /** The second would be read until no memory is left. */
    @Test
    void shouldBoundWhatItReadsAndShowsOfALine() throws IOException
    {
        final CommandRun odd = dryFrom("04\n" + "0".repeat(100_001), "--hex", "-");
        assertEquals(2, odd.status());
        assertTrue(odd.err().contains("line 2: '" + "0".repeat(40) + "...' is not an even number"), odd.err());

        final CommandRun endless = dryFrom("00".repeat(1 << 20), "--hex", "-");
        assertEquals(2, endless.status());
        assertTrue(endless.err().contains("line 1: longer than 1048576 characters"), endless.err());
    }

    @Test
    void shouldSayThatATemplateHasNoPacket(@TempDir final Path folder) throws IOException
    {
        final Path empty = folder.resolve("empty.pcap");
        PcapWriter.create(empty, LinkType.ETHERNET).close();

        final CommandRun run = dry("--template", empty + ":1");

        assertEquals(2, run.status());
        assertTrue(run.err().contains(empty + ":1: no frame holds a RoCEv2 packet"), run.err());
    }

    @Test
    void shouldRefuseTemplatesThatAreNotThere() throws IOException
    {
        final String file = CAPTURES.resolve("rping_v4.pcap").toString();

        assertEquals(2, dry("--template", file + ":42").status(), "it has 41");
        assertEquals(1, dry("--template", file + "x:1").status(), "no such file, as for decode");
        assertEquals(2, dry("--template", file + ":1", "--hex", "04").status());
        assertEquals(2, dry("--hex", "04", "--opcode", "5").status(), "malformed");
        assertEquals(2, dry("--append-icrc", "--opcode", "4", "--dest-qp", "2", "--psn", "0").status());
    }

    @Test
    void shouldMutateTheSameWayWithTheSameSeed() throws IOException
    {
        final List<String> first = mutated("--seed", "5");

        assertEquals(first, mutated("--seed", "5"));
        assertNotEquals(first, mutated("--seed", "6"));
        assertEquals(200, first.size());
        assertTrue(first.stream().distinct().count() > 100, "they are not all the same");
    }

    @Test
    void shouldSayTheSeedThatItChose() throws IOException
    {
        final JsonNode json = dry("--opcode", "4", "--dest-qp", "2", "--psn", "0", "--mutate", "20", "--json").json();

        final JsonNode again = dry(
            "--opcode", "4", "--dest-qp", "2", "--psn", "0", "--mutate", "20", "--json", "--seed",
            json.path("seed").asText()).json();

        assertEquals(json.path("packets"), again.path("packets"));
    }

    @Test
    void shouldFlipOneBitAndLeaveTheIcrcWhenToldSo() throws IOException
    {
        final byte[] original = HexFormat.of().parseHex(hex(ORIGINAL));

        for (final String hex : mutated("--mutate-what", "bit", "--icrc", "keep", "--seed", "1"))
        {
            final byte[] packet = HexFormat.of().parseHex(hex);
            int bits = 0;
            for (int i = 0; i < original.length; i++)
            {
                bits += Integer.bitCount((packet[i] ^ original[i]) & 0xFF);
            }
            assertEquals(1, bits, hex);
            assertArrayEquals(
                Arrays.copyOfRange(original, original.length - 4, original.length),
                Arrays.copyOfRange(packet, packet.length - 4, packet.length));
        }
    }

    @Test
    void shouldRepairTheIcrcOfWhatIsMutatedOrNot() throws IOException
    {
        try (NicNode node = NicNode.open(new NicNodeConfig().bind(new InetSocketAddress("127.0.7.22", 0))))
        {
            final String[] send = {
                "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()), "--from",
                "127.0.7.1:5000", "--json", "--mutate", "300", "--seed", "9", "--mutate-what", "bit"};
            final JsonNode repaired = CommandRun.of(concat("send", ORIGINAL, send)).json();
            final JsonNode kept = CommandRun.of(concat("send", concat(null, ORIGINAL, send), "--icrc", "keep")).json();
            final JsonNode bytes = CommandRun.of(concat("send", concat(null, ORIGINAL, send), "--dry-run")).json();

            assertEquals(300, repaired.path("sent").asInt());
            assertEquals(0, repaired.at("/ledger_difference/fates/ICRC_MISMATCH").asInt());
            // Transport version and opcode are looked at before the ICRC, and byte 4 is not covered.
            final byte[] original = HexFormat.of().parseHex(hex(concat(null, ORIGINAL, "--from", "127.0.7.1:5000")));
            int wrong = 0;
            for (final JsonNode hex : bytes.path("packets"))
            {
                final byte[] packet = HexFormat.of().parseHex(hex.asText());
                final boolean isLookedAtBefore = packet[0] != original[0] || (packet[1] & 0x3F) != (original[1] & 0x3F);
                wrong += isLookedAtBefore || packet[UNCOVERED_BYTE] != original[UNCOVERED_BYTE] ? 0 : 1;
            }
            final int icrcMismatches = kept.at("/ledger_difference/fates/ICRC_MISMATCH").asInt();
            assertTrue(icrcMismatches >= wrong && wrong > 200, icrcMismatches + " of at least " + wrong);
        }
    }

    private static final String[] ORIGINAL = {
        "--opcode", "RC_RDMA_WRITE_ONLY", "--dest-qp", "0x55", "--psn", "0x123", "--virtual-address", "0x1000",
        "--r-key", "0x100", "--dma-length", "4", "--payload-text", "abcd"};

    private static List<String> mutated(final String... more) throws IOException
    {
        final CommandRun run = dry(concat(null, ORIGINAL, concat("--mutate", new String[]{"200"}, more)));
        assertEquals(0, run.status(), run.err());
        return lines(run);
    }

    static Stream<Path> recordings() throws IOException
    {
        return Files.list(CAPTURES).filter(file -> file.toString().endsWith(".pcap")).sorted();
    }

    /** The UDP payloads to port 4791 of a file, by number of frame. */
    private static Map<Integer, String> packets(final Path file) throws IOException
    {
        final ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        final Map<Integer, String> packets = new TreeMap<>();
        in.position(24);
        for (int frame = 1; in.hasRemaining(); frame++)
        {
            final int length = in.getInt(in.position() + 8);
            final int start = in.position() + 16;
            final boolean isIpv6 = (in.get(start + 14) & 0xF0) == 0x60;
            final int payload = isIpv6 ? UDP_PAYLOAD_V6 : UDP_PAYLOAD_V4;
            final int port = Short.toUnsignedInt(Short.reverseBytes(in.getShort(start + payload - 6)));
            final int udpLength = Short.toUnsignedInt(Short.reverseBytes(in.getShort(start + payload - 4)));
            assertEquals(4791, port, file + ":" + frame);
            packets.put(frame, HexFormat.of().formatHex(
                in.array(), start + payload, start + payload + udpLength - 8));
            in.position(start + length);
        }
        return packets;
    }

    private static String hex(final String... args) throws IOException
    {
        final CommandRun run = dry(concat(null, args, "--json"));
        assertEquals(0, run.status(), run.err());
        return run.json().path("hex").asText();
    }

    private static CommandRun dry(final String... args) throws IOException
    {
        final List<String> all = new ArrayList<>(List.of("send", "--to", "127.0.7.23", "--dry-run"));
        if (!Arrays.asList(args).contains("--from"))
        {
            all.addAll(List.of("--from", "127.0.7.1:4791"));
        }
        all.addAll(Arrays.asList(args));
        return CommandRun.of(all.toArray(String[]::new));
    }

    /** With standard input. */
    private static CommandRun dryFrom(final String input, final String... args)
        throws IOException
    {
        final InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try
        {
            return dry(args);
        }
        finally
        {
            System.setIn(before);
        }
    }

    private static List<String> lines(final CommandRun run)
    {
        return run.out().lines().filter(line -> !line.startsWith("#")).toList();
    }

    private static String withoutIcrc(final String hex)
    {
        return hex.substring(0, hex.length() - ICRC_DIGITS);
    }

    private static String[] concat(final String first, final String[] args, final String... more)
    {
        final List<String> all = new ArrayList<>();
        if (first != null)
        {
            all.add(first);
        }
        all.addAll(Arrays.asList(args));
        all.addAll(Arrays.asList(more));
        return all.toArray(String[]::new);
    }
}
