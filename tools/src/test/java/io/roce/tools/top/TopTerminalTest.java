package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a pseudo terminal, in a process of its own. */
@Timeout(120)
final class TopTerminalTest
{
    /** The other screen of xterm, and back; cursor away, and back. */
    private static final String ENTER_SCREEN = "\033[?1049h";
    private static final String LEAVE_SCREEN = "\033[?1049l";
    private static final String HIDE_CURSOR = "\033[?25l";
    private static final String SHOW_CURSOR = "\033[?25h";

    private static final Pattern COLOUR = Pattern.compile("\033\\[([0-9;]*;)?[34][0-7][;m]");

    private static final Map<String, String> USUAL = Map.of();

    @TempDir
    private Path folder;

    private FakeStream node;

    @BeforeEach
    void open() throws IOException
    {
        node = new FakeStream("127.40.30.3", FakeStream.of(
            SnapshotText.of(132_500, 900, 700, 200), SnapshotText.of(133_000, 1_000, 780, 220)));
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"q", "\003"})
    void shouldLeaveTheTerminalAsItWasWhenToldToQuit(final String key) throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, USUAL, "top", "--node", node.address()))
        {
            final List<String> rows = terminal.awaitRow("    200    160     40");
            assertEquals(24, rows.size());
            assertEquals("roce top  1 of 1 node", rows.get(0));
            assertTrue(rows.get(23).startsWith("q quit "), rows.get(23));
            terminal.type(key);
            assertEquals(0, terminal.awaitExit());
            assertRestored(terminal);
            assertEquals("", terminal.err(), "no warning of any JVM");
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129"})
    void shouldLeaveTheTerminalAsItWasWhenASignalEndsIt(final String signal, final int status) throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, USUAL, "top", "--node", node.address()))
        {
            terminal.awaitRow("    200    160     40");
            terminal.signal(signal);
            assertEquals(status, terminal.awaitExit());
            assertRestored(terminal);
        }
    }

    @Test
    void shouldEndWithTheTerminal() throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, USUAL, "top", "--node", node.address()))
        {
            terminal.awaitRow("    200    160     40");
            final ProcessHandle command = terminal.command();
            terminal.hangUp();
            command.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldGoOnWhenANodeDies() throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, USUAL, "top", "--node", node.address()))
        {
            terminal.awaitRow("    200    160     40");
            node.close();
            terminal.awaitRow(" down ");
            node = new FakeStream(node.socketAddress(), FakeStream.of(SnapshotText.of(500, 3, 3, 0)));
            terminal.awaitRow("restarted once: counters start anew");
            terminal.type("q");
            assertEquals(0, terminal.awaitExit());
            assertRestored(terminal);
        }
    }

    @Test
    void shouldSayWithWhichStatusAsWithoutATerminal() throws Exception
    {
        node.close();
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, USUAL, "top", "--node", node.address()))
        {
            terminal.awaitRow(" down no node answers: connection refused");
            terminal.type("q");
            assertEquals(3, terminal.awaitExit());
            assertRestored(terminal);
            assertEquals(
                "roce: no node answers at http://" + node.address() + ": connection refused", terminal.err());
        }
    }

    @Test
    void shouldShoutOfALedgerThatDoesNotBalance() throws Exception
    {
        try (FakeStream unbalanced =
            new FakeStream("127.40.30.4", FakeStream.of(SnapshotText.of(500, 4, 3, 0)));
            PseudoTerminal terminal = new PseudoTerminal(
                folder, 24, 100, USUAL, "top", "--node", node.address(), "--node", unbalanced.address()))
        {
            terminal.awaitRow("LEDGER NOT BALANCED: " + unbalanced.address());
            terminal.type("2");
            terminal.awaitRow("NOT BALANCED BY 1: received 4 + injected 0 is not delivered 3 + dropped 0 + held 0");
            terminal.type("q");
            assertEquals(1, terminal.awaitExit());
        }
    }

    @Test
    void shouldFollowTheSizeOfTheTerminal() throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, USUAL, "top", "--node", node.address()))
        {
            terminal.awaitRow("    200    160     40");
            for (final int[] size : new int[][]{{40, 132}, {5, 20}, {3, 7}, {2, 200}, {24, 80}})
            {
                terminal.resize(size[0], size[1]);
                final String last = size[0] < 10 ? "" : "q quit ";
                final String first = size[0] < 10 ? " NODE" : "roce top  1 of 1 node";
                terminal.await(rows -> rows.size() == size[0] &&
                    rows.get(0).startsWith(first.substring(0, Math.min(size[1], first.length()))) &&
                    rows.get(size[0] - 1).startsWith(last));
            }
            terminal.type("q");
            assertEquals(0, terminal.awaitExit());
            assertEquals(1, count(terminal.written(), LEAVE_SCREEN));
        }
    }

    @Test
    void shouldShowWhatIsAskedFor() throws Exception
    {
        node.answer("/v1/qps?limit=16", qps(17, 32));
        node.answer("/v1/qps?limit=16&after=32", qps(33, 34));
        try (PseudoTerminal terminal = new PseudoTerminal(
            folder, 24, 80, USUAL, "top", "--node", "127.40.30.9:1", "--node", node.address()))
        {
            terminal.awaitRow(" live ");
            terminal.type("\t");
            terminal.awaitRow(">" + node.address());
            terminal.type("d");
            terminal.awaitRow("RC_SEND_ONLY dest_qp=0x000014");
            terminal.type("t");
            terminal.awaitRow(" live, by quarters");
            terminal.type("?");
            terminal.awaitRow("q, Ctrl-C         quit");
            terminal.type("?");
            terminal.awaitRow(" live, by quarters");
            terminal.type("f");
            terminal.awaitRow("  QPN_QUARANTINED                          220       40/s");
            terminal.type("l");
            terminal.awaitRow("0x000020 RC   RTS");
            // PgDn and PgUp of xterm.
            terminal.type("\033[6~");
            terminal.awaitRow("0x000022 RC   RTS");
            terminal.awaitRow("QUEUE PAIRS behind 0x000020; these are the last");
            terminal.type("\033[5~");
            terminal.awaitRow("0x000011 RC   RTS");
            // Left and right of xterm, as it sends them to programs.
            terminal.type("\033OD");
            terminal.awaitRow(">127.40.30.9:1");
            terminal.type("\033OC");
            terminal.awaitRow(">" + node.address());
            terminal.type("q");
            assertEquals(0, terminal.awaitExit());
        }
    }

    @Test
    void shouldHoldStillWhilePaused() throws Exception
    {
        final CountDownLatch isPaused = new CountDownLatch(1);
        try (FakeStream later = new FakeStream("127.40.30.4", out ->
        {
            out.write(FakeStream.event(SnapshotText.of(500, 3, 3, 0)));
            out.flush();
            isPaused.await();
            FakeStream.of(SnapshotText.of(1_000, 77, 77, 0)).write(out);
        });
            PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, USUAL, "top", "--node", later.address()))
        {
            terminal.awaitRow("received 3 ");
            terminal.type("p");
            terminal.awaitRow("PAUSED");
            isPaused.countDown();
            terminal.type("f");
            terminal.awaitRow("  DELIVERED_REQUEST                          3 ");
            terminal.type("p");
            terminal.awaitRow("  DELIVERED_REQUEST                         77 ");
            terminal.type("q");
            assertEquals(0, terminal.awaitExit());
        }
    }

    @Test
    void shouldNotColourWhereNoneIsWanted() throws Exception
    {
        assertTrue(COLOUR.matcher(written(USUAL)).find());
        assertFalse(COLOUR.matcher(written(Map.of("NO_COLOR", "1"))).find());
    }

    @Test
    void shouldDoWithAsciiWhereTheLocaleHasNoMore() throws Exception
    {
        assertTrue(written(USUAL).indexOf('█') >= 0);
        assertTrue(written(Map.of("LC_ALL", "C")).chars().allMatch(c -> c < 0x7F));
    }

    @Test
    void shouldPrintOneFrameOnATerminalThatCannotBeDrawnOn() throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(
            folder, 24, 80, Map.of("TERM", "dumb"), "top", "--node", node.address()))
        {
            assertEquals(0, terminal.awaitExit());
            assertFalse(terminal.written().contains("\033"), terminal.written());
            assertTrue(terminal.written().contains("balanced: received 900 "), terminal.written());
        }
    }

    @Test
    void shouldEndAfterSoManySnapshotsOnATerminalToo() throws Exception
    {
        try (PseudoTerminal terminal =
            new PseudoTerminal(folder, 24, 80, USUAL, "top", "--count", "2", "--node", node.address()))
        {
            assertEquals(0, terminal.awaitExit());
            assertRestored(terminal);
        }
    }

    private String written(final Map<String, String> environment) throws Exception
    {
        try (PseudoTerminal terminal = new PseudoTerminal(folder, 24, 80, environment, "top", "--node", node.address()))
        {
            terminal.awaitRow("    200    160     40");
            terminal.type("q");
            assertEquals(0, terminal.awaitExit());
            return terminal.written();
        }
    }

    private static void assertRestored(final PseudoTerminal terminal) throws IOException
    {
        assertEquals(terminal.settingsBefore(), terminal.settingsAfter());
        final String written = terminal.written();
        assertEquals(1, count(written, ENTER_SCREEN));
        assertEquals(1, count(written, LEAVE_SCREEN));
        assertTrue(written.lastIndexOf(SHOW_CURSOR) > written.lastIndexOf(HIDE_CURSOR));
        // What is drawn behind it would stay on the user's screen.
        final String behind = written.substring(written.indexOf(LEAVE_SCREEN));
        assertFalse(behind.contains("roce top"), behind);
        assertFalse(behind.contains("\033[?2026h"), behind);
    }

    private static int count(final String text, final String part)
    {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static String qps(final int first, final int last)
    {
        final StringBuilder qps = new StringBuilder();
        for (int qpn = first; qpn <= last; qpn++)
        {
            qps.append(qps.isEmpty() ? "" : ",").append("{\"qpn\":" + qpn + ",\"type\":\"RC\",\"state\":\"RTS\"," +
                "\"generation\":1,\"attributes\":{},\"counters\":{\"requests\":0,\"responses\":0,\"refused\":0}}");
        }
        return "{\"qps\":[" + qps + "],\"next\":" + (last == 32 ? 32 : null) + "}";
    }
}
