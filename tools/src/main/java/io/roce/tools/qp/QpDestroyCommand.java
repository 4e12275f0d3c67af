package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Qpn;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code roce qp destroy}. */
@Command(name = "destroy", description = "Destroy queue pairs. Their numbers go into quarantine.")
public final class QpDestroyCommand implements Callable<Integer>
{
    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Parameters(
        paramLabel = "QPN",
        arity = "1..*",
        converter = Numbers.Uint24.class,
        description = "Which queue pairs.")
    private List<Integer> qpns;

    @Override
    public Integer call()
    {
        final AdminClient client = node.client();
        final ObjectNode all = Json.object();
        final ArrayNode destroyed = all.putArray("destroyed");
        int refused = 0;
        try
        {
            for (final int qpn : qpns)
            {
                try
                {
                    destroyed.add(client.request("DELETE", "/v1/qps/" + qpn, null));
                }
                catch (final AdminException e)
                {
                    refused++;
                    output.err().println("roce: " + Qpn.format(qpn) + " is not destroyed: " + e.getMessage());
                }
            }
        }
        finally
        {
            print(all, destroyed);
        }
        return refused == 0 ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private void print(final JsonNode all, final ArrayNode destroyed)
    {
        if (output.isJson())
        {
            output.json(all);
        }
        else if (!destroyed.isEmpty())
        {
            final TextTable table = new TextTable("QPN", "GENERATION", "REUSABLE IN");
            for (final JsonNode qp : destroyed)
            {
                final JsonNode reusable = qp.path("reusable_in_ms");
                table.row(
                    Qpn.format(qp.path("qpn").asInt()),
                    qp.path("generation").asText(),
                    reusable.isNumber() ?
                        Durations.format(TimeUnit.MILLISECONDS.toNanos(reusable.asLong())) :
                        "no bound");
            }
            table.print(output.out());
        }
    }
}
