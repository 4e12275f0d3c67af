package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code roce qp create}. */
@Command(name = "create", description = "Create queue pairs in RESET: as many as asked for, or none.")
public final class QpCreateCommand implements Callable<Integer>
{
    /** What is shown of each queue pair in a list. */
    static final String[] COLUMNS = {"qpn", "type", "state", "generation", "epoch"};

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Option(
        names = "--type",
        paramLabel = "TYPE",
        defaultValue = "RC",
        description = "Transport service: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private QpType type;

    @Option(
        names = "--count",
        paramLabel = "N",
        defaultValue = "1",
        converter = QpCount.class,
        description = "How many, 1 to " + QpCount.MAX + ". Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
        names = "--qpn",
        paramLabel = "QPN",
        converter = Numbers.UserQpn.class,
        description = "The number that it shall have, 0x2 to 0xfffffe; by default the node chooses.")
    private Integer qpn;

    @Option(names = "--contiguous", description = "Numbers in a row.")
    private boolean isContiguous;

    @Override
    public Integer call()
    {
        if (qpn != null && count > 1)
        {
            throw new ParameterException(spec.commandLine(), "--qpn asks for one number, --count for " + count);
        }
        final ObjectNode body = Json.object().put("type", type.name()).put("count", count);
        if (qpn != null)
        {
            body.put("qpn", qpn.intValue());
        }
        if (isContiguous)
        {
            body.put("contiguous", true);
        }
        final JsonNode answer = node.client().request("POST", "/v1/qps", body);
        if (output.isJson())
        {
            output.json(answer);
        }
        else
        {
            ValueText.printTable(answer.path("qps"), output.out(), COLUMNS);
        }
        return ExitStatus.DONE;
    }
}
