package io.roce.tools.bench;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Parallel;
import io.roce.tools.ledger.LedgerReading;
import io.roce.tools.node.NodeProcess;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A node that is measured: a process of its own. */
final class BenchNode implements AutoCloseable
{
    private static final int PEER_QPN = 0x1234;

    private final InetSocketAddress address;
    private final NodeProcess process;
    private final AdminClient admin;

    private BenchNode(final InetSocketAddress address, final NodeProcess process)
    {
        this.address = address;
        this.process = process;
        admin = new AdminClient(address);
    }

    /** Starts it; it serves when {@link #awaitReady} has returned. */
    static BenchNode start(final InetAddress at, final List<String> prefix, final String... options) throws IOException
    {
        return start(at, prefix, NodeProcess.HEAP_MIB, List.of(options));
    }

    /** The same with a heap of its own size. */
    static BenchNode start(
        final InetAddress at, final List<String> prefix, final int heapMib, final List<String> options)
        throws IOException
    {
        final InetSocketAddress address = new InetSocketAddress(at, Envelope.ROCE_PORT);
        final List<String> command = new ArrayList<>(List.of("--bind", Addresses.format(address)));
        command.addAll(options);
        return new BenchNode(address, NodeProcess.start(Addresses.format(at), prefix, heapMib, command));
    }

    BenchNode awaitReady()
    {
        process.awaitReady();
        return this;
    }

    InetSocketAddress address()
    {
        return address;
    }

    AdminClient admin()
    {
        return admin;
    }

    LedgerReading ledger()
    {
        return LedgerReading.read(admin);
    }

    Usage usage()
    {
        return Usage.read(admin);
    }

    /** Creates queue pairs without work queues, ready for what a peer sends, numbers in a row; the first of them. */
    int createReady(final InetAddress peer, final int count)
    {
        try (OwnedQps owned = new OwnedQps(admin, at()))
        {
            final List<Integer> qpns = owned.create(QpType.RC, count);
            final QpPlan plan = QpPlan.connectedTo(QpType.RC, peer, PEER_QPN);
            final List<Callable<Integer>> tasks = new ArrayList<>();
            for (final int qpn : qpns)
            {
                tasks.add(() ->
                {
                    owned.bringUp(qpn, plan, QpState.RTR);
                    return qpn;
                });
            }
            Parallel.run(tasks);
            owned.keep();
            return first(qpns);
        }
    }

    /** Creates queue pairs with numbers in a row and destroys them; the first number. */
    int createAndDestroy(final int count)
    {
        try (OwnedQps owned = new OwnedQps(admin, at()))
        {
            return first(owned.create(QpType.RC, count));
        }
    }

    @Override
    public void close()
    {
        process.close();
    }

    private DataAddress at()
    {
        return admin.ports().of(address);
    }

    private int first(final List<Integer> qpns)
    {
        for (int i = 0; i < qpns.size(); i++)
        {
            if (qpns.get(i) != qpns.get(0) + i)
            {
                throw new CommandFailedException("the numbers that " + Addresses.format(address) +
                    " has given are not in a row");
            }
        }
        return qpns.get(0);
    }
}
