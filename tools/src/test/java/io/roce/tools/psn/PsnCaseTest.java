package io.roce.tools.psn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.stats.Fate;
import io.roce.tools.CommandRun;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code stale --case psn}, as a user runs it, with a sweep that is sparse between the ends of the window's halves. */
@Timeout(300)
class PsnCaseTest
{
    /** Of each half 2 x 4,096 at its ends, and of the 8,380,416 between them each 4,096th, which are 2,046. */
    private static final int DUPLICATES = 10_238;

    /** +2^23 is -2^23, a duplicate. */
    private static final int AHEAD = 10_237;

    private static final int ALL = DUPLICATES + 1 + AHEAD;

    /** The last three put the wrap of PSNs among those that are all sent: in either half, and where the halves meet. */
    @ParameterizedTest
    @ValueSource(strings = {"0x123456", "0x000000", "0xfff800", "0x800800"})
    void shouldCountEachPsnAsTheWindowHasIt(final String rqPsn) throws Exception
    {
        final CommandRun run =
            CommandRun.of("stale", "--case", "psn", "--step", "4096", "--rq-psn", rqPsn, "--json");

        assertEquals(0, run.status(), run.err());
        final JsonNode json = run.json();
        assertEquals("psn", json.path("case").asText());
        assertEquals(Integer.decode(rqPsn), json.path("rq_psn").asInt());
        assertEquals("none", json.path("quarantine").asText());
        assertTrue(json.path("ok").asBoolean());
        final String sent = "{\"DUPLICATE_ACKNOWLEDGED\":10238,\"NAK_PSN_SEQUENCE\":10237,";
        final String fetched = "{\"DUPLICATE_DROPPED\":10238,\"NAK_PSN_SEQUENCE\":10237,\"REQUEST_EXECUTED\":1}";
        assertEquals(
            List.of(
                "RC_SEND_ONLY, reissued elsewhere: 0 0 0 20476 {\"PEER_MISMATCH\":20476}",
                "RC_SEND_ONLY: 1 10238 10237 0 " + sent + "\"REQUEST_EXECUTED\":1}",
                "RC_RDMA_WRITE_ONLY, key deregistered: 1 10238 10237 0 " + sent +
                    "\"NAK_REMOTE_ACCESS\":1}",
                "RC_RDMA_WRITE_ONLY, key index reused: 1 10238 10237 0 " + sent +
                    "\"NAK_REMOTE_ACCESS\":1}",
                "RC_RDMA_WRITE_ONLY, key valid: 1 10238 10237 0 " + sent + "\"REQUEST_EXECUTED\":1}",
                "RC_RDMA_READ_REQUEST, key valid: 1 10238 10237 0 " + fetched,
                "RC_FETCH_ADD, key valid: 1 10238 10237 0 " + fetched,
                "RC_ACKNOWLEDGE, a request outstanding: 1 0 0 20475 " +
                    "{\"RESPONSE_UNEXPECTED\":20475,\"RESPONSE_ACCEPTED\":1}"),
            lines(json));
        json.path("packets").forEach(packet ->
        {
            assertEquals(packet.path("by_arithmetic"), packet.path("counted"));
            assertEquals(ALL, packet.path("psns").asInt());
            assertEquals(4_096, packet.path("step").asInt());
        });
        final JsonNode stopped = json.path("stopped_after_reissue_by");
        assertEquals("PEER_MISMATCH", stopped.path("connected_to_another_address").asText());
        assertTrue(stopped.path("connected_to_the_old_address").isNull());
    }

    @Test
    void shouldSayWhatTheExpectedOneDoes()
    {
        final CommandRun run = CommandRun.of("stale", "--case", "psn", "--step", "4096");

        assertEquals(0, run.status(), run.err());
        final List<String> lines = run.out().lines().map(line -> line.replaceAll(" {2,}", "  ")).toList();
        assertEquals(
            "An old peer sends to 0x000011, which is reissued for each of its packets, without quarantine; " +
                "the new connection expects PSN 0x123456.",
            lines.get(0));
        for (final String line : List.of(
            "RC_SEND_ONLY, reissued elsewhere  20,476  0  0  0  20,476  0 + 0 + 0 + 20,476  ok",
            "RC_SEND_ONLY  20,476  1  10,238  10,237  0  1 + 10,238 + 10,237 + 0  ok",
            "RC_ACKNOWLEDGE, a request outstanding  20,476  1  0  0  20,475  1 + 0 + 0 + 20,475  ok",
            "RC_SEND_ONLY, reissued elsewhere  0  0",
            "RC_SEND_ONLY  20,476  1  delivered, first packet lost",
            "RC_RDMA_WRITE_ONLY, key deregistered  20,476  1  connection killed, first packet lost",
            "RC_RDMA_WRITE_ONLY, key index reused  20,476  1  connection killed, first packet lost",
            "RC_RDMA_WRITE_ONLY, key valid  20,476  1  memory written, first packet lost",
            "RC_RDMA_READ_REQUEST, key valid  10,238  1  memory read, first packet lost",
            "RC_FETCH_ADD, key valid  10,238  1  memory written, memory read, first packet lost",
            "RC_ACKNOWLEDGE, a request outstanding  0  1  request completed, first packet lost",
            "Reissued to another peer: PEER_MISMATCH stops the old packet, whatever its PSN.",
            "Reissued to the same peer address: of 2^24 PSNs one does harm; " +
                "after each of the others the new peer's first packet was taken."))
        {
            assertTrue(lines.contains(line), () -> line + "\nis not in\n" + String.join("\n", lines));
        }
    }

    /** One more of something, or one less: in text, in JSON and by the exit status. */
    @ParameterizedTest
    @CsvSource({
        "SEND,           REQUEST_EXECUTED,       DELIVERED FIRST_PACKET_LOST",
        "SEND,           DUPLICATE_ACKNOWLEDGED, ",
        "SEND,           INTERNAL_ERROR,         ",
        "SEND,           DUPLICATE_ACKNOWLEDGED, FIRST_PACKET_LOST",
        "SEND_ELSEWHERE, REQUEST_EXECUTED,       DELIVERED FIRST_PACKET_LOST",
    })
    void shouldSayWhatIsNotAsArithmeticHasIt(final OldPacket kind, final Fate fate, final String harms)
    {
        final List<PsnResult.Swept> swept = new ArrayList<>();
        for (final OldPacket each : OldPacket.values())
        {
            swept.add(asArithmeticHasIt(each));
        }
        assertTrue(new PsnResult(0x11, 0, swept).isOk());

        final Set<Harm> done = EnumSet.noneOf(Harm.class);
        for (final String harm : harms == null ? new String[0] : harms.split(" "))
        {
            done.add(Harm.valueOf(harm));
        }
        swept.get(kind.ordinal()).tally().add(fate, done);
        final PsnResult result = new PsnResult(0x11, 0, swept);

        assertFalse(result.isOk());
        assertFalse(PsnText.json(result).path("ok").asBoolean());
        final StringWriter text = new StringWriter();
        PsnText.print(result, new PrintWriter(text, true));
        assertEquals(
            List.of(kind.label()),
            text.toString().lines()
                .filter(line -> line.endsWith("DIFFERENT"))
                .map(line -> line.replaceFirst(" {2,}.*", ""))
                .toList());
        assertTrue(text.toString().contains("Reissued to the same peer address: not as arithmetic has it."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--node", "--to", "--from"})
    void shouldTakeNoOptionOfANode(final String option)
    {
        final CommandRun run = CommandRun.of("stale", "--case", "psn", option, "127.93.0.1");

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith(
            "roce: --case psn runs an adapter of its own in memory and takes no " + option + "\n"), run.err());
    }

    @ParameterizedTest
    @CsvSource({"--step, 64", "--rq-psn, 0"})
    void shouldTakeItsOptionsInThisCaseAlone(final String option, final String value)
    {
        final CommandRun run = CommandRun.of("stale", option, value);

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: " + option + " goes with --case psn\n"), run.err());
    }

    @Test
    void shouldRefuseAStepThatIsNone()
    {
        final CommandRun run = CommandRun.of("stale", "--case", "psn", "--step", "48");

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith(
            "roce: Invalid value for option '--step': must be a power of two from 1 to 4096: 48\n"), run.err());
    }

    private static PsnResult.Swept asArithmeticHasIt(final OldPacket kind)
    {
        final PsnSweep sweep = new PsnSweep(4_096);
        final Tally tally = new Tally();
        for (final PsnPlace place : PsnPlace.values())
        {
            for (long i = kind.arithmetic(place, sweep); i > 0; i--)
            {
                tally.add(kind.fate(place), place == PsnPlace.EXPECTED ? kind.harms() : Set.of());
            }
        }
        return new PsnResult.Swept(kind, sweep, tally);
    }

    /** What, where in the window, and the fates. */
    private static List<String> lines(final JsonNode json)
    {
        final List<String> lines = new ArrayList<>();
        json.path("packets").forEach(packet ->
        {
            final JsonNode counted = packet.path("counted");
            lines.add(
                packet.path("packet").asText() +
                (packet.path("condition").isNull() ? "" : ", " + packet.path("condition").asText()) + ": " +
                counted.path("expected").asLong() + ' ' + counted.path("duplicate").asLong() + ' ' +
                counted.path("ahead").asLong() + ' ' + counted.path("neither").asLong() + ' ' + packet.path("fates"));
        });
        return lines;
    }
}
