package io.roce.tools.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.fault.FaultRule;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;

import java.util.List;

/** The fault rules of a node, by its admin API. */
public final class NodeFaults
{
    private static final String PATH = "/v1/faults";
    private static final String[] COLUMNS = {"rule", "seen", "matched", "unapplied", "held"};

    private NodeFaults()
    {
    }

    /** What there are, and what each has done. */
    static JsonNode list(final NodeAdmin admin)
    {
        return admin.request("GET", PATH, null);
    }

    /** Puts rules in the place of those that there are; none ends all faults. */
    public static JsonNode replace(final NodeAdmin admin, final List<FaultRule> rules)
    {
        final ObjectNode body = Json.object();
        final ArrayNode texts = body.putArray("rules");
        rules.forEach(rule -> texts.add(rule.toString()));
        return admin.request("PUT", PATH, body);
    }

    static void print(final JsonNode faults, final Output output)
    {
        if (output.isJson())
        {
            output.json(faults);
        }
        else if (faults.path("rules").isEmpty())
        {
            output.out().println("no fault rules");
        }
        else
        {
            ValueText.printTable(faults.path("rules"), output.out(), COLUMNS);
        }
    }
}
