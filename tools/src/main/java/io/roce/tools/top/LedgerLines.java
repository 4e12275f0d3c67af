package io.roce.tools.top;

import io.roce.tools.cli.Numbers;
import io.roce.tools.ledger.LedgerReading;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jline.utils.AttributedString;

/** What became of a node's datagrams: the equation, and the fates that were met. */
final class LedgerLines
{
    private static final int NAME_WIDTH = 31;
    private static final int COUNT_WIDTH = 14;
    private static final int RATE_WIDTH = 8;

    private final NodeView node;
    private final int width;
    private final Look look;

    LedgerLines(final NodeView node, final int width, final Look look)
    {
        this.node = node;
        this.width = width;
        this.look = look;
    }

    /** Both sides with their numbers, and whether they are the same: first, since it is seen in any width. */
    AttributedString equation()
    {
        final Snapshot now = node.now();
        final LedgerReading ledger = now.ledger();
        final long came = ledger.received() + ledger.injected();
        final Line line = new Line(look);
        if (ledger.isBalanced())
        {
            line.text("balanced", Tone.GOOD).text(": ");
        }
        else
        {
            line.text("NOT BALANCED BY " + Numbers.count(came - ledger.ended() - ledger.held()), Tone.ALARM)
                .text(": ");
        }
        line.text("received " + Numbers.count(ledger.received()))
            .text(" + injected " + Numbers.count(ledger.injected()))
            .text(ledger.isBalanced() ? " = " : " is not ");
        for (final FateGroup group : FateGroup.values())
        {
            if (group != FateGroup.UNKNOWN || now.ended(group) != 0)
            {
                line.text(group.label() + ' ' + Numbers.count(now.ended(group)) + " + ");
            }
        }
        return line.text("held " + Numbers.count(ledger.held())).within(width);
    }

    /** Fates that were met, a group behind the other, most often met first. */
    List<AttributedString> fates()
    {
        final List<AttributedString> lines = new ArrayList<>();
        for (final FateGroup group : FateGroup.values())
        {
            final List<Map.Entry<String, Long>> met = met(group);
            if (!met.isEmpty())
            {
                final String title = group.label().toUpperCase(Locale.ROOT);
                lines.add(row(title, node.now().ended(group), rate(group), Tone.TITLE));
                met.forEach(fate -> lines.add(row(
                    "  " + fate.getKey(),
                    fate.getValue(),
                    node.rates() == null ? null : node.rates().ended(fate.getKey()),
                    group == FateGroup.DELIVERED ? Tone.GOOD : Tone.WARNING)));
            }
        }
        return lines;
    }

    private List<Map.Entry<String, Long>> met(final FateGroup group)
    {
        return node.now().ledger().fates().entrySet().stream()
            .filter(fate -> fate.getValue() != 0 && FateGroup.of(fate.getKey()) == group)
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .toList();
    }

    private Double rate(final FateGroup group)
    {
        return node.rates() == null ? null : node.rates().ended(group);
    }

    /** @param rate null where there is none. */
    private AttributedString row(final String name, final long count, final Double rate, final Tone tone)
    {
        return new Line(look)
            .left(name, NAME_WIDTH, tone)
            .text(" ")
            .right(Numbers.count(count), COUNT_WIDTH, Tone.PLAIN)
            .text(" ")
            .right(rate == null ? "-" : Figures.rate(rate), RATE_WIDTH, Tone.PLAIN)
            .text("/s")
            .within(width);
    }
}
