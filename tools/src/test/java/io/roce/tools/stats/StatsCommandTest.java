package io.roce.tools.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.FakeNode;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class StatsCommandTest
{
    private FakeNode node;

    @BeforeEach
    void open() throws IOException
    {
        node = new FakeNode("127.40.0.6");
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldShowTheLedgerAndTheFigures()
    {
        final CommandRun run = CommandRun.of("stats", "--node", node.address());
        assertEquals(0, run.status(), run.err());
        assertEquals(
            "node http://" + node.address() + """

                FATE               COUNT  DESCRIPTION
                QPN_QUARANTINED        2  A stale packet.
                DELIVERED_REQUEST      3  A request was taken.
                received 5 + injected 0 = fates 5 + held 0: balanced
                kernel drops: 7
                egress: sent 20, failed 3 (too long 1, other 2), source ports 4, source port fallbacks 5
                icrc: exact 4, inferred 1
                table: kind two-level, live 6, first qpn 0x000011
                cache: hits 8, misses 9
                quarantine: time 500ms, held 1, next in 12ms

                """,
            run.out());
    }

    @Test
    void shouldShowFatesThatNeverHappenedWhenAskedTo()
    {
        assertFalse(CommandRun.of("stats", "--node", node.address()).out().contains("ICRC_MISMATCH"));
        assertTrue(
            CommandRun.of("stats", "--all", "--node", node.address()).out().contains("ICRC_MISMATCH          0"));
    }

    @Test
    void shouldFailWhenTheLedgerDoesNotBalance() throws IOException
    {
        node.loseOneDatagram();
        final CommandRun run = CommandRun.of("stats", "--node", node.address());
        assertEquals(1, run.status());
        assertTrue(run.out().contains("received 6 + injected 0 = fates 5 + held 0: NOT balanced\n"), run.out());
        final CommandRun json = CommandRun.of("stats", "--json", "--node", node.address());
        assertEquals(1, json.status());
        assertFalse(json.json().path("balanced").asBoolean());
    }

    @Test
    void shouldPrintWhatTheNodeAnswered() throws IOException
    {
        final JsonNode json = CommandRun.of("stats", "--json", "--node", node.address()).json();
        assertTrue(json.path("balanced").asBoolean());
        assertEquals(7, json.path("ledger").path("kernel_drops").asInt());
        assertEquals(3, json.path("ledger").path("fates").size());
        assertEquals(6, json.path("table").path("live").asInt());
        assertEquals(8, json.path("cache").path("hits").asInt());
        assertEquals(1, json.path("quarantine").path("held").asInt());
    }

    @Test
    void shouldAppendReadingsToAPipe()
    {
        final CommandRun run = CommandRun.of("stats", "--node", node.address(), "--watch", "1ms", "--times", "3");
        assertEquals(0, run.status(), run.err());
        assertEquals(3, run.out().lines().filter(line -> line.startsWith("received 5 + injected 0")).count());
        assertEquals(2, run.out().lines().filter(line -> line.contains("PER SECOND")).count());
        assertEquals(1, run.out().lines().filter(line -> line.startsWith("table: ")).count(), "it never changes");
        assertTrue(run.out().contains("         0.0  A stale packet."), run.out());
        assertFalse(run.out().contains("\033"), run.out());
    }

    @Test
    void shouldShowSeveralNodes() throws IOException
    {
        try (FakeNode other = new FakeNode("127.40.0.7"))
        {
            other.loseOneDatagram();
            final CommandRun run = CommandRun.of("stats", "--node", node.address(), "--node", other.address());
            assertEquals(1, run.status());
            assertTrue(run.out().contains("node http://" + node.address() + "\n"), run.out());
            assertTrue(run.out().contains("node http://" + other.address() + "\n"), run.out());
        }
    }

    @Test
    void shouldShowTheNodesThatAnswerAndNameTheOthers() throws IOException
    {
        final String dead;
        try (FakeNode gone = new FakeNode("127.40.0.7"))
        {
            dead = gone.address();
        }
        try (FakeNode refusing = new FakeNode("127.40.0.7"))
        {
            refusing.instead(request -> new FakeNode.Answer(401, "{\"message\":\"A token is needed.\"}"));

            final CommandRun run = CommandRun.of(
                "stats", "--node", refusing.address(), "--node", dead, "--node", node.address());

            assertEquals(3, run.status());
            assertTrue(run.out().startsWith("node http://" + node.address() + "\n"), run.out());
            assertEquals(
                "roce: no node answers at http://" + dead + ": connection refused\n" +
                    "roce: http://" + refusing.address() + ": A token is needed (--token or " +
                    "the environment variable ROCE_TOKEN gives it)\n",
                run.err().replace("\r\n", "\n"));
        }
    }

    @Test
    void shouldRefuseAWatchThatNeverWaits()
    {
        assertEquals(2, CommandRun.of("stats", "--node", node.address(), "--watch", "0").status());
        assertEquals(2, CommandRun.of("stats", "--node", node.address(), "--times", "2").status());
        assertEquals(List.of(), node.requests());
    }

    @Test
    void shouldCountPerSecond() throws IOException
    {
        final NodeReading before = reading(1_000_000_000L, 100);
        final NodeReading now = reading(3_000_000_000L, 1100);
        final StringWriter text = new StringWriter();
        new ReadingText(false, true, 100).print(now, before, new PrintWriter(text, true));
        assertTrue(text.toString().contains("DELIVERED_REQUEST   1100         500  Taken."), text.toString());
        assertTrue(text.toString().contains("fates 1100 + held 0: balanced; 500 received per second"), text.toString());
    }

    @Test
    void shouldShowFewPerSecondWithADecimal() throws IOException
    {
        final StringWriter text = new StringWriter();
        new ReadingText(false, true, 100).print(
            reading(3_000_000_000L, 5), reading(1_000_000_000L, 0), new PrintWriter(text, true));
        assertTrue(text.toString().contains("; 2.5 received per second"), text.toString());
    }

    /** Whole figures on lines as wide as they may be, and those that go on stand under the first. */
    @Test
    void shouldFoldFiguresThatAreMoreThanALine() throws IOException
    {
        final StringBuilder figures = new StringBuilder();
        for (int i = 0; i < 12; i++)
        {
            figures.append(i == 0 ? "" : ",").append("\"figure_").append(i).append("\":1234567");
        }
        final StringWriter text = new StringWriter();
        new ReadingText(false, false, 60).print(
            new NodeReading("", 0, (ObjectNode)Json.parse(
                ("{\"ledger\":{},\"table\":{" + figures + "}}").getBytes())),
            null,
            new PrintWriter(text, true));

        assertTrue(text.toString().contains("""
            table: figure 0 1234567, figure 1 1234567, figure 2 1234567,
                   figure 3 1234567, figure 4 1234567, figure 5 1234567,
                   figure 6 1234567, figure 7 1234567, figure 8 1234567,
                   figure 9 1234567, figure 10 1234567,
                   figure 11 1234567
            """), text.toString());
    }

    @Test
    void shouldBeOfTheMomentOfTheAnswer()
    {
        final long[] nowNs = {0};
        final NodeReading reading = NodeReading.of(
            "",
            (method, path, body) ->
            {
                nowNs[0] += 7;
                return Json.object();
            },
            () -> nowNs[0]);
        assertEquals(7, reading.atNs());
    }

    private static NodeReading reading(final long atNs, final long count) throws IOException
    {
        final String answers = "{\"ledger\":{\"received\":" + count + ",\"fates\":[{\"fate\":\"DELIVERED_REQUEST\"," +
            "\"count\":" + count + ",\"description\":\"Taken.\"}]}}";
        return new NodeReading("", atNs, (ObjectNode)Json.parse(answers.getBytes()));
    }
}
