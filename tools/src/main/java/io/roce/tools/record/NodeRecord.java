package io.roce.tools.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.record.RecordMode;
import io.roce.nic.record.RecordState;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.ValueText;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;

/** The annotated capture of a node, by its admin API. */
final class NodeRecord
{
    private static final String PATH = "/v1/record";

    private NodeRecord()
    {
    }

    static JsonNode status(final NodeAdmin admin)
    {
        return admin.request("GET", PATH, null);
    }

    /** @param mode null for the one that the node was started with. */
    static JsonNode on(final NodeAdmin admin, final RecordMode mode)
    {
        final ObjectNode body = Json.object();
        if (mode != null)
        {
            body.put("mode", mode.label());
        }
        return admin.request("PUT", PATH, body);
    }

    static JsonNode off(final NodeAdmin admin)
    {
        return admin.request("DELETE", PATH, null);
    }

    /** @return the exit status: what has failed did not hold. */
    static int print(final JsonNode record, final Output output)
    {
        if (output.isJson())
        {
            output.json(record);
        }
        else
        {
            ValueText.print(record, output.out());
        }
        return RecordState.FAILED.name().equals(record.path("state").asText()) ? ExitStatus.FAILED : ExitStatus.DONE;
    }
}
