package io.roce.tools.top;

import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jline.utils.AttributedString;

/** A node's last drops, the newest first. */
final class DropLines
{
    private static final int FATE_WIDTH = 22;
    private static final int TIME_WIDTH = 12;
    private static final int NUMBER_WIDTH = 7;

    private final NodeView node;
    private final int width;
    private final Look look;

    DropLines(final NodeView node, final int width, final Look look)
    {
        this.node = node;
        this.width = width;
        this.look = look;
    }

    /** A line each. */
    List<AttributedString> brief()
    {
        final List<AttributedString> lines = new ArrayList<>();
        for (final Drop drop : newestFirst())
        {
            lines.add(head(drop)
                .text(" " + (drop.destQp() == Drop.NONE ? "-       " : Qpn.format(drop.destQp())), Tone.PLAIN)
                .text(" " + drop.reason())
                .within(width));
        }
        return lines;
    }

    /** With packet, and where it came from. */
    List<AttributedString> full()
    {
        final List<AttributedString> lines = new ArrayList<>();
        for (final Drop drop : newestFirst())
        {
            lines.add(head(drop).text(" " + drop.flow()).within(width));
            lines.add(new Line(look).to(NUMBER_WIDTH + 2).text(drop.packet(), Tone.FAINT).within(width));
            lines.add(new Line(look).to(NUMBER_WIDTH + 2).text(drop.reason()).within(width));
        }
        return lines;
    }

    private Line head(final Drop drop)
    {
        return new Line(look)
            .left("#" + Figures.count(drop.number()), NUMBER_WIDTH, Tone.PLAIN)
            .text(" ")
            .left(drop.time(), TIME_WIDTH, Tone.FAINT)
            .text(" ")
            .left(drop.fate(), FATE_WIDTH, Tone.WARNING);
    }

    private List<Drop> newestFirst()
    {
        final List<Drop> drops = new ArrayList<>(node.now().drops());
        Collections.reverse(drops);
        return drops;
    }
}
