package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.nic.stats.Fate;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.ledger.LedgerDifference;
import io.roce.tools.ledger.LedgerReading;
import io.roce.tools.node.NodeProcess;
import io.roce.tools.pace.Pause;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
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

    private final String label;
    private final LinkKind link;
    private final BenchNode node;
    private int liveQpn;
    private int quarantinedQpn;

    private NodeReceiver(final String label, final LinkKind link, final BenchNode node)
    {
        this.label = label;
        this.link = link;
        this.node = node;
    }

    /** Starts it; {@link #prepare} is to follow. */
    static NodeReceiver start(final LinkKind link, final InetAddress at, final List<String> prefix) throws IOException
    {
        return start(link.label(), link, at, prefix);
    }

    /** The same with no more heap than that. */
    static NodeReceiver start(
        final LinkKind link, final InetAddress at, final List<String> prefix, final int heapMib) throws IOException
    {
        return new NodeReceiver(link.label(), link, BenchNode.start(at, prefix, heapMib, options(link)));
    }

    /** The same with a name of its own, and options of the node's besides. */
    static NodeReceiver start(
        final String label,
        final LinkKind link,
        final InetAddress at,
        final List<String> prefix,
        final String... options) throws IOException
    {
        return new NodeReceiver(label, link, BenchNode.start(at, prefix, NodeProcess.HEAP_MIB, options(link, options)));
    }

    private static List<String> options(final LinkKind link, final String... more)
    {
        final List<String> options = new ArrayList<>(List.of("--link", link.label(), "--quarantine", "1h"));
        options.addAll(List.of(more));
        return options;
    }

    /** Makes the queue pairs, when it serves. */
    void prepare(final InetAddress sender, final int qpns)
    {
        prepareLive(sender, qpns);
        quarantinedQpn = node.createAndDestroy(qpns);
    }

    /** Those alone that take what they get. */
    void prepareLive(final InetAddress sender, final int qpns)
    {
        node.awaitReady();
        liveQpn = node.createReady(sender, qpns);
    }

    NodeAdmin admin()
    {
        return node.admin();
    }

    LinkKind link()
    {
        return link;
    }

    @Override
    public String label()
    {
        return label;
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

    /** Of the process; {@link Double#NaN} where the system does not say. */
    double residentBytes()
    {
        return Usage.residentBytes(node.admin());
    }

    @Override
    public Sample measure(final Sending sending, final ReceiveCase.Kind kind) throws IOException
    {
        final LedgerReading before = node.ledger();
        final Usage usageBefore = node.usage();
        final Burst.Sent sent = sending.send();
        final long startNs = System.nanoTime();
        LedgerReading after = node.ledger();
        BurstAccount account = account(sent, after.since(before), kind);
        while ((!account.isComplete() || after.held() > 0) && System.nanoTime() - startNs < PATIENCE_NS)
        {
            Pause.REAL.pauseNs(INTERVAL_NS);
            after = node.ledger();
            account = account(sent, after.since(before), kind);
        }
        return new Sample(account, node.usage().since(usageBefore), sent);
    }

    @Override
    public void close()
    {
        node.close();
    }

    private static BurstAccount account(
        final Burst.Sent sent, final LedgerDifference difference, final ReceiveCase.Kind kind)
    {
        return new BurstAccount(
            sent.packets(),
            sent.piece(),
            difference.received(),
            difference.count(kind.fate().name()),
            difference.count(Fate.HAND_OVER_FULL.name()),
            difference.knownKernelDrops(),
            difference.isBalanced());
    }
}
