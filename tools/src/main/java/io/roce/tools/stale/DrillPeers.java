package io.roce.tools.stale;

import io.roce.nic.qp.QpType;
import io.roce.tools.qp.AckTimers;
import io.roce.tools.qp.QpPlan;

import java.net.InetAddress;

/**
 * The peers that the drill's queue pairs are connected to. No queue pair of theirs need exist, and none does; their
 * timers are said to be the usual ones, from which a node whose quarantine is auto takes its time.
 *
 * @param old   the address that the old peer sends from.
 * @param other any other.
 */
public record DrillPeers(InetAddress old, InetAddress other)
{
    private static final int PEER_QPN = 0x1234;

    QpPlan toOld()
    {
        return to(old);
    }

    QpPlan toOther()
    {
        return to(other);
    }

    private static QpPlan to(final InetAddress peer)
    {
        return QpPlan.connectedTo(QpType.RC, peer, PEER_QPN).withTimers(AckTimers.DEFAULT, AckTimers.DEFAULT);
    }
}
