package io.roce.tools.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.Json;

import java.util.Map;
import java.util.TreeMap;

/**
 * Drops of a node, read at one moment.
 *
 * @param summary how many there were and how many are kept, in all and of each fate.
 * @param fates   of it, those that were asked for.
 * @param drops   oldest first.
 * @param qpns    what was true of the numbers that they name, in their order.
 */
record DropReading(JsonNode summary, ArrayNode fates, ArrayNode drops, ArrayNode qpns)
{
    /** How many are asked for at once. */
    private static final int PAGE = 1_000;

    /** @param after only drops with a higher number. */
    static DropReading of(final NodeAdmin admin, final DropFilter filter, final long after)
    {
        final ArrayNode drops = Json.object().putArray("drops");
        final Map<Integer, JsonNode> qpns = new TreeMap<>();
        JsonNode summary = null;
        JsonNode page;
        JsonNode next = null;
        do
        {
            final int wanted = filter.limit() - drops.size();
            page = admin.request(
                "GET",
                "/v1/drops?limit=" + Math.min(PAGE, wanted) +
                    (next == null ? "&last=" + wanted + "&after=" + after : "&after=" + next.asLong()) +
                    filter.parameters(),
                null);
            summary = summary == null ? page : summary;
            page.path("drops").forEach(drops::add);
            page.path("qpns").forEach(qpn -> qpns.put(qpn.path("qpn").asInt(), qpn));
            next = page.path("next");
        }
        while (next.isIntegralNumber() && drops.size() < filter.limit());
        final ArrayNode numbers = Json.object().putArray("qpns");
        qpns.values().forEach(numbers::add);
        final ArrayNode fates = Json.object().putArray("fates");
        summary.path("fates").forEach(fate ->
        {
            if (filter.isAsked(fate.path("fate").asText()))
            {
                fates.add(fate);
            }
        });
        return new DropReading(summary, fates, drops, numbers);
    }

    /** Of the newest drop that the node had, whether it was asked for or not. */
    long newest()
    {
        final long last = drops.isEmpty() ? 0 : drops.get(drops.size() - 1).path("number").asLong();
        return Math.max(dropped(), last);
    }

    long dropped()
    {
        return summary.path("dropped").asLong();
    }

    long kept()
    {
        return summary.path("kept").asLong();
    }

    /** How many were dropped, or are kept, of the fates that were asked for. */
    long sum(final String name)
    {
        long sum = 0;
        for (final JsonNode fate : fates)
        {
            sum += fate.path(name).asLong();
        }
        return sum;
    }

    long capacity()
    {
        return summary.path("capacity").asLong();
    }

    ObjectNode json(final String url)
    {
        final ObjectNode json = Json.object().put("node", url);
        json.put("capacity", capacity());
        json.put("dropped", sum("dropped"));
        json.put("kept", sum("kept"));
        json.set("fates", fates);
        json.set("drops", drops);
        json.set("qpns", qpns);
        return json;
    }
}
