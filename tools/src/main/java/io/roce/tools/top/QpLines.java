package io.roce.tools.top;

import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.List;

import org.jline.utils.AttributedString;

/** Queue pairs, one a row. */
final class QpLines
{
    private static final int PEER_WIDTH = 26;

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
            .text("QPN      TYPE STATE GENER ", Tone.TITLE)
            .left("PEER", PEER_WIDTH, Tone.TITLE)
            .text(" REQ   RESP  REFUSED", Tone.TITLE)
            .within(width));
        page.rows().forEach(qp -> lines.add(new Line(look)
            .text(Qpn.format(qp.qpn()) + ' ')
            .left(qp.type(), 4, Tone.PLAIN)
            .text(" ")
            .left(qp.state(), 5, "ERR".equals(qp.state()) ? Tone.BAD : Tone.GOOD)
            .text(" ")
            .left(Figures.count(qp.generation()), 5, Tone.PLAIN)
            .text(" ")
            .left(qp.peer(), PEER_WIDTH, Tone.PLAIN)
            .text(" " + qp.counts())
            .within(width)));
        return lines;
    }
}
