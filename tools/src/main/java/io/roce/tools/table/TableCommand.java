package io.roce.tools.table;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.Terminal;
import io.roce.tools.cli.WatchOptions;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roce table}. */
@Command(
    name = "table",
    description = {
        "Figures of a node's table, and a drawing of it: which numbers are live, held back, free, or without a page.",
        "The drawing is as fine as some two dozen rows allow, and as wide as the terminal; 80 columns elsewhere. " +
            "Stretches of rows with nothing in use are left out and counted.",
        "With --watch a terminal is redrawn."
    })
public final class TableCommand implements Callable<Integer>
{
    /** With a number in use; those between them come on top. */
    private static final int MOST_ROWS = 24;

    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Mixin
    private WatchOptions watch;

    @Override
    public Integer call() throws InterruptedException
    {
        final AdminClient client = node.client();
        final int width = TableMap.width(Terminal.columns());
        final int readings = watch.readings();
        for (int i = 0; i < readings; i++)
        {
            watch.await(i);
            print(TableReading.of(client, width, MOST_ROWS), client.url(), width);
        }
        return ExitStatus.DONE;
    }

    private void print(final TableReading reading, final String url, final int width)
    {
        if (output.isJson())
        {
            output.json(reading.json(url));
        }
        else
        {
            watch.redraw(output.out());
            TableText.print(reading, url, width, output.out());
        }
        output.out().flush();
    }
}
