package io.roce.tools.record;

import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roce record status}. */
@Command(
    name = "status",
    description = {
        "Show whether a node records, and what it has recorded since that was last switched on: of so many PACKETS " +
            "those RECORDED, and those MISSED because the disk was slower than the network. Exit status 1 when " +
            "recording has failed, as on a full disk."
    })
public final class RecordStatusCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        return NodeRecord.print(NodeRecord.status(node.client()), output);
    }
}
