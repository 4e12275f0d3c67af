package io.roce.tools.stale;

import io.roce.nic.stats.Fate;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.ledger.LedgerDifference;
import io.roce.tools.ledger.LedgerWatch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Packets of the old peer, one at a time, each with its fate read off the node's ledger. Not thread-safe. */
public final class FateProbe
{
    /** Packets of others may come in between: that often a packet is sent again before the fate counts as not known. */
    private static final int TRIES = 3;

    private final NodeAdmin admin;
    private final OldPeer oldPeer;
    private final LedgerWatch watch;
    private final Consumer<DrillStep> onStep;
    private final List<DrillStep> steps = new ArrayList<>();

    /** @param onStep told of each step when it is done. */
    public FateProbe(
        final NodeAdmin admin, final OldPeer oldPeer, final LedgerWatch watch, final Consumer<DrillStep> onStep)
    {
        this.admin = admin;
        this.oldPeer = oldPeer;
        this.watch = watch;
        this.onStep = onStep;
    }

    /** Sends a packet to the number and waits for what becomes of it. */
    DrillStep send(final String what, final int qpn, final Fate expected) throws IOException
    {
        final DrillStep step = new DrillStep(what, QpIdentity.of(admin, qpn), expected, fate(qpn));
        steps.add(step);
        onStep.accept(step);
        return step;
    }

    /** All so far, in order. */
    List<DrillStep> steps()
    {
        return steps;
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
