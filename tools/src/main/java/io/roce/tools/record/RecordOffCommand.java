package io.roce.tools.record;

import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code roce record off}. */
@Command(
    name = "off",
    description = "End the recording. Done when all that was recorded is in the file.")
public final class RecordOffCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Override
    public Integer call()
    {
        return NodeRecord.print(NodeRecord.off(node.client()), output);
    }
}
