package io.roce.tools.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;
import io.roce.tools.send.RefusalSentence;

import java.nio.file.Path;

/** The result of a replay as a program reads it. */
final class ReplayJson
{
    private ReplayJson()
    {
    }

    /**
     * One document.
     *
     * @param isOneWay whether all packets went one way, which then is said at the top.
     */
    static ObjectNode of(
        final Path file, final ReplayResult result, final UnusedRules unused, final boolean isOneWay)
    {
        final ObjectNode json = Json.object().put("file", file.toString());
        if (isOneWay)
        {
            final NodeResult.Way way = result.nodes().get(0).ways().get(0);
            json.put("to", Addresses.format(way.to()));
            json.put("from", Addresses.format(way.from()));
            RefusalSentence.put(way.refusals(), json);
        }
        final ArrayNode provisioned = json.putArray("provisioned");
        for (final ProvisionedQp qp : result.provisioned())
        {
            provisioned.addObject()
                .put("recorded_address", Addresses.format(qp.recorded().endpoint().address()))
                .put("recorded_qpn", qp.recorded().endpoint().qpn())
                .put("type", qp.recorded().type().name())
                .put("at", Addresses.format(qp.at()))
                .put("qpn", qp.qpn());
        }
        final ObjectNode skipped = json.putObject("skipped");
        result.skipped().forEach(skipped::put);
        json.put("icrc_not_judged", result.icrcsNotJudged());
        final ArrayNode unusedMappings = json.putArray("unused_mappings");
        unused.qps().forEach(unusedMappings::add);
        final ArrayNode unusedAddresses = json.putArray("unused_addresses");
        unused.addresses().forEach(unusedAddresses::add);
        if (isOneWay)
        {
            json.setAll(result.nodes().get(0).outcome().json());
        }
        else
        {
            json.put("sent", result.sent());
            final ArrayNode nodes = json.putArray("nodes");
            result.nodes().forEach(node -> nodes.add(node(node)));
        }
        if (result.lateness().count() > 0)
        {
            json.set("late", result.lateness().json());
        }
        json.put("fault", result.fault());
        return json;
    }

    private static ObjectNode node(final NodeResult node)
    {
        final ObjectNode json =
            Json.object().put("node", node.admin() == null ? null : Addresses.format(node.admin()));
        final ArrayNode ways = json.putArray("ways");
        for (final NodeResult.Way way : node.ways())
        {
            final ObjectNode object = ways.addObject()
                .put("from", Addresses.format(way.from()))
                .put("to", Addresses.format(way.to()))
                .put("sent", way.sent());
            RefusalSentence.put(way.refusals(), object);
        }
        json.setAll(node.outcome().json());
        return json;
    }
}
