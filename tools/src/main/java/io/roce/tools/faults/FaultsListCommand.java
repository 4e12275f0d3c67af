package io.roce.tools.faults;

import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roce faults list}. */
@Command(
    name = "list",
    description = {
        "List the fault rules of a node, and of each how many datagrams came to it (SEEN), how many of these it " +
            "acted on (MATCHED), how many of those went on as they were, for want of room or of such a bit " +
            "(UNAPPLIED), and how many it holds at this moment (HELD)."
    })
public final class FaultsListCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        NodeFaults.print(NodeFaults.list(node.client()), output);
        return ExitStatus.DONE;
    }
}
