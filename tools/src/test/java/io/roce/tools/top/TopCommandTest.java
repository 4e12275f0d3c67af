package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a terminal: as scripts use it. */
@Timeout(60)
final class TopCommandTest
{
    private static final String FIRST = SnapshotText.of(132_500, 900, 700, 200);
    private static final String SECOND = SnapshotText.of(133_000, 1_000, 780, 220);

    @Test
    void shouldPrintOneFrameWhereThereIsNoTerminal() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of(FIRST, SECOND)))
        {
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(0, run.status(), run.err());
            assertEquals("", run.err());
            final String frame = """

                @ADDRESS  up 2m12s, at 2026-12-01T04:25:04.3Z, cache fifo
                balanced: received 900 + injected 0 = delivered 700 + dropped 200 + held 0
                DELIVERED                                  700        -/s
                  DELIVERED_REQUEST                        700        -/s
                DROPPED                                    200        -/s
                  QPN_QUARANTINED                          200        -/s
                TABLE two-level: 3 live, 1 quarantined of 64; a cell is 1 number
                0x000011 ###q............................................................
                QUARANTINE 500ms: 1 held; next 0x000014 in 480ms
                #12345  04:25:03.999 QPN_QUARANTINED        0x000014 status: expected LIVE, was QUARANTINED

                """.replace("@ADDRESS", node.address());
            assertTrue(run.out().endsWith(frame), run.out());
            final List<String> rows = run.out().lines().limit(2).toList();
            assertTrue(rows.get(0).endsWith(
                "    UP RECV/S DLVD/S DROP/S  LIVE  QUAR HIT% KDROP   LEDGER"), rows.get(0));
            assertEquals(
                " " + node.address() + " live 2m12s      -      -      -     3     1  25%     7 balanced", rows.get(1));
        }
    }

    @Test
    void shouldCountPerSecondByTheClockOfTheNode() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of(FIRST, SECOND)))
        {
            final CommandRun run = CommandRun.of("top", "--node", node.address(), "--count", "2");
            assertEquals(0, run.status(), run.err());
            assertTrue(run.out().contains(
                " live 2m13s    200    160     40     3     1  25%     7 balanced\n"), run.out());
            assertTrue(run.out().contains("  QPN_QUARANTINED                          220       40/s\n"), run.out());
        }
    }

    @Test
    void shouldPrintSnapshotsAsTheyCame() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of(FIRST, SECOND, SECOND)))
        {
            final CommandRun run = CommandRun.of("top", "--json", "--node", node.address(), "--count", "2");
            assertEquals(0, run.status(), run.err());
            final List<String> lines = run.out().lines().toList();
            assertEquals(2, lines.size(), run.out());
            final JsonNode first = Json.parse(lines.get(0).getBytes());
            assertEquals("http://" + node.address(), first.path("node").asText());
            ((ObjectNode)first).remove("node");
            assertEquals(Json.parse(FIRST.getBytes()), first);
            assertEquals(1_000, Json.parse(lines.get(1).getBytes()).path("ledger").path("received").asInt());
        }
    }

    @Test
    void shouldPrintAsManySnapshotsOfEachNode() throws IOException
    {
        try (FakeStream fast = new FakeStream("127.40.30.1", FakeStream.of(FIRST, FIRST, FIRST, FIRST, FIRST, FIRST));
            FakeStream slow = new FakeStream("127.40.30.2", out ->
            {
                for (int i = 0; i < 3; i++)
                {
                    Thread.sleep(100);
                    out.write(FakeStream.event(SECOND));
                    out.flush();
                }
            }))
        {
            final CommandRun run = CommandRun.of(
                "top", "--json", "--node", fast.address(), "--node", slow.address(), "--count", "2");
            assertEquals(0, run.status(), run.err());
            for (final FakeStream node : List.of(fast, slow))
            {
                assertEquals(2, run.out().lines().filter(line -> line.contains("//" + node.address())).count());
            }
        }
    }

    @Test
    void shouldFailWhenALedgerDidNotBalance() throws IOException
    {
        final String unbalanced = SnapshotText.of(133_000, 1_001, 780, 220);
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of(FIRST, unbalanced, SECOND)))
        {
            assertEquals(0, CommandRun.of("top", "--node", node.address()).status());
            final CommandRun run = CommandRun.of("top", "--node", node.address(), "--count", "2");
            assertEquals(1, run.status());
            assertTrue(run.out().contains(
                "\nNOT BALANCED BY 1: received 1,001 + injected 0 is not delivered 780 + dropped 220 + held 0\n"),
                run.out());
            assertEquals(1, CommandRun.of("top", "--node", node.address(), "--count", "3").status(), "it was");
            assertEquals(1, CommandRun.of("top", "--json", "--node", node.address(), "--count", "2").status());
        }
    }

    @Test
    void shouldSayThatNoNodeAnswers() throws IOException
    {
        final InetSocketAddress gone = closed();
        final String address = gone.getAddress().getHostAddress() + ":" + gone.getPort();
        final CommandRun run = CommandRun.of("top", "--node", address, "--count", "2");
        assertEquals(3, run.status());
        assertEquals("roce: no node answers at http://" + address + ": connection refused\n", run.err());
        assertEquals(2, run.out().lines()
            .filter((" " + address + " down no node answers: connection refused")::equals).count());
    }

    @Test
    void shouldBeContentWithOneNodeThatAnswers() throws IOException
    {
        final InetSocketAddress gone = closed();
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of(FIRST)))
        {
            final CommandRun run = CommandRun.of(
                "top", "--node", "127.40.30.9:" + gone.getPort(), "--node", node.address());
            assertEquals(0, run.status(), run.err());
            assertTrue(run.out().contains(" down no node answers: connection refused\n"), run.out());
            assertTrue(run.out().contains(" live 2m12s "), run.out());
        }
    }

    @Test
    void shouldSayWhatANodeRefuses() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of()))
        {
            node.refuse(401, "{\"code\":\"UNAUTHORIZED\",\"message\":\"A token is needed.\"}");
            final CommandRun run = CommandRun.of("top", "--token", "secret", "--node", node.address());
            assertEquals(1, run.status());
            assertTrue(run.out().contains(" deny A token is needed\n"), run.out());
            assertEquals(
                "roce: http://" + node.address() +
                    ": A token is needed (--token or the environment variable ROCE_TOKEN gives it)\n",
                run.err());
            assertEquals(List.of("Bearer secret"), node.authorizations());
            assertEquals(List.of("/v1/events"), node.requests());
        }
    }

    @Test
    void shouldAskAgainWhenANodeHasGoneAndStartAnewWithIt() throws IOException
    {
        final AtomicInteger lives = new AtomicInteger();
        try (FakeStream node = new FakeStream("127.40.30.1", out ->
        {
            final boolean isFirst = lives.incrementAndGet() == 1;
            out.write(FakeStream.event(isFirst ? SECOND : SnapshotText.of(500, 3, 3, 0)));
            out.flush();
            if (!isFirst)
            {
                FakeStream.keepAlive(out);
            }
        }))
        {
            // There, gone, there again.
            final CommandRun run = CommandRun.of("top", "--node", node.address(), "--count", "3");
            assertEquals(0, run.status(), run.err());
            assertTrue(run.out().contains(" down the node has ended the stream\n"), run.out());
            assertTrue(run.out().contains("what follows is as it was\nbalanced: received 1,000 "), run.out());
            assertTrue(run.out().contains("  up 0s, restarted once: counters start anew, at 2026-"), run.out());
            assertTrue(run.out().contains(" live    0s      -      -      - "), run.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "data: {\n\n",
        "event: snapshot\ndata: {\"a\"\n\n",
        "event: snapshot\ndata: []\n\n",
        "event: snapshot\ndata:\n\n",
        "event: snapshot\ndata: {\"ledger\":7}\n\n",
        "event: snapshot\ndata: \0\u001b[2J\n\n",
        "event: other\ndata: {}\n\n"
    })
    void shouldNotTakeJustAnythingForASnapshot(final String stream) throws IOException
    {
        try (FakeStream node = new FakeStream(
            "127.40.30.1", out -> out.write(stream.getBytes(StandardCharsets.UTF_8))))
        {
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(3, run.status(), run.out());
            assertTrue(run.err().startsWith("roce: the "), run.err());
            assertFalse(run.out().contains("\u001b"), run.out());
        }
    }

    @Test
    void shouldPassOverListsThatAreNone() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of(
            "{\"ledger\":{\"fates\":[]},\"quarantine_queue\":{\"a\":1},\"drops\":{\"a\":1}," +
                "\"cells\":{\"cells\":{\"a\":1}}}")))
        {
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(0, run.status(), run.err());
            assertTrue(run.out().contains("balanced: received 0 "), run.out());
        }
    }

    @Test
    void shouldNotWaitForTheEndOfARefusalThatHasNone() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream::keepAlive))
        {
            node.refuseSlowly(500);
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(3, run.status(), run.out());
            assertTrue(run.out().contains(" down no node answers: no whole answer within 5 s\n"), run.out());
        }
    }

    @Test
    void shouldSayWhyANodeCannotGoOn() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", out -> out.write(
            "event: error\ndata: {\"code\":\"BUSY\",\"message\":\"It is closing.\"}\n\n".getBytes())))
        {
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(1, run.status());
            assertTrue(run.out().contains(" deny It is closing\n"), run.out());
        }
    }

    @Test
    void shouldEndAnEventThatNeverEnds() throws IOException
    {
        final byte[] more = "x".repeat(1 << 16).getBytes();
        try (FakeStream node = new FakeStream("127.40.30.1", out ->
        {
            out.write("data: ".getBytes());
            // 16 MiB, were it not cut off.
            for (int i = 0; i < 1 << 8; i++)
            {
                out.write(more);
            }
        }))
        {
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(3, run.status());
            assertTrue(
                run.out().contains(" down the events cannot be read: an event of more than 4,194,304 bytes\n"),
                run.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html; charset=utf-8", ";"})
    void shouldNotTakeAnyServerForANode(final String contentType) throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", out -> out.write("<html>".getBytes())))
        {
            node.contentType(contentType);
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(3, run.status());
            assertEquals(
                "roce: what answers at http://" + node.address() + " is not a node: /v1/events has the content type " +
                    contentType + ", not text/event-stream\n",
                run.err());
        }
    }

    @Test
    void shouldLetNothingFromANodeReachATerminal() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of(SnapshotText.hostile())))
        {
            final CommandRun text = CommandRun.of("top", "--node", node.address());
            assertEquals(0, text.status(), text.err());
            assertTrue(text.out().contains("TABLE ?[2J?]0;x??31m???????: 3 live"), text.out());
            assertTrue(isPrintable(text.out()), text.out());
            final CommandRun json = CommandRun.of("top", "--json", "--node", node.address());
            assertEquals(0, json.status(), json.err());
            assertTrue(isPrintable(json.out()), json.out());
            assertEquals(
                Json.parse(SnapshotText.hostile().getBytes(StandardCharsets.UTF_8)).path("table"),
                json.json().path("table"));
        }
    }

    @Test
    void shouldHaveARefusalSanitizedToo() throws IOException
    {
        try (FakeStream node = new FakeStream("127.40.30.1", FakeStream.of()))
        {
            node.refuse(403, "{\"code\":\"X\",\"message\":\"" + SnapshotText.HOSTILE + "\"}");
            final CommandRun run = CommandRun.of("top", "--node", node.address());
            assertEquals(1, run.status());
            assertTrue(isPrintable(run.out()), run.out());
        }
    }

    @Test
    void shouldRefuseWhatMeansNothing()
    {
        assertEquals(2, CommandRun.of("top", "--count", "0").status());
        assertEquals(2, CommandRun.of("top", "--token", "two words").status());
    }

    private static boolean isPrintable(final String text)
    {
        return text.chars().allMatch(c -> c == '\n' || c >= ' ' && c <= '~');
    }

    /** Where nobody listens. */
    private static InetSocketAddress closed() throws IOException
    {
        try (FakeStream gone = new FakeStream("127.40.30.9", FakeStream.of()))
        {
            return gone.socketAddress();
        }
    }
}
