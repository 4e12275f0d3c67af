package io.roce.nic.junit;

import io.roce.nic.MemoryNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.Lanes;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.trace.FateListener;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

import org.agrona.LangUtil;
import org.agrona.concurrent.CachedNanoClock;

/** A wire in memory. What is drawn is drawn the same way each time, and a defect of a node fails the test at once. */
final class MemoryFabric implements Fabric
{
    private static final long LATENCY_NS = 1_000;

    /** 18 MB: the answers to a READ are all on their way at once. */
    private static final int CAPACITY = 4_096;
    private static final int MAX_NODES = 254;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final MemoryNetwork network = new MemoryNetwork(clock, LATENCY_NS, CAPACITY);
    private final BitSet taken = new BitSet();
    private int last;

    @Override
    public TestNode open(final UnaryOperator<NicNodeConfig> settings) throws IOException
    {
        final int number = nextFree();
        final InetAddress address = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte)number});
        final NicNodeConfig config =
            settings.apply(new NicNodeConfig().bind(new InetSocketAddress(address, Envelope.ROCE_PORT)));
        final MemoryNode node = MemoryNode.open(
            config, network, new SplittableRandom(number), FateListener.NONE, LangUtil::rethrowUnchecked);
        taken.set(number);
        return new TestNode(config.ports().first().getAddress(), node.verbs(), Lanes.of(node.lane()), () ->
        {
            node.close();
            taken.clear(number);
        });
    }

    /** What comes late for a node that is closed comes to no other as long as there are addresses that are new. */
    private int nextFree()
    {
        if (taken.cardinality() == MAX_NODES)
        {
            throw new IllegalStateException("at most " + MAX_NODES + " nodes can be open at once in memory");
        }
        do
        {
            last = last % MAX_NODES + 1;
        }
        while (taken.get(last));
        return last;
    }

    @Override
    public long nanoTime()
    {
        return clock.nanoTime();
    }

    @Override
    public boolean step()
    {
        return network.step();
    }

    @Override
    public void advance(final Duration time)
    {
        network.advance(time.toNanos());
    }

    @Override
    public MemoryNetwork network()
    {
        return network;
    }
}
