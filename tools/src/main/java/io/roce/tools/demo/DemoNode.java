package io.roce.tools.demo;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Addresses;
import io.roce.tools.ledger.LedgerReading;
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

    /** Starts it; it serves when {@link #awaitReady} has returned. */
    static DemoNode start(final InetAddress address, final List<String> options) throws IOException
    {
        final InetSocketAddress bind = new InetSocketAddress(address, Envelope.ROCE_PORT);
        final List<String> command = new ArrayList<>(List.of("--bind", Addresses.format(bind)));
        command.addAll(options);
        return new DemoNode(bind, NodeProcess.start(Addresses.format(address), command));
    }

    String awaitReady()
    {
        return process.awaitReady();
    }

    /** Data and admin API. */
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
