package io.roce.tools.pingpong;

import io.roce.nic.link.EgressFigures;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.Output;
import io.roce.wire.Qpn;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/** One pingpong from the open adapter to its result. */
final class PingpongRun
{
    private final PingpongPlan plan;
    private final Adapter adapter;
    private final Output output;
    private final PingpongReport report;
    private final LocalEnd end;

    PingpongRun(
        final PingpongPlan plan, final Adapter adapter, final Output output, final RandomGenerator random)
    {
        this.plan = plan;
        this.adapter = adapter;
        this.output = output;
        report = new PingpongReport(plan, output);
        end = new LocalEnd(adapter, plan, random);
    }

    /** @throws CommandFailedException when it did not come to its end; what there is to say has been said before. */
    void run(final InetSocketAddress tcp)
    {
        final ExchangeResult result = plan.isServer() ? serve(tcp) : play(tcp);
        report.result(result, adapter.ledger(), egress());
        if (result.failure() != null)
        {
            throw new CommandFailedException(result.failure());
        }
    }

    private ExchangeResult serve(final InetSocketAddress tcp)
    {
        // Its end tells a client that stays for it that nothing comes any more.
        try (PeerConnection connection = accept(tcp))
        {
            final Handshake handshake = new Handshake(connection);
            connect(handshake.readDestination());
            handshake.writeDestination(end.destination());
            handshake.readDone();
            return new Exchange(plan, end).run();
        }
    }

    private PeerConnection accept(final InetSocketAddress tcp)
    {
        try (ServerSocket server = PeerConnection.listen(tcp))
        {
            output.err().println("waiting for a client at TCP " +
                Addresses.format((InetSocketAddress)server.getLocalSocketAddress()));
            output.err().flush();
            report.local(end.destination());
            return PeerConnection.accept(server, plan.timeout());
        }
        catch (final IOException e)
        {
            throw new CommandFailedException("the socket that listened cannot be closed: " + IoSentence.of(e), e);
        }
    }

    private ExchangeResult play(final InetSocketAddress tcp)
    {
        report.local(end.destination());
        try (PeerConnection connection = PeerConnection.connect(tcp, plan.timeout()))
        {
            final Handshake handshake = new Handshake(connection);
            handshake.writeDestination(end.destination());
            connect(handshake.readDestination());
            handshake.writeDone();
            final ExchangeResult result = new Exchange(plan, end).run();
            if (result.failure() == null)
            {
                // The server's last message may have to be acknowledged once more.
                connection.awaitClosed();
            }
            return result;
        }
    }

    private void connect(final Destination remote)
    {
        requireReachable(remote);
        report.remote(remote);
        end.connect(remote);
    }

    private void requireReachable(final Destination remote)
    {
        final InetAddress own = plan.gid().udp().getAddress();
        if (remote.address().isAnyLocalAddress())
        {
            throw new CommandFailedException("the peer has no GID, which RoCE needs: its -g says which it is to use");
        }
        if (own.getClass() != remote.address().getClass())
        {
            throw new CommandFailedException("this end's GID is " + Addresses.format(own) + " and the peer's " +
                Addresses.format(remote.address()) + ": -g makes both IPv4 or both IPv6");
        }
        if (remote.qpn() < Qpn.MIN_USER || remote.qpn() > Qpn.MAX_USER)
        {
            throw new CommandFailedException(
                "the peer says that its queue pair has the number " + Qpn.format(remote.qpn()) + ", which none has");
        }
    }

    private EgressFigures egress()
    {
        return Adapter.answer(adapter.node().lane().submit(() -> adapter.node().lane().egressFigures()));
    }
}
