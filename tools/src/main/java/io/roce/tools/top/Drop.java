package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A datagram that was dropped lately.
 *
 * @param number counts all drops of the node.
 * @param time   of day, UTC.
 * @param flow   where it came from and went to.
 * @param packet its headers in one line.
 * @param reason what was expected, and what came.
 */
record Drop(long number, String time, String fate, String flow, int destQp, String packet, String reason)
{
    /** In {@link #destQp()} where the packet is too short to name one. */
    static final int NONE = -1;

    private static final String DEFECT = "no reason but a defect of the node";

    /** One row of the node's last drops. */
    static Drop of(final JsonNode json)
    {
        return new Drop(
            json.path("number").asLong(),
            timeOfDay(json.path("time").asText()),
            json.path("fate").asText(),
            json.path("src").asText() + ':' + json.path("udp_src_port").asInt() + " > " + json.path("dst").asText(),
            json.path("dest_qp").asInt(NONE),
            json.path("packet").asText(),
            json.path("reason").path("text").asText(DEFECT));
    }

    /** Of an ISO time as far as milliseconds; what is none stays as it is. */
    private static String timeOfDay(final String time)
    {
        final int from = time.indexOf('T') + 1;
        final int point = time.indexOf('.', from);
        return time.substring(from, point < 0 ? time.length() : Math.min(time.length(), point + 4));
    }
}
