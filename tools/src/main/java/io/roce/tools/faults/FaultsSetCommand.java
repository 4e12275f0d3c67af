package io.roce.tools.faults;

import io.roce.nic.fault.FaultRule;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;

import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code roce faults set}. */
@Command(
    name = "set",
    description = "Put fault rules in the place of those that a node has. They begin with nothing counted.",
    modelTransformer = FaultRulesHelp.class)
public final class FaultsSetCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Parameters(
        paramLabel = "RULE",
        arity = "1..*",
        converter = FaultRuleConverter.class,
        description = "DIRECTION:ACTION[=VALUE][:SELECTION], in the order in which datagrams come to them.")
    private List<FaultRule> rules;

    @Override
    public Integer call()
    {
        NodeFaults.print(NodeFaults.replace(node.client(), rules), output);
        return ExitStatus.DONE;
    }
}
