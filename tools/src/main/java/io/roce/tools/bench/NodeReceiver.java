package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.tools.ledger.LedgerDifference;
import io.roce.tools.ledger.LedgerReading;
import io.roce.tools.pace.Pause;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A node with queue pairs for every kind of packet. */
final class NodeReceiver implements Receiver
{
    /** In the pool of a node, and far behind what it gives first. */
    private static final int UNALLOCATED_QPN = 0x800000;

    /** Until it has received what was sent, drops of the kernel counted in. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(3);

    /** Seldom: what it costs the node to answer is in its figures. */
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(40);

    private final LinkKind link;
    private final BenchNode node;
    private int liveQpn;
    private int quarantinedQpn;

    private NodeReceiver(final LinkKind link, final BenchNode node)
    {
        this.link = link;
        this.node = node;
    }

    /** Starts it; {@link #prepare} is to follow. */
    static NodeReceiver start(final LinkKind link, final InetAddress at, final List<String> prefix) throws IOException
    {
        return new NodeReceiver(link, BenchNode.start(at, prefix, "--link", link.label(), "--quarantine", "1h"));
    }

    /** Makes the queue pairs, when it serves. */
    void prepare(final InetAddress sender, final int qpns)
    {
        node.awaitReady();
        liveQpn = node.createReady(sender, qpns);
        quarantinedQpn = node.createAndDestroy(qpns);
    }

    LinkKind link()
    {
        return link;
    }

    @Override
    public String label()
    {
        return link.label();
    }

    @Override
    public InetSocketAddress address()
    {
        return node.address();
    }

    @Override
    public int firstQpn(final ReceiveCase.Kind kind)
    {
        return switch (kind)
        {
            case GOOD -> liveQpn;
            case UNALLOCATED -> UNALLOCATED_QPN;
            case QUARANTINED -> quarantinedQpn;
        };
    }

    @Override
    public Sample measure(final Sending sending, final ReceiveCase.Kind kind) throws IOException
    {
        final LedgerReading before = node.ledger();
        final Usage usageBefore = node.usage();
        final Burst.Sent sent = sending.send();
        final long startNs = System.nanoTime();
        BurstAccount account = account(sent, before, kind);
        while (!account.isComplete() && System.nanoTime() - startNs < PATIENCE_NS)
        {
            Pause.REAL.pauseNs(INTERVAL_NS);
            account = account(sent, before, kind);
        }
        return new Sample(account, node.usage().since(usageBefore), sent);
    }

    @Override
    public void close()
    {
        node.close();
    }

    private BurstAccount account(final Burst.Sent sent, final LedgerReading before, final ReceiveCase.Kind kind)
    {
        final LedgerDifference difference = node.ledger().since(before);
        return new BurstAccount(
            sent.packets(),
            sent.piece(),
            difference.received(),
            difference.count(kind.fate().name()),
            difference.knownKernelDrops(),
            difference.isBalanced());
    }
}
