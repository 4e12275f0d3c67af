package io.roce.tools.stale;

import io.roce.nic.stats.Fate;

import java.util.List;

/**
 * What the drill found.
 *
 * @param qpn          the number that it was about.
 * @param quarantineNs how long the node holds numbers back; 0 not at all.
 * @param steps        every packet, in order.
 * @param otherPeer    the step in which the number belonged to a queue pair with another peer.
 * @param samePeer     the step in which it belonged to a new queue pair with the old peer's address.
 */
public record DrillResult(
    int qpn, long quarantineNs, List<DrillStep> steps, DrillStep otherPeer, DrillStep samePeer)
{
    public boolean isOk()
    {
        return steps.stream().allMatch(DrillStep::isOk);
    }

    /** What stopped a packet, as {@link DrillStep#got} has it; null when nothing did: it reached the queue pair. */
    public static String stoppedBy(final DrillStep step)
    {
        return Fate.DELIVERED_REQUEST.name().equals(step.got()) ? null : step.got();
    }
}
