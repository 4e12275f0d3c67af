package io.roce.tools.stale;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Durations;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.wire.Qpn;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * An old peer goes on sending to a queue pair that goes through RESET and up again instead of being destroyed: to
 * another peer, and then to the old peer's own address. It keeps its number, so that no quarantine protects it; where
 * the node's reset hold keeps it in RESET, the drill waits for the end of that. Not thread-safe.
 */
public final class ResetDrill
{
    private static final String RESET_HOLD = "RESET_HOLD";

    private final NodeAdmin admin;
    private final OwnedQps owned;
    private final FateProbe probe;
    private final HoldWait wait;
    private final DrillPeers peers;
    private int refusedInits;

    public ResetDrill(
        final NodeAdmin admin,
        final OwnedQps owned,
        final FateProbe probe,
        final HoldWait wait,
        final DrillPeers peers)
    {
        this.admin = admin;
        this.owned = owned;
        this.probe = probe;
        this.wait = wait;
        this.peers = peers;
    }

    /**
     * Runs it once.
     *
     * @throws CommandFailedException when the node's reset hold is too long to wait for.
     */
    public DrillResult run() throws IOException
    {
        final NodePolicies policies = NodePolicies.of(admin);
        if (policies.resetHold() == ResetHold.REFUSE)
        {
            wait.requireBearable("queue pairs in RESET", policies.quarantine().timeNs());
        }
        final QpPlan toOld = peers.toOld();
        final QpPlan toOther = peers.toOther();

        final int qpn = owned.create(QpType.RC);
        owned.bringUp(qpn, toOld, QpState.RTS);
        probe.send("live, in RTS, connected to the sender", qpn, Fate.DELIVERED_REQUEST);

        owned.toReset(qpn);
        probe.send("back in RESET", qpn, Fate.QP_STATE_RESET);
        leaveReset(qpn, toOther);
        probe.send("in INIT", qpn, Fate.QP_STATE_INIT);
        owned.step(qpn, toOther, QpState.RTR);
        final DrillStep otherPeer = probe.send("in RTR, connected to another address", qpn, Fate.PEER_MISMATCH);

        owned.toReset(qpn);
        probe.send("back in RESET again", qpn, Fate.QP_STATE_RESET);
        leaveReset(qpn, toOld);
        owned.bringUp(qpn, toOld, QpState.INIT, QpState.RTS);
        final DrillStep samePeer =
            probe.send("in RTS, connected to the sender again", qpn, Fate.DELIVERED_REQUEST);
        final JsonNode counters = admin.request("GET", "/v1/qps/" + qpn, null).path("counters");
        owned.destroy(qpn);

        return new DrillResult(
            qpn,
            policies,
            probe.steps(),
            otherPeer,
            samePeer,
            new DrillResult.Reset(counters.path("early_inits").asLong(), refusedInits));
    }

    /** Goes to INIT as soon as the node allows it; while it does not, the queue pair is still in RESET. */
    private void leaveReset(final int qpn, final QpPlan plan) throws IOException
    {
        final long leftNs = init(qpn, plan);
        if (leftNs != HoldWait.OVER)
        {
            final String refused = "kept there: INIT refused, " + RESET_HOLD + " for " + Durations.format(leftNs);
            probe.send(refused, qpn, Fate.QP_STATE_RESET);
            wait.await(Qpn.format(qpn) + " in RESET", leftNs, () -> init(qpn, plan));
        }
    }

    /** Tries it, and answers how long it will be refused when it was. */
    private long init(final int qpn, final QpPlan plan)
    {
        try
        {
            owned.step(qpn, plan, QpState.INIT);
            return HoldWait.OVER;
        }
        catch (final AdminException ex)
        {
            if (!RESET_HOLD.equals(ex.code()))
            {
                throw ex;
            }
            refusedInits++;
            return TimeUnit.MILLISECONDS.toNanos(ex.field("remaining_ms").asLong());
        }
    }
}
