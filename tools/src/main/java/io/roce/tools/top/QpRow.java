package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.wire.Qpn;

/**
 * A queue pair, as a node lists it.
 *
 * @param refused packets, of whatever kind.
 * @param peer    address and number of its peer; a dash where it has none.
 */
record QpRow(
    int qpn, String type, String state, long generation, long requests, long responses, long refused, String peer)
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
            counters.path("requests").asLong(),
            counters.path("responses").asLong(),
            counters.path("refused").asLong(),
            attributes.path("dest_qp_num").isIntegralNumber() ?
                address + " " + Qpn.format(attributes.path("dest_qp_num").asInt()) : address);
    }
}
