package io.roce.tools.top;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.TokenOption;
import io.roce.tools.cli.HelpText;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.Terminal;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;

import org.agrona.concurrent.SystemNanoClock;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roce top}. */
@Command(
    name = "top",
    description = {
        "What nodes do, twice a second, on a terminal: what became of their datagrams, rates, numbers in use, last " +
            "drops. Keys are told by '?'; 'q' quits.",
        "Where there is no terminal to draw on, plain text or, with --json, snapshots as they come, one a line.",
        "A node that does not answer is asked again. Exit status 1 when a ledger did not balance, 3 when no node has " +
            "ever answered."
    })
public final class TopCommand implements Callable<Integer>
{
    private static final String DUMB = "dumb";

    @Mixin
    private TokenOption token;

    @Mixin
    private Output output;

    @Option(
        names = "--node",
        defaultValue = NodeOption.DEFAULT,
        paramLabel = "ADDR[:PORT]",
        description = "The node's admin address; port 4791 unless said. May be repeated. Default: ${DEFAULT-VALUE}.")
    private List<InetSocketAddress> nodes;

    @Option(
        names = "--count",
        paramLabel = "N",
        converter = Numbers.Count.class,
        description = "End after so many snapshots of each node that answers. By default on a terminal never, " +
            "elsewhere after one.")
    private Integer count;

    @Override
    public Integer call() throws InterruptedException
    {
        final List<AdminClient> clients = nodes.stream().map(token::client).toList();
        if (output.isJson())
        {
            final TopRun run = run(clients, 1);
            return run.run(new JsonOutput(
                clients.stream().map(AdminClient::url).toList(), count == null ? 1 : count, output.out()));
        }
        try (TerminalScreen screen = isDrawn() ? TerminalScreen.open() : null)
        {
            if (screen != null)
            {
                final TopRun run = run(clients, TopRun.FOR_EVER);
                return run.run(new ScreenOutput(
                    run,
                    screen,
                    Look.of(System.getenv(), System.getProperty("native.encoding")),
                    SystemNanoClock.INSTANCE));
            }
        }
        final TopRun run = run(clients, 1);
        return run.run(new TextOutput(run::nodes, HelpText.width(), output.out()));
    }

    private TopRun run(final List<AdminClient> clients, final int roundsByDefault)
    {
        return new TopRun(clients, count == null ? roundsByDefault : count, SystemNanoClock.INSTANCE);
    }

    private static boolean isDrawn()
    {
        final String type = System.getenv().getOrDefault("TERM", DUMB);
        return Terminal.isOutput() && !type.isEmpty() && !DUMB.equals(type);
    }
}
