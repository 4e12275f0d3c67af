package io.roce.tools.stats;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.admin.TokenOption;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.HelpText;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.Terminal;
import io.roce.tools.cli.WatchOptions;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.agrona.concurrent.SystemNanoClock;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roce stats}. */
@Command(
    name = "stats",
    description = {
        "What became of every datagram that reached a node, and figures of its table, cache and quarantine.",
        "With --watch there are rates, and a terminal is redrawn; where there is none, figures are repeated only " +
            "when they have changed.",
        "Exit status 1 when a ledger does not balance, 3 when a node does not answer, after what the others say."
    })
public final class StatsCommand implements Callable<Integer>
{
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

    @Mixin
    private WatchOptions watch;

    @Option(names = "--all", description = "Show fates that never happened too.")
    private boolean isAll;

    @Override
    public Integer call() throws InterruptedException
    {
        final int readings = watch.readings();
        final List<AdminClient> clients = nodes.stream().map(token::client).toList();
        boolean isBalanced = true;
        List<NodeReading> before = List.of();
        for (int i = 0; i < readings; i++)
        {
            watch.await(i);
            before = readAndPrint(clients, before);
            isBalanced &= before.stream().allMatch(reading -> reading.ledger().isBalanced());
        }
        return isBalanced ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /**
     * Prints what the nodes say that answer.
     *
     * @throws RuntimeException of one that does not; those of others are suppressed in it.
     */
    private List<NodeReading> readAndPrint(final List<AdminClient> clients, final List<NodeReading> before)
    {
        final List<NodeReading> now = new ArrayList<>();
        RuntimeException failure = null;
        for (final AdminClient client : clients)
        {
            try
            {
                now.add(NodeReading.of(client.url(), client, SystemNanoClock.INSTANCE));
            }
            catch (final AdminException | NodeUnreachableException e)
            {
                failure = worse(failure, e);
            }
        }
        print(now, before);
        if (failure != null)
        {
            throw failure;
        }
        return now;
    }

    /** That no node answers is worse than that one refuses. */
    private static RuntimeException worse(final RuntimeException one, final RuntimeException other)
    {
        if (one == null)
        {
            return other;
        }
        final boolean isOther = other instanceof NodeUnreachableException && !(one instanceof NodeUnreachableException);
        final RuntimeException worse = isOther ? other : one;
        worse.addSuppressed(isOther ? one : other);
        return worse;
    }

    private void print(final List<NodeReading> now, final List<NodeReading> before)
    {
        if (!output.isJson())
        {
            watch.redraw(output.out());
        }
        final ReadingText text = new ReadingText(isAll, Terminal.isOutput(), HelpText.width());
        for (int i = 0; i < now.size(); i++)
        {
            if (output.isJson())
            {
                output.json(now.get(i).json());
            }
            else
            {
                text.print(now.get(i), before.isEmpty() ? null : before.get(i), output.out());
                output.out().println();
            }
        }
        output.out().flush();
    }
}
