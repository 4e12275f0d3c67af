package io.roce.nic;

import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.DatagramSender;
import io.roce.nic.link.LinkKind;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.icrc.IcrcMode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A node at a loopback address, and a socket that sends to it. */
final class NodeUnderTest implements AutoCloseable
{
    static final int FIRST_QPN = 0x100;
    static final int LAST_QPN = 0x1FF;

    private final NicNode node;
    private final DatagramSender sender;

    private NodeUnderTest(final NicNode node, final DatagramSender sender)
    {
        this.node = node;
        this.sender = sender;
    }

    static NodeUnderTest open(final LinkKind link, final String host, final String senderHost) throws IOException
    {
        return open(link, host, senderHost, QueuePairsFixture.open(FIRST_QPN, LAST_QPN));
    }

    static NodeUnderTest open(
        final LinkKind link, final String host, final String senderHost, final QueuePairs queuePairs)
        throws IOException
    {
        return open(config(link, host), senderHost, queuePairs);
    }

    static NodeUnderTest open(final NicNodeConfig config, final String senderHost, final QueuePairs queuePairs)
        throws IOException
    {
        return open(NicNode.open(config, queuePairs), senderHost);
    }

    /** With queue pairs of the node's own. */
    static NodeUnderTest open(final NicNodeConfig config, final String senderHost) throws IOException
    {
        return open(NicNode.open(config), senderHost);
    }

    private static NodeUnderTest open(final NicNode node, final String senderHost) throws IOException
    {
        try
        {
            return new NodeUnderTest(node, DatagramSender.open(address(senderHost)));
        }
        catch (final IOException ex)
        {
            node.close();
            throw ex;
        }
    }

    static NicNodeConfig config(final LinkKind link, final String host) throws IOException
    {
        return new NicNodeConfig()
            .bind(address(host))
            .qpns(FIRST_QPN, LAST_QPN)
            .maxQps(64)
            .quarantine(QuarantinePolicy.ofTime(TimeUnit.HOURS.toNanos(1)))
            .icrcMode(IcrcMode.STRICT)
            .link(link);
    }

    private static InetSocketAddress address(final String host) throws IOException
    {
        return new InetSocketAddress(InetAddress.getByName(host), 0);
    }

    NicNode node()
    {
        return node;
    }

    InetSocketAddress from()
    {
        return sender.localAddress();
    }

    InetSocketAddress to()
    {
        return node.udpAddress();
    }

    void send(final byte[] bytes) throws IOException
    {
        sender.send(bytes, 0, bytes.length, to());
    }

    <T> T onLane(final Callable<T> command) throws Exception
    {
        return node.lane().submit(command).get(20, TimeUnit.SECONDS);
    }

    LedgerSnapshot ledger() throws Exception
    {
        return onLane(node.lane()::ledger);
    }

    /** The ledger when that many datagrams have come. */
    LedgerSnapshot ledgerAfter(final long received) throws Exception
    {
        return Await.until(this::ledger, ledger -> ledger.received() >= received);
    }

    @Override
    public void close()
    {
        sender.close();
        node.close();
    }
}
