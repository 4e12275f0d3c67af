package io.roce.tools.stale;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.ledger.LedgerDifference;
import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.wire.Qpn;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * An old peer goes on sending to a number through the whole life of it: live, destroyed, free, and given to new queue
 * pairs, first one with another peer and then one with the old peer's own address. One packet at a time, each with its
 * fate read off the node's ledger. Not thread-safe.
 */
public final class StaleDrill
{
    /** Packets of others may come in between: that often a packet is sent again before the fate counts as not known. */
    private static final int TRIES = 3;

    /** No queue pair of the peer need exist, and none does. */
    private static final int PEER_QPN = 0x1234;

    private final OwnedQps owned;
    private final OldPeer oldPeer;
    private final LedgerWatch watch;
    private final QuarantineWait quarantine;
    private final InetAddress oldAddress;
    private final InetAddress otherAddress;
    private final Consumer<DrillStep> onStep;
    private final List<DrillStep> steps = new ArrayList<>();

    /**
     * @param oldAddress   the one that the old peer sends from.
     * @param otherAddress any other.
     * @param onStep       told of each step when it is done.
     */
    public StaleDrill(
        final OwnedQps owned,
        final OldPeer oldPeer,
        final LedgerWatch watch,
        final QuarantineWait quarantine,
        final InetAddress oldAddress,
        final InetAddress otherAddress,
        final Consumer<DrillStep> onStep)
    {
        this.owned = owned;
        this.oldPeer = oldPeer;
        this.watch = watch;
        this.quarantine = quarantine;
        this.oldAddress = oldAddress;
        this.otherAddress = otherAddress;
        this.onStep = onStep;
    }

    /**
     * Runs it once.
     *
     * @throws CommandFailedException when the node's quarantine is too long to wait for, or the number is lost to
     * others.
     */
    public DrillResult run() throws IOException
    {
        final long quarantineNs = quarantine.requireBearable();
        final QpPlan fromOld = QpPlan.connectedTo(QpType.RC, oldAddress, PEER_QPN);
        final QpPlan fromOther = QpPlan.connectedTo(QpType.RC, otherAddress, PEER_QPN);

        final int qpn = owned.create(QpType.RC);
        owned.bringUp(qpn, fromOld, QpState.RTS);
        step("live, in RTS, connected to the sender", qpn, Fate.DELIVERED_REQUEST);

        owned.destroy(qpn);
        if (quarantineNs == 0)
        {
            step("destroyed; the node has no quarantine", qpn, Fate.QPN_UNALLOCATED);
        }
        else
        {
            step("destroyed", qpn, Fate.QPN_QUARANTINED);
            quarantine.awaitFree(qpn);
            step("quarantine over", qpn, Fate.QPN_UNALLOCATED);
        }

        reissue(qpn);
        step("reissued, in RESET", qpn, Fate.QP_STATE_RESET);
        owned.bringUp(qpn, fromOther, QpState.INIT);
        step("reissued, in INIT", qpn, Fate.QP_STATE_INIT);
        owned.bringUp(qpn, fromOther, QpState.INIT, QpState.RTS);
        final DrillStep otherPeer = step("reissued, in RTS, connected to another address", qpn, Fate.PEER_MISMATCH);

        owned.destroy(qpn);
        quarantine.awaitFree(qpn);
        reissue(qpn);
        owned.bringUp(qpn, fromOld, QpState.RTS);
        final DrillStep samePeer =
            step("reissued again, in RTS, connected to the sender's address", qpn, Fate.DELIVERED_REQUEST);
        owned.destroy(qpn);

        return new DrillResult(qpn, quarantineNs, steps, otherPeer, samePeer);
    }

    private void reissue(final int qpn)
    {
        if (owned.createIfFree(QpType.RC, qpn) == OwnedQps.NOT_FREE)
        {
            throw new CommandFailedException("the node did not give the number " + Qpn.format(qpn) + " a second time");
        }
    }

    private DrillStep step(final String what, final int qpn, final Fate expected) throws IOException
    {
        final DrillStep step = new DrillStep(what, expected, fate(qpn));
        steps.add(step);
        onStep.accept(step);
        return step;
    }

    private String fate(final int qpn) throws IOException
    {
        LedgerDifference difference = null;
        for (int i = 0; i < TRIES; i++)
        {
            watch.begin();
            oldPeer.send(qpn);
            difference = watch.settle(1);
            if (difference.onlyFate() != null)
            {
                return difference.onlyFate();
            }
            if (difference.received() == 0)
            {
                return "not received";
            }
        }
        return "not clear among other traffic: " + difference.fates();
    }
}
