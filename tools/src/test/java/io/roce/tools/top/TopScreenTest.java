package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TopScreenTest
{
    private static final Look UNICODE = new Look(true, true);

    /** 100 more received in half a second: 80 delivered, 20 dropped. */
    private static final NodeView LIVE = NodeView.of("127.0.0.2:4791")
        .with(SnapshotText.parse(SnapshotText.of(132_500, 900, 700, 200)))
        .with(SnapshotText.parse(SnapshotText.of(133_000, 1_000, 780, 220)));

    private static final NodeView DOWN =
        NodeView.of("127.0.0.3:4791").without(NodeState.DOWN, "no node answers: connection refused");

    private static final NodeView UNBALANCED =
        NodeView.of("[::1]:4791").with(SnapshotText.parse(SnapshotText.of(5_000, 1_001, 780, 220)));

    private static final QpPage QPS = new QpPage(
        0, QpPage.FROM_START, 17, List.of(new QpRow(17, "RC", "RTS", 1, 5, 6, 0, "127.0.0.9 0x000011")), "");

    @Test
    void shouldShowAllThatFits()
    {
        assertEquals(
            """
                roce top  1 of 2 nodes
                 NODE                   UP RECV/S DLVD/S DROP/S  LIVE  QUAR HIT% KDROP   LEDGER
                >127.0.0.2:4791 live 2m13s    200    160     40     3     1  25%     7 balanced
                 127.0.0.3:4791 down no node answers: connection refused
                127.0.0.2:4791  up 2m13s, at 2026-12-01T04:25:04.3Z, cache fifo
                balanced: received 1,000 + injected 0 = delivered 780 + dropped 220 + held 0
                received     200/s                                                           █
                delivered    160/s                                                           █
                dropped       40/s                                                           █
                DELIVERED                                  780      160/s
                  DELIVERED_REQUEST                        780      160/s
                DROPPED                                    220       40/s
                  QPN_QUARANTINED                          220       40/s
                TABLE two-level: 3 live, 1 quarantined of 64; a cell is 1 number
                0x000011 ███q@FREE
                QUARANTINE 500ms: 1 held; next 0x000014 in 480ms
                LAST DROPS
                #12345  04:25:03.999 QPN_QUARANTINED        0x000014 status: expected LIVE, was
                q quit  ? help  o overview  f fates  d drops  t table  l queue pairs  Tab node"""
                .replace("@FREE", "·".repeat(60)).lines().toList(),
            text(new TopScreen(19, 79, UNICODE).lines(view(Panel.OVERVIEW, LIVE, DOWN))));
    }

    @Test
    void shouldDoWithAsciiWhereThatIsAllThereIs()
    {
        final List<String> lines = text(new TopScreen(19, 79, Look.PLAIN).lines(view(Panel.OVERVIEW, LIVE, DOWN)));
        assertEquals("received     200/s                                                           #", lines.get(6));
        assertEquals(
            "0x000011 ###q............................................................", lines.get(14));
        assertTrue(String.join("", lines).chars().allMatch(c -> c >= ' ' && c <= '~'));
    }

    @Test
    void shouldShowNoRatesOfOneSnapshot()
    {
        final List<String> lines = text(new TopScreen(19, 90, Look.PLAIN).lines(view(Panel.FATES, UNBALANCED)));
        assertEquals(">[::1]:4791 live    5s      -      -      -     3     1  25%     7      NOT", lines.get(2));
        assertEquals("  QPN_QUARANTINED                          220        -/s", lines.get(8));
    }

    @Test
    void shouldShoutWhenALedgerDoesNotBalance()
    {
        final List<AttributedString> lines = new TopScreen(19, 120, UNICODE).lines(view(Panel.OVERVIEW, UNBALANCED));
        assertEquals("roce top  1 of 1 node  LEDGER NOT BALANCED: [::1]:4791", lines.get(0).toString());
        assertEquals(
            "NOT BALANCED BY 1: received 1,001 + injected 0 is not delivered 780 + dropped 220 + held 0",
            lines.get(4).toString());
        for (final int row : new int[]{0, 4})
        {
            final String line = lines.get(row).toString();
            assertEquals(
                Tone.ALARM.style(true), lines.get(row).styleAt(line.indexOf("NOT BALANCED")), line);
        }
    }

    @Test
    void shouldNotForgetThatALedgerDidNotBalance()
    {
        final NodeView later = UNBALANCED.with(SnapshotText.parse(SnapshotText.of(5_500, 1_001, 781, 220)));
        final List<String> lines = text(new TopScreen(19, 120, UNICODE).lines(view(Panel.OVERVIEW, later)));
        assertTrue(lines.get(2).endsWith(" was NOT"), lines.get(2));
        assertTrue(lines.get(0).contains("LEDGER NOT BALANCED"), lines.get(0));
        assertTrue(lines.get(4).startsWith("balanced: "), lines.get(4));
    }

    @Test
    void shouldStartAnewWithANodeThatDoes()
    {
        final NodeView again = LIVE
            .without(NodeState.DOWN, "the node has ended the stream")
            .with(SnapshotText.parse(SnapshotText.of(2_000, 10, 10, 0)));
        final List<String> lines = text(new TopScreen(19, 120, UNICODE).lines(view(Panel.OVERVIEW, again)));
        assertTrue(lines.get(2).contains("live    2s      -      -      - "), lines.get(2));
        assertTrue(
            lines.get(3).startsWith("127.0.0.2:4791  up 2s, restarted once: counters start anew, at "), lines.get(3));
        assertEquals("received       -/s", lines.get(5));
    }

    @Test
    void shouldShowWhatWasWhenANodeIsGone()
    {
        final NodeView gone = LIVE.without(NodeState.DOWN, "the node has ended the stream");
        final List<String> lines = text(new TopScreen(19, 120, UNICODE).lines(view(Panel.OVERVIEW, gone)));
        assertEquals(">127.0.0.2:4791 down the node has ended the stream", lines.get(2));
        assertTrue(
            lines.get(3).startsWith("127.0.0.2:4791  the node has ended the stream; what follows is as it was"),
            lines.get(3));
        assertTrue(lines.get(4).startsWith("balanced: received 1,000 "), lines.get(4));
    }

    @Test
    void shouldListQueuePairs()
    {
        final List<String> lines = text(new TopScreen(12, 80, UNICODE).lines(view(Panel.QPS, LIVE)));
        assertEquals("QUEUE PAIRS from the first; PgDn for more", lines.get(4));
        assertEquals("QPN      TYPE STATE GENER   REQ  RESP REFUSED PEER", lines.get(5));
        assertEquals("0x000011 RC   RTS       1     5     6       0 127.0.0.9 0x000011", lines.get(6));
    }

    @Test
    void shouldShowPacketsOfDrops()
    {
        final List<String> lines = text(new TopScreen(12, 80, UNICODE).lines(view(Panel.DROPS, LIVE)));
        assertEquals("#12345  04:25:03.999 QPN_QUARANTINED        127.0.0.9:49152 > 127.0.0.2", lines.get(4));
        assertEquals("         RC_SEND_ONLY dest_qp=0x000014 psn=0x000007 payload=0", lines.get(5));
        assertEquals("         status: expected LIVE, was QUARANTINED", lines.get(6));
    }

    @Test
    void shouldScrollNoFurtherThanThereIsSomething()
    {
        final TopScreen screen = new TopScreen(11, 80, UNICODE);
        final TopView view = view(Panel.HELP, LIVE);
        assertEquals(7, screen.panelRows(view));
        // Fifteen lines of help.
        assertEquals(8, screen.scrollMax(view));
        final TopView far = new TopView(view.nodes(), 0, Panel.HELP, 1_000, false, null);
        assertTrue(text(screen.lines(far)).get(9).startsWith("LEDGER "), text(screen.lines(far)).toString());
    }

    @Test
    void shouldShowTheSelectedOneOfManyNodes()
    {
        final List<NodeView> nodes = new ArrayList<>();
        for (int i = 1; i <= 50; i++)
        {
            nodes.add(NodeView.of("127.0.1." + i + ":4791"));
        }
        for (int selected = 0; selected < 50; selected++)
        {
            final List<String> lines = text(new TopScreen(12, 40, UNICODE)
                .lines(new TopView(nodes, selected, Panel.OVERVIEW, 0, false, null)));
            assertTrue(lines.contains(">127.0.1." + (selected + 1) + ":4791" +
                (selected < 9 ? " " : "") + " wait connecting"), lines.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(Panel.class)
    void shouldNeverBeLargerThanTheTerminal(final Panel panel)
    {
        final NodeView hostile = NodeView.of("127.0.0.4:4791").with(SnapshotText.parse(SnapshotText.hostile()));
        for (final Look look : List.of(Look.PLAIN, UNICODE))
        {
            for (int rows = 1; rows <= 45; rows++)
            {
                for (int width = 1; width <= 210; width += width < 100 ? 1 : 17)
                {
                    final TopView view = view(panel, LIVE, DOWN, UNBALANCED, hostile);
                    final List<AttributedString> lines = new TopScreen(rows, width, look).lines(view);
                    assertEquals(rows, lines.size(), panel + " on " + rows + " x " + width);
                    for (final AttributedString line : lines)
                    {
                        assertTrue(line.columnLength() <= width, line + " on " + width);
                        assertEquals(line.length(), line.columnLength(), line.toString());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Panel.class)
    void shouldHaveNothingFromElsewhereObeyed(final Panel panel)
    {
        final NodeView hostile = NodeView.of("127.0.0.4:4791")
            .with(SnapshotText.parse(SnapshotText.hostile()))
            .without(NodeState.DOWN, "\033[2J\u009b31m")
            .with(SnapshotText.parse(SnapshotText.hostile()));
        final NodeView away = hostile.without(NodeState.DOWN, "\033[2J\u009b31m");
        final QpPage qps = new QpPage(0, QpPage.FROM_START, QpPage.NO_MORE,
            List.of(new QpRow(17, "\033[2J", "\u009b", 1, 2, 3, 4, "\r\n\007\u202e")), "\033]0;x\007");
        for (final NodeView node : List.of(hostile, away))
        {
            final TopView view = new TopView(List.of(node), 0, panel, 0, false, qps);
            for (final AttributedString line : new TopScreen(40, 200, Look.PLAIN).lines(view))
            {
                assertTrue(line.toString().chars().allMatch(c -> c >= ' ' && c <= '~'), line.toString());
            }
        }
    }

    @Test
    void shouldNotColourWhereNoneIsWanted()
    {
        final String plain = new TopScreen(24, 100, new Look(true, false)).lines(view(Panel.OVERVIEW, LIVE, DOWN))
            .stream().map(AttributedString::toAnsi).collect(Collectors.joining("\n"));
        final String coloured = new TopScreen(24, 100, UNICODE).lines(view(Panel.OVERVIEW, LIVE, DOWN))
            .stream().map(AttributedString::toAnsi).collect(Collectors.joining("\n"));
        // Select Graphic Rendition: 30 to 37 are colours of characters.
        assertTrue(coloured.matches("(?s).*\033\\[([0-9;]*;)?3[0-7]m.*"));
        assertFalse(plain.matches("(?s).*\033\\[([0-9;]*;)?[34][0-7][;m].*"));
    }

    private static TopView view(final Panel panel, final NodeView... nodes)
    {
        return new TopView(List.of(nodes), 0, panel, 0, false, QPS);
    }

    private static List<String> text(final List<AttributedString> lines)
    {
        return lines.stream().map(line -> line.toString().stripTrailing()).toList();
    }
}
