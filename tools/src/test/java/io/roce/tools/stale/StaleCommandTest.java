package io.roce.tools.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The drill on nodes with sockets, as a user runs it. */
@Timeout(60)
class StaleCommandTest
{
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.40.3.1", 0);
    private static final List<String> THROUGH_RESET = List.of(
        "DELIVERED_REQUEST 0", "QP_STATE_RESET 1", "QP_STATE_INIT 1", "PEER_MISMATCH 1", "QP_STATE_RESET 2",
        "DELIVERED_REQUEST 2");

    /** An hour is not over before INIT, and without a time nothing is to be feared. */
    @ParameterizedTest
    @CsvSource({
        "none,    allow,  0",
        "none,    warn,   0",
        "none,    refuse, 0",
        "count:3, warn,   0",
        "3600s,   allow,  0",
        "3600s,   warn,   2",
        "auto,    warn,   2",
    })
    void shouldTakeAQueuePairThroughReset(final String quarantine, final String resetHold, final int earlyInits)
        throws Exception
    {
        try (NicNode node = open(quarantine, resetHold))
        {
            final CommandRun run = stale(node, "--case", "reset", "--json");

            assertEquals(0, run.status(), run.err());
            assertEquals("reset", run.json().path("case").asText());
            assertEquals(quarantine, run.json().path("quarantine").asText());
            assertEquals(resetHold, run.json().path("reset_hold").asText());
            assertEquals(earlyInits, run.json().path("early_inits").asInt(-1));
            assertEquals(0, run.json().path("refused_inits").asInt(-1));
            assertEquals(THROUGH_RESET, fatesAndEpochs(run.json()));
            run.json().path("steps").forEach(step -> assertEquals(1, step.path("generation").asInt(), step::toString));
            assertTrue(run.json().path("ok").asBoolean());
        }
    }

    /** Not told the timers of a peer, the node would fear the one that was connected in RTR for a minute. */
    @Test
    void shouldWaitWhileTheNodeRefusesInit() throws Exception
    {
        try (NicNode node = open("auto", "refuse"))
        {
            final CommandRun run = stale(node, "--case", "reset", "--max-wait", "10s", "--json");

            assertEquals(0, run.status(), run.err());
            final JsonNode json = run.json();
            assertEquals(
                List.of("DELIVERED_REQUEST 0", "QP_STATE_RESET 1", "QP_STATE_RESET 1", "QP_STATE_INIT 1",
                    "PEER_MISMATCH 1", "QP_STATE_RESET 2", "QP_STATE_RESET 2", "DELIVERED_REQUEST 2"),
                fatesAndEpochs(json));
            final String refused = json.path("steps").path(2).path("number_is").asText();
            assertTrue(refused.startsWith("kept there: INIT refused, RESET_HOLD for "), refused);
            assertEquals(2, json.path("refused_inits").asInt());
            assertTrue(json.path("ok").asBoolean());
        }
    }

    @Test
    void shouldSayWhatResetDoesNotProtectFrom() throws Exception
    {
        try (NicNode node = open("1h", "warn"))
        {
            final String out = stale(node, "--case", "reset").out();

            assertTrue(out.startsWith("An old peer sends RC_SEND_ONLY to 0x000011, which goes through RESET; " +
                "quarantine 3600s, reset hold warn.\nTHE NUMBER IS "), out);
            assertTrue(out.contains("\nFrom RESET to INIT: allowed at once; early_inits counts 2.\n"), out);
            assertTrue(out.contains("\nConnected to another peer: PEER_MISMATCH stops the old packet.\n"), out);
            assertTrue(out.contains("\nConnected to the same peer address: nothing but the PSN tells"), out);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"count:1", "count:250", "count:7+1ms"})
    void shouldHandOutWhatACountWaitsFor(final String quarantine) throws Exception
    {
        try (NicNode node = open(quarantine, "allow"))
        {
            final CommandRun run = stale(node, "--json");

            assertEquals(0, run.status(), run.err());
            assertEquals("destroy", run.json().path("case").asText());
            assertTrue(run.json().path("quarantine_ns").isNull());
            assertEquals(
                List.of("DELIVERED_REQUEST 0", "QPN_QUARANTINED", "QPN_UNALLOCATED", "QP_STATE_RESET 0",
                    "QP_STATE_INIT 0", "PEER_MISMATCH 0", "DELIVERED_REQUEST 0"),
                fatesAndEpochs(run.json()));
            final long count = QuarantinePolicy.parse(quarantine).count();
            assertEquals(1 + count + 1, run.json().path("steps").path(3).path("generation").asLong());
        }
    }

    @Test
    void shouldNotHandOutMoreThanItsBound() throws Exception
    {
        try (NicNode node = open("count:10001", "allow"))
        {
            final CommandRun run = stale(node);

            assertEquals(1, run.status());
            assertEquals(
                "roce: the node's quarantine is count:10001, and the drill hands out no more than 10000 numbers to " +
                    "see the end of it",
                run.err().trim());
            assertEquals("", run.out());
        }
    }

    @Test
    void shouldKnowNoOtherCase()
    {
        final CommandRun run = CommandRun.of("stale", "--case", "error");

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith(
            "roce: Invalid value for option '--case': 'error' is not available, only destroy, reset, psn"), run.err());
    }

    private static NicNode open(final String quarantine, final String resetHold) throws Exception
    {
        return NicNode.open(new NicNodeConfig()
            .bind(ANY_PORT)
            .admin(ANY_PORT)
            .quarantine(QuarantinePolicy.parse(quarantine))
            .resetHold(ResetHold.valueOf(resetHold.toUpperCase())));
    }

    private static CommandRun stale(final NicNode node, final String... options)
    {
        final List<String> all = new ArrayList<>(List.of("stale", "--node", Addresses.format(node.adminAddress())));
        all.addAll(List.of(options));
        return CommandRun.of(all.toArray(String[]::new));
    }

    /** What each packet met, and the epoch of the queue pair where there was one. */
    private static List<String> fatesAndEpochs(final JsonNode json)
    {
        final List<String> steps = new ArrayList<>();
        json.path("steps").forEach(step -> steps.add(
            step.path("got").asText() + (step.path("epoch").isNull() ? "" : " " + step.path("epoch").asInt())));
        return steps;
    }
}
