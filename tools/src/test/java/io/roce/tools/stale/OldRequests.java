package io.roce.tools.stale;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.qp.ModelNode;

/** Requests of the old peer. */
final class OldRequests
{
    /** Where they come from. */
    static final String ADDRESS = "127.50.0.1";

    private OldRequests()
    {
    }

    /** What a request from the old address is to meet, by the rules and not by the program. */
    static String fate(final ModelNode node, final int qpn)
    {
        final ObjectNode qp = node.qps().get(qpn);
        if (qp == null)
        {
            return node.isHeld(qpn) ? "QPN_QUARANTINED" : "QPN_UNALLOCATED";
        }
        return switch (qp.path("state").asText())
        {
            case "RTR", "RTS" -> ADDRESS.equals(qp.path("dgid").asText()) ? "DELIVERED_REQUEST" : "PEER_MISMATCH";
            default -> "QP_STATE_" + qp.path("state").asText();
        };
    }
}
