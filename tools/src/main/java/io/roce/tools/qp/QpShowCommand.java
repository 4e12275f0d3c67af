package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code roce qp show}. */
@Command(
    name = "show",
    description = "Show one queue pair: state, attributes, counters, and who had its number before.")
public final class QpShowCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Parameters(paramLabel = "QPN", converter = Numbers.Uint24.class, description = "Which queue pair.")
    private int qpn;

    @Override
    public Integer call()
    {
        final JsonNode answer = node.client().request("GET", "/v1/qps/" + qpn, null);
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
