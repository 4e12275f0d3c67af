package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpState;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.NodeOption;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code roce qp list}. */
@Command(name = "list", description = "List live queue pairs in the order of their numbers.")
public final class QpListCommand implements Callable<Integer>
{
    /** How many are asked for at once. */
    private static final int PAGE = 1_000;

    @Mixin
    private NodeOption node;

    @Mixin
    private Output output;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "Only those in this state: ${COMPLETION-CANDIDATES}.")
    private QpState state;

    @Option(
        names = "--limit",
        paramLabel = "N",
        converter = Numbers.Count.class,
        description = "At most so many; by default all.")
    private Integer limit;

    @Override
    public Integer call()
    {
        final ObjectNode all = Json.object();
        final ArrayNode qps = all.putArray("qps");
        final JsonNode next = collect(node.client(), qps);
        if (output.isJson())
        {
            output.json(all.set("next", next));
        }
        else
        {
            ValueText.printTable(qps, output.out(), QpCreateCommand.COLUMNS);
        }
        return ExitStatus.DONE;
    }

    /** Adds page after page, and answers the {@code next} of the last one. */
    private JsonNode collect(final AdminClient client, final ArrayNode qps)
    {
        final int wanted = limit == null ? Integer.MAX_VALUE : limit;
        JsonNode next = null;
        do
        {
            final JsonNode page = client.request(
                "GET",
                "/v1/qps?limit=" + Math.min(PAGE, wanted - qps.size()) +
                    (next == null ? "" : "&after=" + next.asInt()) +
                    (state == null ? "" : "&state=" + state),
                null);
            page.path("qps").forEach(qps::add);
            next = page.path("next").isIntegralNumber() ? page.path("next") : null;
        }
        while (next != null && qps.size() < wanted);
        return next;
    }
}
