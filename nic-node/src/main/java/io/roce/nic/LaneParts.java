package io.roce.nic;

import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;

import java.util.HashMap;
import java.util.Map;

/**
 * What a lane begins with.
 *
 * @param queuePairs the lane's from when it is bound on.
 * @param egresses   what they send by; filled once there is something to send by.
 */
record LaneParts(QueuePairs queuePairs, Map<GidEntry, Egress> egresses)
{
    /** Queue pairs that do not look for a way out. */
    static LaneParts of(final QueuePairs queuePairs)
    {
        return new LaneParts(queuePairs, new HashMap<>());
    }
}
