package io.roce.tools.top;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jline.utils.AttributedString;

/** A view as lines: never more than there are rows, never one that is wider than the terminal. */
final class TopScreen
{
    /** Below so many rows there is none for the title and the keys. */
    private static final int ROWS_WITH_FRAME = 10;

    /** The part of the rows that nodes take at most. */
    private static final int NODES_SHARE = 3;

    /** What is cut off on a narrow terminal is what the help tells. */
    private static final String KEYS = "q quit  ? help  " +
        Stream.of(Panel.values())
            .filter(panel -> panel != Panel.HELP)
            .map(panel -> panel.key() + " " + panel.label())
            .collect(Collectors.joining("  ")) + "  Tab node  p pause";

    private static final List<String> HELP = List.of(
        "q, Ctrl-C         quit",
        "Tab, right, left  next node, the one before",
        "1 to 9            that node",
        "o f d t l         overview, fates, drops, table, queue pairs of a node",
        "down, up          a row of fates, drops or help",
        "PgDn, PgUp        a page, of queue pairs too",
        "p                 hold what is shown, and go on",
        "?                 this, and back",
        "",
        "RECV/S            datagrams received in a second",
        "DLVD/S DROP/S     delivered and dropped: every other fate is a drop",
        "LIVE QUAR         queue pairs, numbers in quarantine",
        "HIT%              look-ups that the cache answered, since the start",
        "KDROP             dropped by the kernel before; a dash: not known",
        "LEDGER            whether every datagram ended once; NOT is a defect");

    private final int rows;
    private final int width;
    private final Look look;

    TopScreen(final int rows, final int width, final Look look)
    {
        this.rows = rows;
        this.width = width;
        this.look = look;
    }

    /** Exactly as many lines as rows. */
    List<AttributedString> lines(final TopView view)
    {
        final List<AttributedString> lines = new ArrayList<>();
        if (isFramed())
        {
            lines.add(title(view));
        }
        lines.addAll(overview(view));
        final List<AttributedString> panel = panel(view, panelRows(view));
        final int scroll = Math.max(0, Math.min(view.scroll(), panel.size() - panelRows(view)));
        lines.addAll(panel.subList(scroll, Math.min(panel.size(), scroll + panelRows(view))));
        final int last = isFramed() ? rows - 1 : rows;
        while (lines.size() < last)
        {
            lines.add(AttributedString.EMPTY);
        }
        if (isFramed())
        {
            lines.add(new Line(look).text(KEYS, Tone.FAINT).within(width));
        }
        return lines.subList(0, rows);
    }

    /** Rows that the panel of the selected node has. */
    int panelRows(final TopView view)
    {
        return Math.max(0, rows - overviewRows(view) - (isFramed() ? 2 : 0));
    }

    /** How far its panel can be moved at most. */
    int scrollMax(final TopView view)
    {
        return Math.max(0, panel(view, panelRows(view)).size() - panelRows(view));
    }

    private boolean isFramed()
    {
        return rows >= ROWS_WITH_FRAME;
    }

    private int overviewRows(final TopView view)
    {
        return 1 + Math.max(1, Math.min(view.nodes().size(), rows / NODES_SHARE));
    }

    private AttributedString title(final TopView view)
    {
        final long live = view.nodes().stream().filter(node -> node.state() == NodeState.LIVE).count();
        final Line line = new Line(look)
            .text("roce top", Tone.TITLE)
            .text("  " + live + " of " + view.nodes().size() + (view.nodes().size() == 1 ? " node" : " nodes"));
        final String unbalanced = view.nodes().stream()
            .filter(NodeView::isUnbalanced)
            .map(NodeView::address)
            .collect(Collectors.joining(", "));
        if (!unbalanced.isEmpty())
        {
            line.text("  ").text("LEDGER NOT BALANCED: " + unbalanced, Tone.ALARM);
        }
        if (view.isPaused())
        {
            line.text("  ").text("PAUSED", Tone.SELECTED);
        }
        return line.within(width);
    }

    private List<AttributedString> overview(final TopView view)
    {
        return new Overview(view.nodes(), width, look).lines(view.nodes(), view.selected(), overviewRows(view) - 1);
    }

    private List<AttributedString> panel(final TopView view, final int panelRows)
    {
        final NodeView node = view.node();
        final NodePanel overview = new NodePanel(node, width, look);
        final List<AttributedString> lines = new ArrayList<>();
        if (view.panel() == Panel.HELP)
        {
            HELP.forEach(line -> lines.add(new Line(look).text(line).within(width)));
            return lines;
        }
        if (node.now() == null || view.panel() == Panel.OVERVIEW)
        {
            return overview.lines(panelRows);
        }
        lines.add(overview.head());
        switch (view.panel())
        {
            case FATES ->
            {
                final LedgerLines ledger = new LedgerLines(node, width, look);
                lines.add(ledger.equation());
                lines.addAll(ledger.fates());
            }
            case DROPS -> lines.addAll(new DropLines(node, width, look).full());
            case TABLE ->
            {
                final TableLines table = new TableLines(node, width, look);
                // The figures, the legend and the queue stand around it.
                lines.addAll(table.map(Math.max(1, panelRows - 4)));
                lines.add(table.legend());
                lines.add(table.queue());
            }
            case QPS ->
            {
                if (view.qps() != null)
                {
                    lines.addAll(new QpLines(width, look).lines(view.qps()));
                }
            }
            default -> throw new IllegalStateException("a panel without lines: " + view.panel());
        }
        return lines;
    }
}
