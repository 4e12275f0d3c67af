package io.roce.nic.junit;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.MemoryNetwork;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

import org.agrona.concurrent.SystemNanoClock;

/**
 * Sockets of this machine. Packets go to UDP/4791 of the peer, so that each node needs a loopback address of its own,
 * which no other test has that runs at the same time, in whatever process: it is drawn from the upper half of
 * 127.0.0.0/8, and drawn again while it is in use.
 */
final class SocketFabric implements Fabric
{
    private static final int MAX_DRAWS = 100;
    private static final long STEP_NS = 50_000;

    private final SplittableRandom random = new SplittableRandom();

    @Override
    public TestNode open(final UnaryOperator<NicNodeConfig> settings) throws IOException
    {
        for (int i = 1; ; i++)
        {
            final InetAddress address = draw();
            final NicNodeConfig config = new NicNodeConfig()
                .bind(new InetSocketAddress(address, Envelope.ROCE_PORT))
                .admin(new InetSocketAddress(address, 0));
            try
            {
                final NicNode node = NicNode.open(settings.apply(config));
                return new TestNode(node.udpAddress().getAddress(), node.verbs(), node.lanes(), node::close);
            }
            catch (final BindException ex)
            {
                if (i == MAX_DRAWS)
                {
                    throw ex;
                }
            }
        }
    }

    @Override
    public long nanoTime()
    {
        return SystemNanoClock.INSTANCE.nanoTime();
    }

    @Override
    public boolean step()
    {
        LockSupport.parkNanos(STEP_NS);
        return true;
    }

    @Override
    public void advance(final Duration time)
    {
        final long startNs = nanoTime();
        while (nanoTime() - startNs < time.toNanos())
        {
            step();
        }
    }

    @Override
    public MemoryNetwork network()
    {
        throw new IllegalStateException("the nodes are connected by sockets: there is no network in memory");
    }

    private InetAddress draw() throws IOException
    {
        return InetAddress.getByAddress(new byte[]
            {127, (byte)random.nextInt(128, 256), (byte)random.nextInt(256), (byte)random.nextInt(1, 255)});
    }
}
