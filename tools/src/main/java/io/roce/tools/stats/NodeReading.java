package io.roce.tools.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Json;

/**
 * What a node counts, read at one moment.
 *
 * @param atNs when, on the clock that {@link System#nanoTime} reads.
 */
record NodeReading(
    String url, long atNs, JsonNode ledger, JsonNode table, JsonNode cache, JsonNode quarantine)
{
    static NodeReading of(final AdminClient client)
    {
        return new NodeReading(
            client.url(),
            System.nanoTime(),
            client.request("GET", "/v1/ledger", null),
            client.request("GET", "/v1/table", null),
            client.request("GET", "/v1/cache", null),
            client.request("GET", "/v1/quarantine", null));
    }

    long received()
    {
        return ledger.path("received").asLong();
    }

    long injected()
    {
        return ledger.path("injected").asLong();
    }

    long held()
    {
        return ledger.path("held").asLong();
    }

    /** Sum of all fates. */
    long ended()
    {
        long ended = 0;
        for (final JsonNode fate : ledger.path("fates"))
        {
            ended += fate.path("count").asLong();
        }
        return ended;
    }

    /** Whether every datagram has its one fate. */
    boolean isBalanced()
    {
        return received() + injected() == ended() + held();
    }

    /** The count of a fate by its name; 0 when the node does not know it. */
    long count(final String fate)
    {
        for (final JsonNode row : ledger.path("fates"))
        {
            if (fate.equals(row.path("fate").asText()))
            {
                return row.path("count").asLong();
            }
        }
        return 0;
    }

    /** What the node answered, under one roof. */
    ObjectNode json()
    {
        final ObjectNode all = Json.object().put("node", url).put("balanced", isBalanced());
        all.set("ledger", ledger);
        all.set("table", table);
        all.set("cache", cache);
        all.set("quarantine", quarantine);
        return all;
    }
}
