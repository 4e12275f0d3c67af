package io.roce.tools.top;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jline.utils.AttributedString;

/** The overview of one node: its equation, rates over time, fates, numbers in use, last drops. */
final class NodePanel
{
    /** Besides fates, table and drops: head, equation, three rates, and the quarantine. */
    private static final int FIXED_ROWS = 6;

    /** Of the map, where there is no room for more. */
    private static final int MAP_ROWS = 2;

    private static final int LABEL_WIDTH = 10;
    private static final int RATE_WIDTH = 6;

    private final NodeView node;
    private final int width;
    private final Look look;

    NodePanel(final NodeView node, final int width, final Look look)
    {
        this.node = node;
        this.width = width;
        this.look = look;
    }

    /** What fits, the most important first. */
    List<AttributedString> lines(final int rows)
    {
        final List<AttributedString> lines = new ArrayList<>();
        lines.add(head());
        if (node.now() == null)
        {
            return lines;
        }
        final LedgerLines ledger = new LedgerLines(node, width, look);
        final TableLines table = new TableLines(node, width, look);
        lines.add(ledger.equation());
        lines.add(rate("received", node.history().received(), Tone.PLAIN));
        lines.add(rate("delivered", node.history().delivered(), Tone.GOOD));
        lines.add(rate("dropped", node.history().dropped(), Tone.WARNING));
        final List<AttributedString> fates = ledger.fates();
        final List<AttributedString> drops = drops();
        final int room = Math.max(0, rows - FIXED_ROWS - table.map(MAP_ROWS).size());
        final int dropRows = Math.min(drops.size(), Math.max(room / 3, room - fates.size()));
        final int fateRows = Math.min(fates.size(), room - dropRows);
        lines.addAll(fates.subList(0, fateRows));
        lines.addAll(table.map(MAP_ROWS + room - dropRows - fateRows));
        lines.add(table.queue());
        lines.addAll(drops.subList(0, dropRows));
        return lines;
    }

    /** Which node it is, how long it runs, and what has befallen it. */
    AttributedString head()
    {
        final Line line = new Line(look).text(node.address(), Tone.TITLE);
        if (node.state() != NodeState.LIVE)
        {
            line.text("  ").text(node.said() + (node.now() == null ? "" : "; what follows is as it was"), Tone.BAD);
        }
        else
        {
            line.text("  up " + Figures.uptime(node.now().uptimeMs()))
                .text(pastOf(node), Tone.WARNING)
                .text(", at " + node.now().time().replaceFirst("(\\.\\d)\\d*", "$1"));
            if (node.rates() != null && node.now().cpuNs() > 0)
            {
                line.text(String.format(Locale.ROOT, ", cpu %.0f%%", node.rates().cpu()));
            }
            line.text(", cache " + node.now().cacheKind());
        }
        return line.within(width);
    }

    private AttributedString rate(final String label, final double[] values, final Tone tone)
    {
        final int room = Math.max(1, width - LABEL_WIDTH - RATE_WIDTH - 4);
        final double now = values.length == 0 ? 0 : values[values.length - 1];
        return new Line(look)
            .left(label, LABEL_WIDTH, Tone.PLAIN)
            .right(node.rates() == null ? "-" : Figures.rate(now), RATE_WIDTH, Tone.PLAIN)
            .text("/s ")
            .drawn(Sparkline.draw(values, room, look.isUnicode()), tone)
            .within(width);
    }

    private List<AttributedString> drops()
    {
        final List<AttributedString> lines = new ArrayList<>();
        if (!node.now().drops().isEmpty())
        {
            lines.add(new Line(look).text("LAST DROPS", Tone.TITLE).within(width));
            lines.addAll(new DropLines(node, width, look).brief());
        }
        return lines;
    }

    private static String pastOf(final NodeView node)
    {
        return node.restarts() > 0 ? ", restarted " + times(node.restarts()) + ": counters start anew" :
            node.interruptions() > 0 ? ", interrupted " + times(node.interruptions()) : "";
    }

    private static String times(final int count)
    {
        return count == 1 ? "once" : count + " times";
    }
}
