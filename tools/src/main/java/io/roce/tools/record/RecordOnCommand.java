package io.roce.tools.record;

import io.roce.nic.record.RecordMode;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roce record on}. */
@Command(
    name = "on",
    description = "Begin to record, to a new file, or go on with what --only says. Done when the file is there.")
public final class RecordOnCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Option(
        names = "--only",
        paramLabel = "WHAT",
        converter = RecordModes.class,
        completionCandidates = RecordModes.class,
        description = "What is recorded: ${COMPLETION-CANDIDATES}. Default: what the node was started with.")
    private RecordMode mode;

    @Override
    public Integer call()
    {
        return NodeRecord.print(NodeRecord.on(node.client(), mode), output);
    }
}
