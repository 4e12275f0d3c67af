package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpState;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roce qp modify}. */
@Command(
    name = "modify",
    description = {
        "Bring a queue pair to another state, or change attributes in this one.",
        "A refused call says which attributes are missing or forbidden, and changes nothing."
    },
    modelTransformer = AttributeOptions.class)
public final class QpModifyCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Parameters(paramLabel = "QPN", converter = Numbers.Uint24.class, description = "Which queue pair.")
    private int qpn;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "The state to go to: ${COMPLETION-CANDIDATES}. Without it the state stays.")
    private QpState state;

    @Option(
        names = "--cur-qp-state",
        paramLabel = "STATE",
        description = "The state that the queue pair is taken to be in; the call is refused when it is in another.")
    private QpState current;

    @ArgGroup(exclusive = false)
    private PeerTimersOptions peerTimers;

    @Override
    public Integer call()
    {
        final ObjectNode body = Json.object();
        if (state != null)
        {
            body.put("state", state.name());
        }
        if (current != null)
        {
            body.put("cur_qp_state", current.name());
        }
        AttributeOptions.putInto(body, spec);
        if (peerTimers != null)
        {
            peerTimers.putInto(body);
        }
        if (body.isEmpty())
        {
            throw new ParameterException(spec.commandLine(), "nothing to modify: neither --state nor an attribute");
        }
        final JsonNode answer = node.client().request("PATCH", "/v1/qps/" + qpn, body);
        if (output.isJson())
        {
            output.json(answer);
        }
        else
        {
            ValueText.print(answer, output.out());
        }
        return ExitStatus.DONE;
    }
}
