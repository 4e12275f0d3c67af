package io.roce.tools.faults;

import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;

import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roce faults clear}. */
@Command(name = "clear", description = "Take all fault rules of a node away. What they hold goes on at once.")
public final class FaultsClearCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        NodeFaults.print(NodeFaults.replace(node.client(), List.of()), output);
        return ExitStatus.DONE;
    }
}
