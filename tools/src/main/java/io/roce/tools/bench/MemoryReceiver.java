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
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An adapter in memory that is given packets as a link gives them: bytes copied from the slots of a batch to where the
 * socket's reader wants them, read, put through the whole path. One thread.
 */
final class MemoryReceiver implements AutoCloseable
{
    private static final InetSocketAddress NODE = new InetSocketAddress("192.0.2.1", Envelope.ROCE_PORT);
    private static final InetSocketAddress PEER = new InetSocketAddress("192.0.2.2", Envelope.ROCE_PORT);
    private static final GidEntry GID = new GidEntry(1, 0, NODE);
    private static final int FIRST_QPN = NicNodeConfig.FIRST_QPN_DEFAULT;
    private static final int PEER_QPN = 0x1234;
    private static final int PATH_MTU = 256;
    private static final long SEED = 0x5EED;
    private static final int SLOTS = 64;

    /** Packets until the same numbers come again. */
    private static final int DRAWS = 1 << 20;

    private final MemoryNode node;
    private final DatagramReader reader = new DatagramReader(NODE);
    private final RocePacket written = new RocePacket();
    private final UnsafeBuffer[] slots = new UnsafeBuffer[SLOTS];
    private final int[] qpns = new int[DRAWS];
    private final int[] icrcs = new int[DRAWS];
    private final int length;
    private int next;
    private long given;

    /**
     * @param qps    live queue pairs, each drawn as often as another.
     * @param length of a packet, BTH to ICRC.
     * @param cache  the modelled cache of queue pairs.
     * @throws VerbsException when there is no memory for so many.
     */
    MemoryReceiver(final int qps, final int length, final QpCacheConfig cache) throws VerbsException
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
        try
        {
            bringUp(qps);
        }
        catch (final VerbsException e)
        {
            node.close();
            throw e;
        }
        reader.sender(PEER.getAddress().getAddress(), PEER.getPort());
        draw(qps);
    }

    /** Gives so many packets, and some more for a whole batch. */
    void receive(final int times)
    {
        for (int i = 0; i < times; i += SLOTS)
        {
            fillSlots();
            for (final UnsafeBuffer slot : slots)
            {
                System.arraycopy(slot.byteArray(), 0, reader.array(), Envelope.PACKET_OFFSET, length);
                node.ingress().onDatagram(reader.read(length, 0), GID);
            }
            given += SLOTS;
        }
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

    /** What the kernel does for a socket, which would write all of the bytes: numbers and ICRCs alone differ. */
    private void fillSlots()
    {
        for (final UnsafeBuffer slot : slots)
        {
            written.wrap(slot, 0, length);
            written.bth().destQp(qpns[next]);
            slot.putInt(length - Icrc.LENGTH, icrcs[next], ByteOrder.BIG_ENDIAN);
            next = next + 1 & DRAWS - 1;
        }
    }

    private void bringUp(final int qps) throws VerbsException
    {
        final QueuePairs queuePairs = node.queuePairs();
        final QpModification toInit = new QpModification(QpState.INIT, null, new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1)
            .put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL));
        final QpModification toRtr = new QpModification(QpState.RTR, null, new QpAttributes()
            .dgid(PEER.getAddress())
            .put(QpAttribute.PATH_MTU, PATH_MTU)
            .put(QpAttribute.DEST_QP_NUM, PEER_QPN)
            .put(QpAttribute.RQ_PSN, 0)
            .put(QpAttribute.MAX_DEST_RD_ATOMIC, 1)
            .put(QpAttribute.MIN_RNR_TIMER, 0));
        for (int qpn = FIRST_QPN; qpn < FIRST_QPN + qps; qpn++)
        {
            queuePairs.createWithQpn(QpType.RC, qpn);
            queuePairs.modify(qpn, toInit);
            queuePairs.modify(qpn, toRtr);
        }
    }

    private void draw(final int qps)
    {
        final RoceDatagram datagram = new RoceDatagram();
        UdpSink.address(datagram.envelope(), PEER, NODE);
        JavaBurst.packet(FIRST_QPN, 0, length).build(datagram);
        final Icrc icrc = new Icrc();
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < DRAWS; i++)
        {
            qpns[i] = FIRST_QPN + random.nextInt(qps);
            datagram.packet().bth().destQp(qpns[i]);
            icrcs[i] = icrc.compute(datagram.envelope(), length);
        }
        for (int i = 0; i < SLOTS; i++)
        {
            slots[i] = new UnsafeBuffer(new byte[length]);
            slots[i].putBytes(0, datagram.envelope().array(), Envelope.PACKET_OFFSET, length);
        }
    }
}
