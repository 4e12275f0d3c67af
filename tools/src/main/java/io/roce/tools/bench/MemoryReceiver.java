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
import io.roce.wire.codec.DatagramReader;
import io.roce.wire.icrc.Envelope;

import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;

/**
 * An adapter in memory that is given packets as a link gives them: bytes copied to where the socket's reader wants
 * them, read, put through the whole path. One thread.
 */
final class MemoryReceiver implements AutoCloseable
{
    private static final GidEntry GID = new GidEntry(1, 0, PreparedPackets.NODE);
    private static final int PEER_QPN = 0x1234;
    private static final int PATH_MTU = 256;
    private static final long SEED = 0x5EED;

    private final MemoryNode node;
    private final DatagramReader reader = new DatagramReader(PreparedPackets.NODE);
    private final PreparedPackets packets;
    private int next;
    private long given;

    /**
     * @param packets that it is given, one after the other and again from the first; their queue pairs live.
     * @param cache   the modelled cache of queue pairs.
     * @throws VerbsException when there is no memory for so many.
     */
    MemoryReceiver(final PreparedPackets packets, final QpCacheConfig cache) throws VerbsException
    {
        this.packets = packets;
        node = MemoryNode.open(
            new NicNodeConfig().bind(PreparedPackets.NODE).cache(cache),
            new MemoryNetwork(new CachedNanoClock(), 0, 1),
            new SplittableRandom(SEED),
            FateListener.NONE,
            failure ->
            {
                throw new IllegalStateException("the adapter has failed", failure);
            });
        try
        {
            bringUp(packets.qps());
        }
        catch (final VerbsException e)
        {
            node.close();
            throw e;
        }
        reader.sender(PreparedPackets.PEER.getAddress().getAddress(), PreparedPackets.PEER.getPort());
    }

    /** Gives so many packets. */
    void receive(final int times)
    {
        final byte[] bytes = packets.bytes();
        final int length = packets.length();
        int offset = next;
        for (int i = 0; i < times; i++)
        {
            System.arraycopy(bytes, offset, reader.array(), Envelope.PACKET_OFFSET, length);
            node.ingress().onDatagram(reader.read(length, 0), GID);
            offset += length;
            if (offset == bytes.length)
            {
                offset = 0;
            }
        }
        next = offset;
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

    private void bringUp(final int qps) throws VerbsException
    {
        final QueuePairs queuePairs = node.queuePairs();
        final QpModification toInit = new QpModification(QpState.INIT, null, new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1)
            .put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL));
        final QpModification toRtr = new QpModification(QpState.RTR, null, new QpAttributes()
            .dgid(PreparedPackets.PEER.getAddress())
            .put(QpAttribute.PATH_MTU, PATH_MTU)
            .put(QpAttribute.DEST_QP_NUM, PEER_QPN)
            .put(QpAttribute.RQ_PSN, 0)
            .put(QpAttribute.MAX_DEST_RD_ATOMIC, 1)
            .put(QpAttribute.MIN_RNR_TIMER, 0));
        for (int qpn = PreparedPackets.FIRST_QPN; qpn < PreparedPackets.FIRST_QPN + qps; qpn++)
        {
            queuePairs.createWithQpn(QpType.RC, qpn);
            queuePairs.modify(qpn, toInit);
            queuePairs.modify(qpn, toRtr);
        }
    }
}
