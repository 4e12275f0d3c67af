package io.roce.tools.bench;

import io.roce.nic.MemoryNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.FateListener;
import io.roce.tools.send.UdpSink;
import io.roce.wire.codec.DatagramReader;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;

/**
 * An adapter in memory that is given packets as a link gives them: bytes copied to where the socket's reader wants
 * them, read, put through the whole path. One thread.
 */
final class MemoryReceiver implements AutoCloseable
{
    private static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.1", Envelope.ROCE_PORT);
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", Envelope.ROCE_PORT);
    private static final GidEntry GID = new GidEntry(1, 0, NODE);
    private static final int PEER_QPN = 0x1234;
    private static final int PATH_MTU = 256;
    private static final long SEED = 0x5EED;

    private final MemoryNode node;
    private final DatagramReader reader = new DatagramReader(NODE);
    private final byte[][] packets;
    private final int length;
    private int next;
    private long given;

    /**
     * @param qps   live queue pairs, each of which gets as many packets as another; a power of two.
     * @param length of a packet, BTH to ICRC.
     * @param cache the modelled cache of queue pairs.
     */
    MemoryReceiver(final int qps, final int length, final QpCacheConfig cache)
    {
        this.length = length;
        node = MemoryNode.open(
            new NicNodeConfig().bind(NODE).cache(cache),
            new MemoryNetwork(new CachedNanoClock(), 0, 1),
            new SplittableRandom(SEED),
            FateListener.NONE,
            failure ->
            {
                throw new IllegalStateException("the adapter has failed", failure);
            });
        reader.sender(PEER.getAddress().getAddress(), PEER.getPort());
        packets = new byte[qps][length];
        try
        {
            fill();
        }
        catch (final VerbsException e)
        {
            node.close();
            throw new IllegalStateException(e);
        }
    }

    /** Gives so many packets. */
    void receive(final int times)
    {
        for (int i = 0; i < times; i++)
        {
            System.arraycopy(packets[next], 0, reader.array(), Envelope.PACKET_OFFSET, length);
            next = next + 1 & packets.length - 1;
            node.ingress().onDatagram(reader.read(length, 0), GID);
        }
        given += times;
    }

    /** What is wrong with the ledger, in a sentence; null when nothing is. */
    String failure()
    {
        final LedgerSnapshot ledger = node.ledger();
        return new BurstAccount(
            given, 1, ledger.received(), ledger.count(Fate.DELIVERED_REQUEST), 0, ledger.isBalanced())
            .failure("the adapter in memory", Fate.DELIVERED_REQUEST.name());
    }

    @Override
    public void close()
    {
        node.close();
    }

    private void fill() throws VerbsException
    {
        final QueuePairs queuePairs = node.queuePairs();
        final RoceDatagram datagram = new RoceDatagram();
        UdpSink.address(datagram.envelope(), PEER, NODE);
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < packets.length; i++)
        {
            final int qpn = NicNodeConfig.FIRST_QPN_DEFAULT + i;
            queuePairs.createWithQpn(QpType.RC, qpn);
            queuePairs.modify(qpn, new QpModification(QpState.INIT, null, new QpAttributes()
                .put(QpAttribute.PKEY_INDEX, 0)
                .put(QpAttribute.PORT_NUM, 1)
                .put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL)));
            queuePairs.modify(qpn, new QpModification(QpState.RTR, null, new QpAttributes()
                .dgid(PEER.getAddress())
                .put(QpAttribute.PATH_MTU, PATH_MTU)
                .put(QpAttribute.DEST_QP_NUM, PEER_QPN)
                .put(QpAttribute.RQ_PSN, 0)
                .put(QpAttribute.MAX_DEST_RD_ATOMIC, 1)
                .put(QpAttribute.MIN_RNR_TIMER, 0)));
            JavaBurst.packet(qpn, i, length).build(datagram);
            // In no order, as from many peers.
            final int place = random.nextInt(i + 1);
            packets[i] = packets[place];
            packets[place] = new byte[length];
            System.arraycopy(datagram.envelope().array(), Envelope.PACKET_OFFSET, packets[place], 0, length);
        }
    }
}
