package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges, lists and steps are the packets that arithmetic says, and the fates are told by their values. */
@Timeout(120)
class SendSweepTest
{
    private static final String[] FROM = {"send", "--from", "127.0.7.1", "--node", "none"};

    @TempDir
    private Path folder;

    @Test
    void shouldSendEachValueWithEachOther() throws IOException
    {
        final List<String> expected = new ArrayList<>();
        for (final int opcode : new int[]{0x04, 0x64})
        {
            for (final int qpn : new int[]{0x10, 0x11, 0x12, 0x20})
            {
                for (int psn = 0; psn <= 0xFFFFFF; psn += 4096 * 1024)
                {
                    expected.add("%02x %06x %06x".formatted(opcode, qpn, psn));
                    expected.add("%02x %06x %06x".formatted(opcode, qpn, psn + 3));
                }
            }
        }

        try (ReceivedPackets received = new ReceivedPackets("127.0.7.11"))
        {
            final CommandRun run = run(
                "--to", received.address(), "--opcode", "RC_SEND_ONLY,UD_SEND_ONLY", "--dest-qp", "0x10..0x12,0x20",
                "--psn", "0..0xffffff step 4194304", "--count", "2", "--psn-step", "3");

            assertEquals(0, run.status(), run.err());
            assertTrue(run.out().startsWith("sending 64 packets: 2 opcode x 4 dest_qp x 4 psn x 2 of each"), run.out());
            assertEquals(expected, received.take(64).stream()
                .map(packet -> "%02x %06x %06x".formatted(packet[0], int24(packet, 5), int24(packet, 9)))
                .toList());
        }
    }

    @Test
    void shouldSendWhatTsharkReadsAsTheRanges() throws IOException, InterruptedException
    {
        assumeTrue(isTsharkInstalled(), "tshark is not installed");
        final Path file = folder.resolve("sweep.pcap");
        try (ReceivedPackets received = new ReceivedPackets("127.0.7.12"))
        {
            final CommandRun run = run(
                "--to", received.address(), "--opcode", "RC_RDMA_WRITE_ONLY", "--dest-qp", "0x10..0xff", "--psn",
                "0xfffff0..0xffffff:5", "--r-key", "0x100,0x200");
            assertEquals(0, run.status(), run.err());
            ReceivedPackets.record(received.take(240 * 4 * 2), file);
        }

        final List<String> expected = new ArrayList<>();
        for (int qpn = 0x10; qpn <= 0xFF; qpn++)
        {
            for (int psn = 0xFFFFF0; psn <= 0xFFFFFF; psn += 5)
            {
                expected.add("10\t0x%06x\t%d\t0x00000100".formatted(qpn, psn));
                expected.add("10\t0x%06x\t%d\t0x00000200".formatted(qpn, psn));
            }
        }
        final Process tshark = new ProcessBuilder(
            "tshark", "-r", file.toString(), "-T", "fields", "-e", "infiniband.bth.opcode", "-e",
            "infiniband.bth.destqp", "-e", "infiniband.bth.psn", "-e", "infiniband.reth.r_key")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
        final List<String> read =
            new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        assertEquals(0, tshark.waitFor());
        assertEquals(expected, read);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "5 | 000005",
        "0x10..0x12 | 000010 000011 000012",
        "0..10 step 4 | 000000 000004 000008",
        "0..10:4 | 000000 000004 000008",
        "0 .. 10 : 4 | 000000 000004 000008",
        "7,3..4,7 | 000007 000003 000004 000007",
        "0xffffff..0xffffff | ffffff",
        "0..0xffffff:0xffffff | 000000 ffffff",
        "0..0xffffff step 8388608 | 000000 800000",
    })
    void shouldReadRanges(final String psns, final String expected) throws IOException
    {
        final CommandRun run = run(
            "--to", "127.0.7.13", "--opcode", "4", "--dest-qp", "2", "--psn", psns, "--dry-run", "--json");

        assertEquals(0, run.status(), run.err());
        final List<String> sent = new ArrayList<>();
        run.json().path("packets").forEach(hex -> sent.add(hex.asText().substring(18, 24)));
        assertEquals(List.of(expected.split(" ")), sent);
    }

    @Test
    void shouldTakeEveryOpcodeAndEveryNumber() throws IOException
    {
        final JsonNode all = run(
            "--to", "127.0.7.13", "--opcode", "all", "--dest-qp", "2", "--psn", "0", "--dry-run", "--json").json();
        final int known = CommandRun.of("opcodes", "--json").json().path("opcodes").size();
        final JsonNode numbers = run(
            "--to", "127.0.7.13", "--opcode", "0..0xff", "--dest-qp", "2", "--psn", "0", "--dry-run", "--json").json();

        assertEquals(known, all.path("packets").size());
        assertEquals(256, numbers.path("packets").size());
        for (int i = 0; i < 256; i++)
        {
            assertEquals("%02x".formatted(i), numbers.path("packets").get(i).asText().substring(0, 2));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--psn | 9..3 | goes down",
        "--psn | 0..0x1000000 | 0x0 to 0xffffff, 24 bits",
        "--psn | 0..5 step 0 | 0x1 to 0xffffff, 24 bits",
        "--psn | 0..5:0x1000000 | 0x1 to 0xffffff, 24 bits",
        "--psn | 1,,2 | ''",
        "--psn | 1..2..3 | not a number",
        "--psn | 0..5 steps 2 | not a number",
        "--psn | .. | not a number",
        "--dest-qp | -1..5 | 0x0 to 0xffffff, 24 bits",
        "--ack-req | 0..2 | 0 to 1",
        "--p-key | 0..0x10000 | 0 to 65535",
        "--virtual-address | 0..0x10000000000000000 | 64 bits",
        "--virtual-address | 0..4 step 0 | 1 to 0xffffffffffffffff",
        "--opcode | RC_SEND_ONLY,RC_SENT_ONLY | 'RC_SENT_ONLY' is no opcode",
        "--opcode | 0..256 | 0 to 255",
        "--by | psn | none of what is swept",
        "--mutate | 0 | 1 to ",
        "--seed | 5 | goes with --mutate",
        "--mutate-what | bytes | only field, bit",
        "--hex | 04f | even number of hex digits",
        "--template | captures | is not FILE:FRAME",
        "--template | x.pcap:0 | is not FILE:FRAME",
    })
    void shouldRefuseWhatIsNoRange(final String option, final String value, final String why)
    {
        final List<String> args = new ArrayList<>(List.of(
            "--to", "127.0.7.13", "--opcode", "4", "--dest-qp", "2", "--psn", "0", "--dry-run"));
        if (args.contains(option))
        {
            args.set(args.indexOf(option) + 1, value);
        }
        else
        {
            args.addAll(List.of(option, value));
        }

        final CommandRun run = run(args.toArray(String[]::new));

        assertEquals(2, run.status(), run.out() + run.err());
        assertTrue(run.err().contains(option), run.err());
        assertTrue(run.err().contains(why), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldSendNoMorePacketsThanMayBe()
    {
        final CommandRun tooMany = run(
            "--to", "127.0.7.13", "--opcode", "4", "--dest-qp", "all", "--psn", "0..1", "--dry-run");
        final CommandRun beyondCounting = run(
            "--to", "127.0.7.13", "--opcode", "all", "--dest-qp", "all", "--psn", "all", "--virtual-address", "all");
        final CommandRun lower = run(
            "--to", "127.0.7.13", "--opcode", "4", "--dest-qp", "2", "--psn", "0", "--count", "11", "--max-packets",
            "10");

        assertEquals(List.of(2, 2, 2), List.of(tooMany.status(), beyondCounting.status(), lower.status()));
        assertTrue(tooMany.err().startsWith("roce: 16,777,216 dest_qp x 2 psn: these are 33,554,432 packets, more " +
            "than --max-packets 16,777,216"), tooMany.err());
        assertTrue(beyondCounting.err().contains("2^63 packets or more"), beyondCounting.err());
        assertTrue(beyondCounting.err().contains("2^63 or more virtual_address"), beyondCounting.err());
        assertTrue(lower.err().contains("these are 11 packets, more than --max-packets 10"), lower.err());
    }

    @Test
    void shouldTellTheFatesByTheSweptField() throws IOException
    {
        try (NicNode node = NicNode.open(new NicNodeConfig()
            .qpns(0x11, 0x14)
            .bind(new InetSocketAddress("127.0.7.14", 0))))
        {
            final String[] sweep = {
                "send", "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()),
                "--from", "127.0.7.1", "--opcode", "RC_SEND_ONLY", "--json", "--dest-qp", "0x10..0x15", "--psn",
                "0..4"};
            final JsonNode byQpn = CommandRun.of(sweep).json();
            final JsonNode byPsn = CommandRun.of(
                Stream.concat(Arrays.stream(sweep), Stream.of("--by", "psn")).toArray(String[]::new)).json();

            assertEquals("dest_qp", byQpn.path("grouped_by").asText());
            final List<String> told = new ArrayList<>();
            byQpn.path("groups").forEach(group -> told.add(
                group.path("dest_qp").asText() + ' ' + group.path("sent") + ' ' +
                    group.path("ledger_difference").path("fates")));
            final String outside = " 5 {\"QPN_OUT_OF_RANGE\":5}";
            final String absent = " 5 {\"QPN_UNALLOCATED\":5}";
            assertEquals(
                List.of("0x000010" + outside, "0x000011" + absent, "0x000012" + absent, "0x000013" + absent,
                    "0x000014" + absent, "0x000015" + outside),
                told);
            assertEquals("psn", byPsn.path("grouped_by").asText());
            assertEquals(5, byPsn.path("groups").size());
            for (final JsonNode group : byPsn.path("groups"))
            {
                assertEquals("{\"QPN_OUT_OF_RANGE\":2,\"QPN_UNALLOCATED\":4}",
                    group.path("ledger_difference").path("fates").toString());
            }
            assertEquals(Map.of("QPN_OUT_OF_RANGE", 10, "QPN_UNALLOCATED", 20), Map.of(
                "QPN_OUT_OF_RANGE", byQpn.at("/ledger_difference/fates/QPN_OUT_OF_RANGE").asInt(),
                "QPN_UNALLOCATED", byQpn.at("/ledger_difference/fates/QPN_UNALLOCATED").asInt()));
        }
    }

    @Test
    void shouldTakeManyValuesTogether() throws IOException
    {
        try (NicNode node = NicNode.open(new NicNodeConfig().bind(new InetSocketAddress("127.0.7.15", 0))))
        {
            final JsonNode json = CommandRun.of(
                "send", "--to", Addresses.format(node.udpAddress()), "--node", Addresses.format(node.adminAddress()),
                "--from", "127.0.7.1", "--opcode", "RC_SEND_ONLY", "--json", "--dest-qp", "0x1000..0x11ff", "--psn",
                "0").json();

            assertEquals(256, json.path("groups").size(), "512 values by twos");
            assertEquals("0x001000..0x001001", json.at("/groups/0/dest_qp").asText());
            assertEquals("0x0011fe..0x0011ff", json.at("/groups/255/dest_qp").asText());
            assertEquals(2, json.at("/groups/255/sent").asInt());
        }
    }

    @Test
    void shouldNeedTheNodeThatIsNamed()
    {
        final CommandRun run = CommandRun.of(
            "send", "--to", "127.0.7.16:4999", "--node", "127.0.7.16:4999", "--opcode", "all", "--dest-qp", "2",
            "--psn", "0");

        assertEquals(3, run.status(), run.err());
    }

    private static CommandRun run(final String... more)
    {
        return CommandRun.of(Stream.concat(Arrays.stream(FROM), Arrays.stream(more)).toArray(String[]::new));
    }

    private static int int24(final byte[] bytes, final int offset)
    {
        return (bytes[offset] & 0xFF) << 16 | (bytes[offset + 1] & 0xFF) << 8 | bytes[offset + 2] & 0xFF;
    }

    private static boolean isTsharkInstalled() throws InterruptedException
    {
        try
        {
            return new ProcessBuilder("tshark", "--version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor() == 0;
        }
        catch (final IOException e)
        {
            return false;
        }
    }
}
