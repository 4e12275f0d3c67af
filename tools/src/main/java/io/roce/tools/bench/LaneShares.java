package io.roce.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.NodeAdmin;

/**
 * What the lanes of a node have done of its work since its start; of two lanes.
 *
 * @param received   by the sockets of all lanes.
 * @param handedOver from the lane that received it to the one that has the queue pair.
 * @param decided    by all lanes, nothing being under way.
 * @param bySecond   of that by the second.
 */
record LaneShares(long received, long handedOver, long decided, long bySecond)
{
    private static final double PERCENT = 100;

    static LaneShares read(final NodeAdmin admin)
    {
        long received = 0;
        long handedOver = 0;
        long decided = 0;
        long last = 0;
        for (final JsonNode lane : admin.request("GET", "/v1/ledger", null).path("lanes"))
        {
            received += lane.path("received").asLong();
            handedOver += lane.path("handed_over").asLong();
            last = lane.path("decided").asLong();
            decided += last;
        }
        return new LaneShares(received, handedOver, decided, last);
    }

    boolean isRight()
    {
        return received == decided && received > 0;
    }

    double handedOverPercent()
    {
        return PERCENT * handedOver / received;
    }

    double secondPercent()
    {
        return PERCENT * bySecond / decided;
    }
}
