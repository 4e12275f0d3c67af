package io.roce.nic.lane;

import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpType;

/**
 * How long a queue pair that ends must be feared: packets of its peer's may still be on their way, or be sent. Either
 * one time for all, or as long as it takes that peer to give up.
 */
final class HoldTime
{
    /** What a timeout of 0 would be if it were not for ever: code n stands for this times 2 to the n-th power. */
    private static final long TIMEOUT_UNIT_NS = 4_096;

    /** Hardware may wait so many times as long as it is told. */
    private static final long SLACK = 4;

    private final QpnPolicies policies;

    HoldTime(final QpnPolicies policies)
    {
        this.policies = policies;
    }

    /** Nanoseconds from now on for a queue pair that ends now. */
    long ns(final QpContext context)
    {
        if (!policies.quarantine().isAuto())
        {
            return policies.quarantine().timeNs();
        }
        if (context.type() != QpType.RC || !isConnected(context))
        {
            return policies.packetLifetimeNs();
        }

        final PeerTimers timers = timers(context);
        return timers.timeout() == 0 || timers.retryCnt() == PeerTimers.FOR_EVER ?
            policies.quarantineCapNs() :
            transmitNs(timers) + policies.packetLifetimeNs();
    }

    /** Whether the queue pair has been given a peer since RESET; it keeps it in ERR. */
    static boolean isConnected(final QpContext context)
    {
        return context.has(QpAttribute.DEST_QP_NUM);
    }

    /** From the first transmission of a request until its requester gives up, at the most. */
    private static long transmitNs(final PeerTimers timers)
    {
        return (timers.retryCnt() + 1) * (TIMEOUT_UNIT_NS << timers.timeout()) * SLACK;
    }

    /** The peer's; else the queue pair's own, as those of both ends are mostly the same; 0 before they are set. */
    private static PeerTimers timers(final QpContext context)
    {
        final PeerTimers known = context.peerTimers();
        return known != null ?
            known :
            new PeerTimers((int)context.value(QpAttribute.TIMEOUT), (int)context.value(QpAttribute.RETRY_CNT));
    }
}
