package io.roce.tools.stale;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.stats.Fate;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.wire.Qpn;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * An old peer goes on sending to a number through the whole life of it: live, destroyed, free, and given to new queue
 * pairs, first one with another peer and then one with the old peer's own address. Not thread-safe.
 */
public final class DestroyDrill
{
    private final NodeAdmin admin;
    private final OwnedQps owned;
    private final FateProbe probe;
    private final QuarantineWait quarantine;
    private final DrillPeers peers;

    public DestroyDrill(
        final NodeAdmin admin,
        final OwnedQps owned,
        final FateProbe probe,
        final QuarantineWait quarantine,
        final DrillPeers peers)
    {
        this.admin = admin;
        this.owned = owned;
        this.probe = probe;
        this.quarantine = quarantine;
        this.peers = peers;
    }

    /**
     * Runs it once.
     *
     * @throws CommandFailedException when the node's quarantine is too long to wait for, or the number is lost to
     *                                others.
     */
    public DrillResult run() throws IOException
    {
        final NodePolicies policies = NodePolicies.of(admin);
        final QuarantinePolicy policy = policies.quarantine();
        quarantine.requireBearable(policy);
        final QpPlan toOld = peers.toOld();
        final QpPlan toOther = peers.toOther();

        final int qpn = owned.create(QpType.RC);
        owned.bringUp(qpn, toOld, QpState.RTS);
        probe.send("live, in RTS, connected to the sender", qpn, Fate.DELIVERED_REQUEST);

        final long heldMs = owned.destroy(qpn);
        if (heldMs == 0)
        {
            probe.send("destroyed; the node has no quarantine", qpn, Fate.QPN_UNALLOCATED);
        }
        else
        {
            probe.send("destroyed", qpn, Fate.QPN_QUARANTINED);
            quarantine.awaitFree(qpn, policy);
            probe.send("quarantine over", qpn, Fate.QPN_UNALLOCATED);
        }

        reissue(qpn);
        probe.send("reissued, in RESET", qpn, Fate.QP_STATE_RESET);
        owned.bringUp(qpn, toOther, QpState.INIT);
        probe.send("reissued, in INIT", qpn, Fate.QP_STATE_INIT);
        owned.bringUp(qpn, toOther, QpState.INIT, QpState.RTS);
        final DrillStep otherPeer =
            probe.send("reissued, in RTS, connected to another address", qpn, Fate.PEER_MISMATCH);

        owned.destroy(qpn);
        quarantine.awaitFree(qpn, policy);
        reissue(qpn);
        owned.bringUp(qpn, toOld, QpState.RTS);
        final DrillStep samePeer =
            probe.send("reissued again, in RTS, connected to the sender", qpn, Fate.DELIVERED_REQUEST);
        owned.destroy(qpn);

        return new DrillResult(
            qpn, policies, probe.steps(), otherPeer, samePeer, new DrillResult.Destroyed(heldNs(policy, heldMs)));
    }

    /** Where one time is for all it is known to the nanosecond. */
    private static long heldNs(final QuarantinePolicy policy, final long heldMs)
    {
        if (heldMs == OwnedQps.NO_BOUND)
        {
            return DrillResult.Destroyed.NO_BOUND;
        }
        return policy.isAuto() ? TimeUnit.MILLISECONDS.toNanos(heldMs) : policy.timeNs();
    }

    private void reissue(final int qpn)
    {
        if (owned.createIfFree(QpType.RC, qpn) == OwnedQps.NOT_FREE)
        {
            throw new CommandFailedException("the node did not give the number " + Qpn.format(qpn) + " a second time");
        }
    }
}
