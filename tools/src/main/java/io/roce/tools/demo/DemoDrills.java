package io.roce.tools.demo;

import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.pace.Pause;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.send.SourceAddress;
import io.roce.tools.send.UdpSink;
import io.roce.tools.stale.CraftedOldPeer;
import io.roce.tools.stale.DestroyDrill;
import io.roce.tools.stale.DrillPeers;
import io.roce.tools.stale.DrillResult;
import io.roce.tools.stale.FateProbe;
import io.roce.tools.stale.HoldWait;
import io.roce.tools.stale.QuarantineWait;
import io.roce.tools.stale.ResetDrill;
import io.roce.wire.PKey;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;

/** Every case of the stale drill on one node. */
final class DemoDrills
{
    private static final long MAX_WAIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final DemoNode node;
    private final UdpSink sink;
    private final NanoClock clock;
    private final DrillPeers peers;
    private final HoldWait wait;

    /** @param sink sends to the node. */
    DemoDrills(final DemoNode node, final UdpSink sink, final NanoClock clock) throws IOException
    {
        this.node = node;
        this.sink = sink;
        this.clock = clock;
        final InetAddress old = sink.from().getAddress();
        peers = new DrillPeers(old, SourceAddress.otherThan(old));
        wait = new HoldWait(clock, Pause.REAL, MAX_WAIT_NS, leftNs -> { });
    }

    DrillResult destroy() throws IOException
    {
        try (OwnedQps owned = new OwnedQps(node.admin(), node.at()))
        {
            final QuarantineWait quarantine = new QuarantineWait(node.admin(), owned, wait);
            return new DestroyDrill(node.admin(), owned, probe(), quarantine, peers).run();
        }
    }

    DrillResult reset() throws IOException
    {
        try (OwnedQps owned = new OwnedQps(node.admin(), node.at()))
        {
            return new ResetDrill(node.admin(), owned, probe(), wait, peers).run();
        }
    }

    private FateProbe probe()
    {
        return new FateProbe(
            node.admin(),
            new CraftedOldPeer(sink, PKey.DEFAULT),
            new LedgerWatch(node.admin(), clock, Pause.REAL),
            step -> node.onSent(1));
    }
}
