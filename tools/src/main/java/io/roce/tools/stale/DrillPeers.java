package io.roce.tools.stale;

import io.roce.nic.qp.QpType;
import io.roce.tools.qp.QpPlan;

import java.net.InetAddress;

/**
 * The peers that the drill's queue pairs are connected to. No queue pair of theirs need exist, and none does.
 *
 * @param old   the address that the old peer sends from.
 * @param other any other.
 */
public record DrillPeers(InetAddress old, InetAddress other)
{
    private static final int PEER_QPN = 0x1234;

    QpPlan toOld()
    {
        return QpPlan.connectedTo(QpType.RC, old, PEER_QPN);
    }

    QpPlan toOther()
    {
        return QpPlan.connectedTo(QpType.RC, other, PEER_QPN);
    }
}
