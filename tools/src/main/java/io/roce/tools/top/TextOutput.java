package io.roce.tools.top;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;

import org.jline.utils.AttributedString;

/** All that is known of all nodes, as plain text, whenever each has something new. */
final class TextOutput implements TopOutput
{
    private static final int MAP_ROWS = 4;
    private static final int NONE_SELECTED = -1;

    private final Supplier<List<NodeView>> nodes;
    private final int width;
    private final PrintWriter out;

    TextOutput(final Supplier<List<NodeView>> nodes, final int width, final PrintWriter out)
    {
        this.nodes = nodes;
        this.width = width;
        this.out = out;
    }

    @Override
    public void onRound()
    {
        final List<NodeView> now = nodes.get();
        print(new Overview(now, width, Look.PLAIN).lines(now, NONE_SELECTED, now.size()));
        now.stream().filter(node -> node.now() != null).forEach(this::print);
        out.println();
        out.flush();
    }

    private void print(final NodeView node)
    {
        out.println();
        print(List.of(
            new NodePanel(node, width, Look.PLAIN).head(),
            new LedgerLines(node, width, Look.PLAIN).equation()));
        print(new LedgerLines(node, width, Look.PLAIN).fates());
        final TableLines table = new TableLines(node, width, Look.PLAIN);
        print(table.map(MAP_ROWS));
        print(List.of(table.queue()));
        print(new DropLines(node, width, Look.PLAIN).brief());
    }

    private void print(final List<AttributedString> lines)
    {
        lines.forEach(line -> out.println(line.toString().stripTrailing()));
    }
}
