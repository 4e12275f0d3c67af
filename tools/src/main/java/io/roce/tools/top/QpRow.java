package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.wire.Qpn;

/**
 * A queue pair, as a node lists it.
 *
 * @param peer   address and number of its peer; a dash where it has none.
 * @param counts requests, responses, and what it refused.
 */
record QpRow(int qpn, String type, String state, long generation, String peer, String counts)
{
    private static final String NONE = "-";

    static QpRow of(final JsonNode json)
    {
        final JsonNode attributes = json.path("attributes");
        final JsonNode counters = json.path("counters");
        final String address = attributes.path("dgid").asText(NONE);
        return new QpRow(
            json.path("qpn").asInt(),
            json.path("type").asText(),
            json.path("state").asText(),
            json.path("generation").asLong(),
            attributes.path("dest_qp_num").isIntegralNumber() ?
                address + " " + Qpn.format(attributes.path("dest_qp_num").asInt()) : address,
            "%5s %5s %5s".formatted(
                count(counters, "requests"), count(counters, "responses"), count(counters, "refused")));
    }

    private static String count(final JsonNode counters, final String name)
    {
        return Figures.count(counters.path(name).asLong());
    }
}
