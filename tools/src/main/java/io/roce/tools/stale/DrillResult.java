package io.roce.tools.stale;

import io.roce.nic.stats.Fate;

import java.util.List;

/**
 * What the drill found.
 *
 * @param qpn       the number that it was about.
 * @param policies  the node's.
 * @param steps     every packet, in order.
 * @param otherPeer the step in which the number belonged to a queue pair with another peer.
 * @param samePeer  the step in which it belonged to a new connection with the old peer's address.
 * @param outcome   what only this case of the drill finds.
 */
public record DrillResult(
    int qpn, NodePolicies policies, List<DrillStep> steps, DrillStep otherPeer, DrillStep samePeer, Outcome outcome)
{
    /** What only one case of the drill finds. */
    public sealed interface Outcome permits Destroyed, Reset
    {
    }

    /**
     * The queue pair was destroyed.
     *
     * @param quarantineNs how long the node holds the number back; 0 not at all, {@link #NO_BOUND} when no time ends
     *                     that.
     */
    public record Destroyed(long quarantineNs) implements Outcome
    {
        static final long NO_BOUND = -1;
    }

    /**
     * The queue pair went through RESET.
     *
     * @param earlyInits   how often the node counted that it left RESET too early.
     * @param refusedInits how often the node refused that.
     */
    public record Reset(long earlyInits, int refusedInits) implements Outcome
    {
    }

    /** Whether every packet met what it was to meet, and a queue pair that went through RESET stayed the same one. */
    public boolean isOk()
    {
        return steps.stream().allMatch(DrillStep::isOk) && isKept();
    }

    /** Whether a queue pair that went through RESET kept its generation and counted its epoch up; true of others. */
    public boolean isKept()
    {
        final QpIdentity first = steps.get(0).identity();
        final QpIdentity last = samePeer.identity();
        return outcome instanceof Destroyed ||
            first.generation() == last.generation() && first.epoch() < last.epoch();
    }

    /** What stopped a packet, as {@link DrillStep#got} has it; null when nothing did: it reached the queue pair. */
    public static String stoppedBy(final DrillStep step)
    {
        return Fate.DELIVERED_REQUEST.name().equals(step.got()) ? null : step.got();
    }
}
