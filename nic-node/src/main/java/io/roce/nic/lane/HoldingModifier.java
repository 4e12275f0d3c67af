package io.roce.nic.lane;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpModifier;
import io.roce.nic.qp.QpState;

/**
 * Modify with the reset hold: a queue pair that goes back to RESET keeps its number, so the peer of the connection that
 * ends is to be feared as that of a destroyed one, and what its way to INIT meets meanwhile is a policy.
 */
final class HoldingModifier
{
    private final QpModifier modifier;
    private final HoldTime holdTime;
    private final ResetHold policy;
    private long earlyInits;
    private long refusedInits;

    HoldingModifier(final QpModifier modifier, final HoldTime holdTime, final ResetHold policy)
    {
        this.modifier = modifier;
        this.holdTime = holdTime;
        this.policy = policy;
    }

    /** As {@link QpModifier#modify}, which it does, or refuses. */
    void modify(final QpContext context, final QpModification modification, final long nowNs) throws VerbsException
    {
        if (modification.next() == QpState.RESET)
        {
            reset(context, modification, nowNs);
        }
        else if (modification.next() == QpState.INIT && context.state() == QpState.RESET)
        {
            leaveReset(context, modification, nowNs);
        }
        else
        {
            modifier.modify(context, modification);
        }
    }

    /** Queue pairs that went to INIT before their hold was over; counted when they are warned of. */
    long earlyInits()
    {
        return earlyInits;
    }

    /** How often INIT was refused. */
    long refusedInits()
    {
        return refusedInits;
    }

    /** The connection that ends is to be feared, or an earlier one for longer. */
    private void reset(final QpContext context, final QpModification modification, final long nowNs)
        throws VerbsException
    {
        final long holdNs = HoldTime.isConnected(context) ? holdTime.ns(context) : 0;
        modifier.modify(context, modification);
        if (holdNs > context.resetHoldRemainingNs(nowNs))
        {
            context.resetHold(nowNs + holdNs);
        }
    }

    private void leaveReset(final QpContext context, final QpModification modification, final long nowNs)
        throws VerbsException
    {
        final long remainingNs = context.resetHoldRemainingNs(nowNs);
        if (remainingNs > 0 && policy == ResetHold.REFUSE)
        {
            refusedInits++;
            throw Refusals.resetHold(context.qpn(), remainingNs);
        }

        modifier.modify(context, modification);
        if (remainingNs > 0 && policy == ResetHold.WARN)
        {
            earlyInits++;
            context.onEarlyInit();
        }
    }
}
