package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Queue pairs of one node, as many as are shown at once.
 *
 * @param node  which one.
 * @param after the number behind which the page begins; {@link #FROM_START} for the first page.
 * @param next  behind which the next one begins; {@link #NO_MORE} when this is the last.
 * @param said  why there are none; empty when there are.
 */
record QpPage(int node, int after, int next, List<QpRow> rows, String said)
{
    static final int FROM_START = -1;
    static final int NO_MORE = -2;

    /** What a node has answered. */
    static QpPage of(final int node, final int after, final int rowsMax, final JsonNode answer)
    {
        final List<QpRow> rows = new ArrayList<>();
        for (final JsonNode qp : answer.path("qps"))
        {
            if (rows.size() < rowsMax)
            {
                rows.add(QpRow.of(qp));
            }
        }
        return new QpPage(node, after, answer.path("next").asInt(NO_MORE), List.copyOf(rows), "");
    }

    /** In its place as long as there is none. */
    static QpPage without(final int node, final int after, final String why)
    {
        return new QpPage(node, after, NO_MORE, List.of(), why);
    }
}
