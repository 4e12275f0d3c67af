package io.roce.tools.top;

import io.roce.tools.ledger.LedgerReading;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jline.utils.AttributedString;

/** All nodes, one a row. Where a terminal is too narrow for all columns the less important ones are left out. */
final class Overview
{
    private static final int ADDRESS_MIN = 9;
    private static final int ADDRESS_MAX = 24;
    private static final int STATE_WIDTH = 4;
    private static final String NONE = "-";

    /** Figures of a node, in their order; what is not essential goes first where there is no room. */
    private enum Column
    {
        UP(5, 3),
        RECV_S(6, 9),
        DLVD_S(6, 8),
        DROP_S(6, 10),
        LIVE(5, 7),
        QUAR(5, 6),
        HIT(4, 4),
        KDROP(5, 5),
        LEDGER(8, 11);

        private final int width;
        private final int importance;

        Column(final int width, final int importance)
        {
            this.width = width;
            this.importance = importance;
        }

        String title()
        {
            return this == HIT ? "HIT%" : name().replace('_', '/');
        }
    }

    private final Look look;
    private final int width;
    private final int addressWidth;
    private final Set<Column> columns;

    Overview(final List<NodeView> nodes, final int width, final Look look)
    {
        this.look = look;
        this.width = width;
        final int longest = nodes.stream().mapToInt(node -> node.address().length()).max().orElse(ADDRESS_MIN);
        addressWidth = Math.max(ADDRESS_MIN, Math.min(ADDRESS_MAX, longest));
        columns = columns(width - 1 - addressWidth - 1 - STATE_WIDTH);
    }

    /** A title, and so many rows at most, among which is the selected one. */
    List<AttributedString> lines(final List<NodeView> nodes, final int selected, final int rowsMax)
    {
        final List<AttributedString> lines = new ArrayList<>();
        lines.add(title());
        final int rows = Math.min(rowsMax, nodes.size());
        final int from = Math.max(0, Math.min(selected - rows / 2, nodes.size() - rows));
        for (int i = from; i < from + rows; i++)
        {
            lines.add(row(nodes.get(i), i == selected));
        }
        return lines;
    }

    private static Set<Column> columns(final int room)
    {
        final Set<Column> columns = EnumSet.allOf(Column.class);
        while (columns.stream().mapToInt(column -> 1 + column.width).sum() > room && !columns.isEmpty())
        {
            Column least = Column.LEDGER;
            for (final Column column : columns)
            {
                least = column.importance < least.importance ? column : least;
            }
            columns.remove(least);
        }
        return columns;
    }

    private AttributedString title()
    {
        final Line line = new Line(look)
            .text(" ")
            .left("NODE", addressWidth, Tone.TITLE)
            .text(" ")
            .left("", STATE_WIDTH, Tone.TITLE);
        columns.forEach(column -> line.text(" ").right(column.title(), column.width, Tone.TITLE));
        return line.within(width);
    }

    private AttributedString row(final NodeView node, final boolean isSelected)
    {
        final boolean isLive = node.state() == NodeState.LIVE;
        final Line line = new Line(look)
            .text(isSelected ? ">" : " ")
            .left(node.address(), addressWidth, isSelected ? Tone.SELECTED : Tone.PLAIN)
            .text(" ")
            .left(node.state().label(), STATE_WIDTH, isLive ? Tone.GOOD : Tone.BAD);
        if (isLive)
        {
            columns.forEach(column -> line.text(" ").right(figure(column, node), column.width, tone(column, node)));
        }
        else
        {
            line.text(" ").text(node.said(), Tone.BAD);
        }
        return line.within(width);
    }

    private static String figure(final Column column, final NodeView node)
    {
        final Snapshot now = node.now();
        final Rates rates = node.rates();
        return switch (column)
        {
            case UP -> Figures.uptime(now.uptimeMs());
            case RECV_S -> rates == null ? NONE : Figures.rate(rates.received());
            case DLVD_S -> rates == null ? NONE : Figures.rate(rates.ended(FateGroup.DELIVERED));
            case DROP_S -> rates == null ? NONE : Figures.rate(rates.ended(FateGroup.DROPPED));
            case LIVE -> Figures.count(now.live());
            case QUAR -> Figures.count(now.quarantined());
            case HIT -> Figures.hitPercent(now.hits(), now.misses());
            case KDROP -> now.ledger().kernelDrops() == LedgerReading.UNKNOWN ? NONE :
                Figures.count(now.ledger().kernelDrops());
            case LEDGER -> now.ledger().isBalanced() ? node.isUnbalanced() ? "was NOT" : "balanced" : "NOT";
        };
    }

    private static Tone tone(final Column column, final NodeView node)
    {
        return switch (column)
        {
            case DROP_S -> node.rates() != null && node.rates().ended(FateGroup.DROPPED) > 0 ?
                Tone.WARNING : Tone.PLAIN;
            case KDROP -> node.now().ledger().kernelDrops() > 0 ? Tone.BAD : Tone.PLAIN;
            case LEDGER -> node.isUnbalanced() ? Tone.ALARM : Tone.GOOD;
            default -> Tone.PLAIN;
        };
    }
}
