package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.nic.NicNode;
import io.roce.nic.stats.Fate;
import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends of a recorded conversation at once. Counts are tshark's. */
@Timeout(120)
class ReplayBothWaysTest
{
    private static final String RPING = "rping_v4.pcap";
    /** Of the 41 packets those that tshark shows to each, with {@code ip.dst}. */
    private static final int TO_SERVER = 21;
    private static final int TO_CLIENT = 20;
    /** Nobody serves there. */
    private static final String SILENT = "127.40.4.66";

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
    void shouldSendEachSideFromTheAddressThatStandsForIt() throws IOException
    {
        final CommandRun run = nodes.run(RPING, "--provision", "--fast", "--json");

        assertEquals(0, run.status(), run.err());
        final JsonNode json = run.json();
        assertEquals(41, json.path("sent").asInt());
        assertWay(json, nodes.client(), nodes.server(), TO_SERVER);
        assertWay(json, nodes.server(), nodes.client(), TO_CLIENT);
        assertEquals("[\"fd91::2\",\"fd91::3\"]", json.path("unused_addresses").toString());
        assertEquals(0, TwoNodes.ledger(nodes.client()).count(Fate.PEER_MISMATCH.name()));
        nodes.assertClean();
    }

    @Test
    void shouldNotPassForThePeerFromElsewhere() throws IOException
    {
        final CommandRun kept = nodes.run("write_bw_v4.pcap", "--provision", "--keep", "--fast", "--json");
        assertEquals(0, kept.status(), kept.err());
        final List<String> arguments = new ArrayList<>(List.of(
            nodes.replay(TwoNodes.CAPTURES.resolve("write_bw_v4.pcap"), "--fast", "--map-source",
                "10.91.0.2=127.40.4.9")));
        for (final JsonNode qp : kept.json().path("provisioned"))
        {
            arguments.addAll(List.of("--map-qp", qp.path("recorded_address").asText() + '/' +
                qp.path("recorded_qpn").asInt() + '=' + qp.path("qpn").asInt()));
        }

        final CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

        assertEquals(0, run.status(), run.err());
        assertEquals(25, TwoNodes.ledger(nodes.server()).count(Fate.PEER_MISMATCH.name()), "25 writes, 5 ACKs");
        assertEquals(0, TwoNodes.ledger(nodes.client()).count(Fate.PEER_MISMATCH.name()));
    }

    @Test
    void shouldLeaveOutWhatNoRuleIsFor() throws IOException
    {
        final CommandRun run = CommandRun.of(
            "replay", TwoNodes.CAPTURES.resolve(RPING).toString(), "--fast", "--json",
            "--map", "10.91.0.3=" + TwoNodes.address(nodes.server()));

        assertEquals(0, run.status(), run.err());
        assertEquals(TO_SERVER, run.json().path("sent").asInt());
        assertEquals("{\"for another destination\":" + TO_CLIENT + "}", run.json().path("skipped").toString());
        assertEquals(TO_SERVER, TwoNodes.ledger(nodes.server()).received());
    }

    @Test
    void shouldFindTheSameInEachLoop() throws IOException
    {
        final CommandRun run = nodes.run(
            RPING, "--provision", "--json", "--loops", "3", "--loop-pause", "1ms",
            "--expect", TwoNodes.CAPTURES.resolve("expect").resolve("rping_v4.txt").toString());

        assertEquals(0, run.status(), run.err() + run.out());
        assertEquals(3 * 41, run.json().path("compared").asInt());
        assertEquals(3 * TO_SERVER, TwoNodes.ledger(nodes.server()).received());
        assertEquals(3 * TO_CLIENT, TwoNodes.ledger(nodes.client()).received());
        nodes.assertClean();
    }

    @Test
    void shouldSayHowLateItWas() throws IOException
    {
        final CommandRun run = nodes.run("ud_pingpong_v4.pcap", "--rate", "100000", "--loops", "2", "--json");

        assertEquals(0, run.status(), run.err());
        assertEquals(
            2 * 8 - 2, run.json().path("late").path("count").asInt(), "the first of each loop is not held back");
        assertTrue(run.json().path("late").path("p99_ns").asLong(-1) >= 0);
    }

    @Test
    void shouldSendAPacketAtEachLineOfInput() throws IOException
    {
        final CommandRun run = typing("\n\nq\n", RPING, "--provision", "--step");

        assertEquals(0, run.status(), run.err());
        final List<String> lines = run.out().lines().toList();
        assertEquals("Enter sends the packet that is shown, q ends.", lines.get(0));
        assertTrue(lines.get(1).startsWith("1  10.91.0.2 > 10.91.0.3  UD_SEND_ONLY dest_qp=0x000001 "), run.out());
        assertEquals("   QPN_MANAGEMENT  " + Fate.QPN_MANAGEMENT.description(), lines.get(3));
        assertTrue(lines.get(4).startsWith("2  10.91.0.3 > 10.91.0.2  UD_SEND_ONLY dest_qp=0x000001 "), run.out());
        assertTrue(lines.get(7).startsWith("3  10.91.0.2 > 10.91.0.3  "), run.out());
        assertTrue(lines.contains("ended before frame 3"), run.out());
        assertEquals(1, TwoNodes.ledger(nodes.server()).received());
        assertEquals(1, TwoNodes.ledger(nodes.client()).received());
        nodes.assertClean();
    }

    @Test
    void shouldEndWithTheInput() throws IOException
    {
        final CommandRun run = typing("\n", RPING, "--step", "--expect",
            TwoNodes.CAPTURES.resolve("expect").resolve("rping_v4.txt").toString());

        assertEquals(1, run.status(), "what was not sent did not meet what is expected");
        assertTrue(run.out().contains("\nended before frame 2\n"), run.out());
        assertEquals(1, TwoNodes.ledger(nodes.server()).received());
    }

    @Test
    void shouldSendNothingWhenNothingIsTyped() throws IOException
    {
        assertEquals(0, typing("", RPING, "--step").status());
        assertEquals(0, TwoNodes.ledger(nodes.server()).received());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--provision", "--expect=/dev/null", "--write-expect=/dev/null"})
    void shouldFailWhenANodeIsDown(final String option)
    {
        final CommandRun run = CommandRun.of(
            "replay", TwoNodes.CAPTURES.resolve(RPING).toString(), "--fast", option,
            "--map", "10.91.0.2=" + TwoNodes.address(nodes.client()), "--map", "10.91.0.3=" + SILENT);

        assertEquals(3, run.status(), run.err());
        assertTrue(run.err().contains(SILENT), run.err());
        assertEquals(0, TwoNodes.ledger(nodes.client()).received());
        nodes.assertClean();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "--fast", "--map 10.91.0.2", "--map host=127.0.0.1", "--map 10.91.0.2=0.0.0.0", "--map 10.91.0.2=127.0.0.1:0",
        "--map 10.91.0.2=127.0.0.1@", "--map 10.91.0.2=127.0.0.1 --map 10.91.0.2=127.0.0.2",
        "--map 10.91.0.2=127.0.0.1 --map 10.91.0.3=::1", "--map 10.91.0.2=127.0.0.1 --to ::1",
        "--to 127.0.0.1 --map-source 10.91.0.2", "--to 127.0.0.1 --map-source 10.91.0.2=::1",
        "--to 127.0.0.1 --map-source 10.91.0.2=127.0.0.3 --map-source 10.91.0.2=127.0.0.4",
        "--to 127.0.0.1 --loops 0", "--to 127.0.0.1 --loop-pause 3", "--to 127.0.0.1 --rate 0",
        "--to 127.0.0.1 --rate 5 --fast", "--to 127.0.0.1 --step --json",
        "--to 127.0.0.1 --expect a --write-expect b", "--to 127.0.0.1 --write-expect a --loops 2",
        "--to 127.0.0.1 --node none --expect a", "--map 10.91.0.2=127.0.0.1 --node none --provision",
    })
    void shouldRefuseWhatMakesNoSense(final String arguments)
    {
        final List<String> all = new ArrayList<>(List.of("replay", TwoNodes.CAPTURES.resolve(RPING).toString()));
        all.addAll(Arrays.asList(arguments.split(" ")));

        final CommandRun run = CommandRun.of(all.toArray(String[]::new));

        assertEquals(2, run.status(), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldNotWriteOverTheCapture()
    {
        final String capture = TwoNodes.CAPTURES.resolve(RPING).toString();

        assertEquals(2, nodes.run(RPING, "--write-expect", capture).status());
    }

    @Test
    void shouldLeaveNoQueuePairsBehindWhenItIsInterrupted(@TempDir final Path folder) throws Exception
    {
        try (RoceProcess replaying = new RoceProcess(
            folder,
            nodes.replay(
                TwoNodes.CAPTURES.resolve(RPING), "--provision", "--step", "--dst", "10.91.0.2", "--dst", "10.91.0.3")))
        {
            replaying.awaitLine("1  10.91.0.2 > 10.91.0.3");
            assertEquals(1, new AdminClient(nodes.client().adminAddress())
                .request("GET", "/v1/qps", null).path("qps").size());

            replaying.signal("INT");

            assertEquals(130, replaying.awaitExit(), replaying.err());
        }
        nodes.assertClean();
    }

    private CommandRun typing(final String input, final String recording, final String... more)
    {
        final InputStream in = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.US_ASCII)));
        try
        {
            return nodes.run(recording, more);
        }
        finally
        {
            System.setIn(in);
        }
    }

    private static void assertWay(final JsonNode json, final NicNode from, final NicNode to, final int sent)
    {
        for (final JsonNode node : json.path("nodes"))
        {
            final JsonNode way = node.path("ways").path(0);
            if (way.path("to").asText().equals(Addresses.format(to.udpAddress())))
            {
                assertEquals(1, node.path("ways").size());
                assertTrue(way.path("from").asText()
                    .startsWith(Addresses.format(from.udpAddress().getAddress()) + ':'), way.toString());
                assertEquals(sent, way.path("sent").asInt());
                assertEquals(sent, node.path("ledger_difference").path("received").asInt());
                return;
            }
        }
        throw new AssertionError(json.toString());
    }
}
