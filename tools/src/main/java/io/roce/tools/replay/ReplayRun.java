package io.roce.tools.replay;

import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.ledger.NodeAccount;
import io.roce.tools.ledger.SendOutcome;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.pace.Pacer;
import io.roce.tools.pace.Pause;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.send.PacketSink;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Supplier;

import org.agrona.concurrent.SystemNanoClock;

/** One replay from start to end: queue pairs made if asked for, packets sent, the node asked, queue pairs destroyed. */
public final class ReplayRun
{
    private final Replay replay;
    private final QpnMap qpnMap;
    private final PacketRewriter rewriter;
    private final PacketSink sink;
    private final InetAddress source;
    private final double speed;

    /**
     * @param qpnMap   the one that the rewriter reads.
     * @param source   the address that the sink sends from.
     * @param speed    how many times as fast as recorded; {@link Replay#AS_FAST_AS_POSSIBLE}.
     */
    public ReplayRun(
        final Replay replay,
        final QpnMap qpnMap,
        final PacketRewriter rewriter,
        final PacketSink sink,
        final InetAddress source,
        final double speed)
    {
        this.replay = replay;
        this.qpnMap = qpnMap;
        this.rewriter = rewriter;
        this.sink = sink;
        this.source = source;
        this.speed = speed;
    }

    /** Sends to whatever the node has. */
    public ReplayResult run(final Supplier<NodeAccount> account) throws IOException
    {
        return run(account, List.of());
    }

    /**
     * Makes the queue pairs first, and destroys them at the end.
     *
     * @param at     the address that the sink sends to.
     * @param isKeep whether they stay after all.
     */
    public ReplayResult runProvisioned(
        final NodeAdmin admin, final DataAddress at, final Supplier<NodeAccount> account, final boolean isKeep)
        throws IOException
    {
        final Conversations conversations = replay.conversations();
        try (OwnedQps owned = new OwnedQps(admin, at))
        {
            final List<ProvisionedQp> provisioned =
                new Provisioner(owned, qpnMap).provision(conversations.qps(), source);
            final ReplayResult result = run(account, provisioned);
            if (isKeep)
            {
                owned.keep();
            }
            return result;
        }
    }

    private ReplayResult run(final Supplier<NodeAccount> opener, final List<ProvisionedQp> provisioned)
        throws IOException
    {
        final NodeAccount account = opener.get();
        final long sent = replay.send(rewriter, sink, new Pacer(SystemNanoClock.INSTANCE, Pause.REAL), speed);
        final SendOutcome outcome = account.finish(sent);
        return new ReplayResult(provisioned, replay.skipped(), rewriter.icrcsNotJudged(), outcome, replay.fault());
    }
}
