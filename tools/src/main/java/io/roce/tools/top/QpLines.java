package io.roce.tools.top;

import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.List;

import org.jline.utils.AttributedString;

/** Queue pairs, one a row. */
final class QpLines
{
    private static final int TYPE_WIDTH = 4;
    private static final int WIDTH = 5;
    private static final int REFUSED_WIDTH = 7;

    private final int width;
    private final Look look;

    QpLines(final int width, final Look look)
    {
        this.width = width;
        this.look = look;
    }

    /** How many rows beside the queue pairs. */
    static int headRows()
    {
        return 2;
    }

    List<AttributedString> lines(final QpPage page)
    {
        final List<AttributedString> lines = new ArrayList<>();
        lines.add(new Line(look)
            .text("QUEUE PAIRS", Tone.TITLE)
            .text(page.after() == QpPage.FROM_START ? " from the first" : " behind " + Qpn.format(page.after()))
            .text(page.said().isEmpty() ?
                page.next() == QpPage.NO_MORE ? "; these are the last" : "; PgDn for more" : ": " + page.said())
            .within(width));
        lines.add(new Line(look)
            .text("QPN      TYPE STATE GENER   REQ  RESP REFUSED PEER", Tone.TITLE)
            .within(width));
        page.rows().forEach(qp -> lines.add(new Line(look)
            .text(Qpn.format(qp.qpn()) + ' ')
            .left(qp.type(), TYPE_WIDTH, Tone.PLAIN)
            .text(" ")
            .left(qp.state(), WIDTH, "ERR".equals(qp.state()) ? Tone.BAD : Tone.GOOD)
            .text(" ")
            .right(Figures.count(qp.generation()), WIDTH, Tone.PLAIN)
            .text(" ")
            .right(Figures.count(qp.requests()), WIDTH, Tone.PLAIN)
            .text(" ")
            .right(Figures.count(qp.responses()), WIDTH, Tone.PLAIN)
            .text(" ")
            .right(Figures.count(qp.refused()), REFUSED_WIDTH, Tone.PLAIN)
            .text(" " + qp.peer())
            .within(width)));
        return lines;
    }
}
