package io.roce.tools.why;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.WatchOptions;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roce why}. */
@Command(
    name = "why",
    description = {
        "What became of packets that a node did not deliver, execute or accept, and why: of each the time, where it " +
            "came from, its headers, its fate, what was expected beside what came, and the queue pair that it named; " +
            "then what is true now of the numbers, and who had them before.",
        "A summary by fate comes first: how many were dropped, and how many of those the node still keeps (its " +
            "option --drops). The newest drop comes last. With --watch, those that come in are added, and nothing is " +
            "redrawn."
    })
public final class WhyCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Mixin
    private DropFilter filter;

    @Mixin
    private WatchOptions watch;

    @Override
    public Integer call() throws InterruptedException
    {
        final int readings = watch.readings();
        final AdminClient client = node.client();
        DropReading before = null;
        for (int i = 0; i < readings; i++)
        {
            watch.await(i);
            final DropReading reading = DropReading.of(client, filter, before == null ? 0 : before.newest());
            print(client.url(), reading, before);
            before = reading;
        }
        return ExitStatus.DONE;
    }

    private void print(final String url, final DropReading reading, final DropReading before)
    {
        if (output.isJson())
        {
            output.json(reading.json(url));
        }
        else
        {
            final WhyText text = new WhyText(output.out());
            if (before == null)
            {
                text.printSummary(url, reading);
            }
            else
            {
                text.printMissed(reading, before);
            }
            text.printDrops(reading);
        }
        output.out().flush();
    }
}
