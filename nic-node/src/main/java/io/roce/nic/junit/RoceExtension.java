package io.roce.nic.junit;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.qp.QpType;
import io.roce.wire.Psn;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Nodes in a test, and queue pairs between them; a field of the test class with
 * {@link org.junit.jupiter.api.extension.RegisterExtension}. Nodes are opened when the test asks for them and closed
 * behind it. Then the ledger of each must balance, which fails the test otherwise; a test that has failed is told all
 * ledgers. A static field is right only where no two tests of the class run at the same time.
 */
public final class RoceExtension implements AfterEachCallback
{
    private static final int FIRST_PSN = 0x100;
    private static final int PSN_STEP = 0x100;

    private final Fabric fabric;
    private final List<TestNode> nodes = new ArrayList<>();
    private Duration timeout = Duration.ofSeconds(10);
    private int mtu = 1024;
    private int nextPsn = FIRST_PSN;

    private RoceExtension(final Fabric fabric)
    {
        this.fabric = fabric;
    }

    /** Nodes with sockets and threads of their own, at loopback addresses that nobody has. */
    public static RoceExtension onSockets()
    {
        return new RoceExtension(new SocketFabric());
    }

    /**
     * Nodes on a wire in memory, in time that passes while the test waits and not otherwise: a second of it takes as
     * long as what falls due in it. There is one thread, and the same test has the same history each time.
     */
    public static RoceExtension inMemory()
    {
        return new RoceExtension(new MemoryFabric());
    }

    /**
     * How long a test waits at most for what must come; 10 seconds unless set. Of the time that the nodes go by.
     *
     * @return this.
     */
    public RoceExtension timeout(final Duration timeout)
    {
        this.timeout = timeout;
        return this;
    }

    /**
     * Path MTU of the pairs that are connected from now on, in bytes; 1024 unless set.
     *
     * @return this.
     */
    public RoceExtension mtu(final int mtu)
    {
        this.mtu = mtu;
        return this;
    }

    /** A further node. */
    public TestNode open() throws IOException
    {
        return open(config -> config);
    }

    /**
     * A further node.
     *
     * @param settings what is not to be as usual, of a node that has its address: {@code c -> c.maxQps(4)}.
     * @throws IllegalArgumentException as {@link io.roce.nic.NicNode#open}.
     */
    public TestNode open(final UnaryOperator<NicNodeConfig> settings) throws IOException
    {
        final TestNode node = fabric.open(settings);
        nodes.add(node);
        return node;
    }

    /** A queue pair in RTS on each of two further nodes, connected. */
    public QpPair connect(final QpType type) throws IOException
    {
        return connect(type, open(), open());
    }

    /** A further queue pair in RTS on each of two nodes, or two on one, connected. */
    public QpPair connect(final QpType type, final TestNode left, final TestNode right)
    {
        final QpPair pair = new QpPair(newEnd(left, type), newEnd(right, type));
        pair.left().connect(pair.right(), mtu);
        pair.right().connect(pair.left(), mtu);
        return pair;
    }

    /**
     * Waits until something is so, which fails the test when it is not so in time.
     *
     * @param what fails then, for people.
     */
    public void await(final BooleanSupplier condition, final Supplier<String> what)
    {
        final long startNs = fabric.nanoTime();
        while (!condition.getAsBoolean())
        {
            if (fabric.nanoTime() - startNs > timeout.toNanos())
            {
                throw new AssertionError(what.get() + " within " + timeout + "\n" + ledgers());
            }
            if (!fabric.step())
            {
                throw new AssertionError(what.get() + ", and nothing is under way\n" + ledgers());
            }
        }
    }

    /** Lets that time pass, and whatever falls due in it happen: behind it what has not come does not come. */
    public void advance(final Duration time)
    {
        fabric.advance(time);
    }

    /**
     * The wire in memory, to go from packet to packet or to see how many there were.
     *
     * @throws IllegalStateException on sockets.
     */
    public MemoryNetwork network()
    {
        return fabric.network();
    }

    @Override
    public void afterEach(final ExtensionContext context)
    {
        try
        {
            final String ledgers = ledgers();
            context.getExecutionException().ifPresent(failure -> failure.addSuppressed(new Ledgers(ledgers)));
            if (!nodes.stream().allMatch(TestNode::isSound))
            {
                throw new AssertionError("datagrams without a fate, or with one that tells of a defect\n" + ledgers);
            }
        }
        finally
        {
            close();
        }
    }

    /** All of them, also when one does not end. */
    private void close()
    {
        if (nodes.isEmpty())
        {
            return;
        }
        try
        {
            nodes.remove(nodes.size() - 1).close();
        }
        finally
        {
            close();
        }
    }

    private QpEnd newEnd(final TestNode node, final QpType type)
    {
        final QpEnd end = new QpEnd(this, node, type, nextPsn);
        nextPsn = Psn.add(nextPsn, PSN_STEP);
        return end;
    }

    /** A line for each node. */
    private String ledgers()
    {
        return nodes.stream().map(TestNode::toString).collect(Collectors.joining("\n"));
    }

    /** Says in the report of a test that has failed what became of the datagrams. */
    private static final class Ledgers extends Exception
    {
        @Serial
        private static final long serialVersionUID = 1L;

        Ledgers(final String message)
        {
            super(message, null, false, false);
        }
    }
}
