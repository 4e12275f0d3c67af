package io.roce.tools.top;

import io.roce.tools.cli.Numbers;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.List;

import org.jline.utils.AttributedString;

/** Which numbers of a node's pool are in use, and which will be free next. */
final class TableLines
{
    private static final String SHADES = "░▒▓█";
    private static final char QUARANTINED = 'q';
    private static final char BOTH = 'x';
    private static final char FREE = '.';
    private static final char FEW_LIVE = '+';
    private static final char ALL_LIVE = '#';
    private static final char FREE_DOT = '·';
    private static final int TENTHS = 10;

    /** What stands at the left of a row of the map. */
    private static final int MARGIN = 9;

    private final NodeView node;
    private final int width;
    private final Look look;

    TableLines(final NodeView node, final int width, final Look look)
    {
        this.node = node;
        this.width = width;
        this.look = look;
    }

    /** The figures, and the map in so many rows at most. */
    List<AttributedString> map(final int rowsMax)
    {
        final int perRow = Integer.highestOneBit(Math.max(1, Math.min(128, width - MARGIN)));
        final Occupancy occupancy = node.now().occupancy().within(rowsMax * perRow);
        final List<AttributedString> lines = new ArrayList<>();
        lines.add(new Line(look)
            .text("TABLE", Tone.TITLE)
            .text(" " + node.now().tableKind() + ": " + Numbers.count(node.now().live()) + " live, " +
                Numbers.count(node.now().quarantined()) + " quarantined of " +
                Numbers.count((long)occupancy.lastQpn() - occupancy.firstQpn() + 1) + "; a cell is " +
                Numbers.count(occupancy.grain()) + (occupancy.grain() == 1 ? " number" : " numbers"))
            .within(width));
        for (int from = 0; from < occupancy.parts(); from += perRow)
        {
            final Line line = new Line(look).text(Qpn.format(occupancy.first(from)) + ' ', Tone.FAINT);
            for (int part = from; part < Math.min(from + perRow, occupancy.parts()); part++)
            {
                line.drawn(String.valueOf(cell(occupancy, part)), tone(occupancy, part));
            }
            lines.add(line.within(width));
        }
        return lines;
    }

    /** What the characters of the map mean. */
    AttributedString legend()
    {
        final Line line = new Line(look).to(MARGIN);
        if (look.isUnicode())
        {
            line.drawn(SHADES, Tone.GOOD).text(" live, by quarters   ").drawn(String.valueOf(FREE_DOT), Tone.FAINT);
        }
        else
        {
            line.text("+ few live   1-9 tenths live   # all live   .");
        }
        return line.text(" free   ")
            .text(String.valueOf(QUARANTINED), Tone.WARNING)
            .text(" quarantined   ")
            .text(String.valueOf(BOTH), Tone.WARNING)
            .text(" live and quarantined")
            .within(width);
    }

    /** Numbers that are let out next. */
    AttributedString queue()
    {
        final Snapshot now = node.now();
        final Line line = new Line(look)
            .text("QUARANTINE", Tone.TITLE)
            .text(" " + now.policy() + ": " + Numbers.count(now.quarantined()) + " held" +
                (now.waiting().isEmpty() ? "" : "; next"));
        for (final WaitingQpn waiting : now.waiting())
        {
            line.text(" " + Qpn.format(waiting.qpn()), Tone.WARNING)
                .text(waiting.remainingMs() == WaitingQpn.NOT_BY_TIME ? " not by time" :
                    " in " + remaining(waiting.remainingMs()));
        }
        return line.within(width);
    }

    private static String remaining(final long ms)
    {
        return ms < 1_000 ? ms + "ms" : Figures.uptime(ms);
    }

    private char cell(final Occupancy occupancy, final int part)
    {
        final int live = occupancy.live()[part];
        if (occupancy.quarantined()[part] > 0)
        {
            return live > 0 ? BOTH : QUARANTINED;
        }
        if (live <= 0)
        {
            return look.isUnicode() ? FREE_DOT : FREE;
        }
        final int numbers = Math.max(1, occupancy.numbers(part));
        if (look.isUnicode())
        {
            // Rounded up: what is there is seen, and the last one is for what is full.
            final long quarters = ((long)SHADES.length() * live + numbers - 1) / numbers;
            return SHADES.charAt((int)Math.min(SHADES.length(), quarters) - 1);
        }
        final long tenths = (long)TENTHS * live / numbers;
        return tenths >= TENTHS ? ALL_LIVE : tenths == 0 ? FEW_LIVE : (char)('0' + tenths);
    }

    private static Tone tone(final Occupancy occupancy, final int part)
    {
        return occupancy.quarantined()[part] > 0 ? Tone.WARNING :
            occupancy.live()[part] > 0 ? Tone.GOOD : Tone.FAINT;
    }
}
