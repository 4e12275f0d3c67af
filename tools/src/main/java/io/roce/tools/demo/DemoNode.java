package io.roce.tools.demo;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.cli.Addresses;
import io.roce.tools.ledger.LedgerReading;
import io.roce.tools.node.NodeProcess;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** One node of the demonstration: its process, and the way to talk to it. */
final class DemoNode implements AutoCloseable
{
    private final InetSocketAddress address;
    private final NodeProcess process;
    private final AdminClient client;
    private long sent;

    private DemoNode(final InetSocketAddress address, final NodeProcess process)
    {
        this.address = address;
        this.process = process;
        this.client = new AdminClient(address);
    }

    /** Starts it with a port for each address; it serves when {@link #awaitReady} has returned. */
    static DemoNode start(final List<InetAddress> addresses, final List<String> options) throws IOException
    {
        final List<InetSocketAddress> ports =
            addresses.stream().map(address -> new InetSocketAddress(address, Envelope.ROCE_PORT)).toList();
        final List<String> command = new ArrayList<>();
        ports.forEach(port -> command.addAll(List.of("--bind", Addresses.format(port))));
        command.addAll(options);
        return new DemoNode(ports.get(0), NodeProcess.start(Addresses.format(addresses.get(0)), command));
    }

    String awaitReady()
    {
        return process.awaitReady();
    }

    /** Data, at its first port, and admin API. */
    InetSocketAddress address()
    {
        return address;
    }

    String name()
    {
        return Addresses.format(address.getAddress());
    }

    AdminClient admin()
    {
        return client;
    }

    /** Where its first port receives data. */
    DataAddress at()
    {
        return client.ports().of(address);
    }

    LedgerReading ledger()
    {
        return LedgerReading.read(admin());
    }

    /** Notes that so much more was sent to it. */
    void onSent(final long count)
    {
        sent += count;
    }

    /** Datagrams that were sent to it so far. */
    long sent()
    {
        return sent;
    }

    @Override
    public void close()
    {
        process.close();
    }
}
