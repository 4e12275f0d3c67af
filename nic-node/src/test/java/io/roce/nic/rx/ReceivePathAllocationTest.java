package io.roce.nic.rx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.nic.trace.DropRing;
import io.roce.nic.transport.QpInit;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;

class ReceivePathAllocationTest
{
    private static final InetSocketAddress NODE = new InetSocketAddress("10.0.0.2", 4791);
    private static final InetSocketAddress PEER = new InetSocketAddress("10.0.0.1", 49_152);
    private static final GidEntry GID = new GidEntry(1, 0, NODE);
    private static final int FIRST_QPN = 0x100;
    private static final int LAST_QPN = 0x1FF;
    private static final int ROUNDS = 50_000;

    private static final Egress WIRE = new Egress()
    {
        @Override
        public int openSourcePort(final int wished)
        {
            return wished;
        }

        @Override
        public void closeSourcePort(final int port)
        {
        }

        @Override
        public boolean isWritable(final int sourcePort)
        {
            return true;
        }

        @Override
        public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
        {
        }

        @Override
        public void flush()
        {
        }
    };

    private final QueuePairs queuePairs = QueuePairsFixture.served(FIRST_QPN, LAST_QPN, WIRE);
    private final Ledger ledger = new Ledger();
    private final DropRing drops = new DropRing(1_000, () -> 1);
    private final ReceivePath receivePath = new ReceivePath(
        FIRST_QPN,
        LAST_QPN,
        queuePairs.resolver(),
        queuePairs.transport(),
        new IcrcVerifier(IcrcMode.INFER),
        ledger,
        drops,
        error -> { });

    @Test
    void shouldAllocateNothingForADatagram() throws Exception
    {
        final int connected = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());
        final int unconnected = QpSteps.create(queuePairs, QpType.RC, QpState.INIT, PEER.getAddress());
        final int elsewhere = QpSteps.create(
            queuePairs, QpType.RC, QpState.RTS, PEER.getAddress(), new GidEntry(1, 1, NODE), 0);
        final int destroyed = QpSteps.create(queuePairs, QpType.RC, QpState.RTS, PEER.getAddress());
        queuePairs.destroy(destroyed);
        final RoceDatagram[] datagrams = {
            datagram(new byte[4]),
            datagram(packet(connected).set(PacketField.TVER, 1)),
            datagram(packet(connected).set(PacketField.PAD_COUNT, 3)),
            datagram(packet(connected).icrc(IcrcChoice.BAD, 0)),
            datagram(packet(0)),
            datagram(packet(LAST_QPN)),
            datagram(packet(destroyed)),
            datagram(packet(unconnected)),
            datagram(packet(connected).set(PacketField.P_KEY, 1)),
            datagram(packet(elsewhere)),
            datagram(packet(connected)),
        };

        run(datagrams);     // compiles, and loads what is loaded on first use
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        run(datagrams);
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        // The measuring itself may take a few objects; one for each datagram would be megabytes.
        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS * datagrams.length + " datagrams");
        for (final Fate fate : new Fate[]{
            Fate.MALFORMED_TRUNCATED_BTH, Fate.MALFORMED_UNSUPPORTED_TVER, Fate.MALFORMED_PAD_EXCEEDS_PAYLOAD,
            Fate.ICRC_MISMATCH, Fate.QPN_MANAGEMENT, Fate.QPN_UNALLOCATED, Fate.QPN_QUARANTINED, Fate.QP_STATE_INIT,
            Fate.PORT_MISMATCH, Fate.P_KEY_MISMATCH, Fate.DELIVERED_REQUEST})
        {
            assertEquals(2 * ROUNDS, ledger.snapshot().count(fate), fate.name());
        }
        assertEquals(2 * ROUNDS * (datagrams.length - 1), drops.count(), "all but those that were delivered");
    }

    /** Whatever is for a served queue pair: executed, answered, refused, a response; and what is sent. */
    @Test
    void shouldAllocateNothingForADatagramThatIsServed() throws Exception
    {
        final ProtectionDomain pd = queuePairs.resources().pds().allocPd();
        final MemoryRegion region = queuePairs.resources().regions().regMr(
            pd, new MrInit(ByteBuffer.allocateDirect(64), AccessFlag.ALL));
        final CompletionQueue cq = queuePairs.resources().cqs().createCq(4, () -> { });
        final QpInit init = new QpInit(pd, new QpCap(4, 4, 1, 1, 0), true, cq, cq);
        final int rc = served(QpType.RC, init);
        final int uc = served(QpType.UC, init);
        final int ud = served(QpType.UD, init);
        final RoceDatagram[] datagrams = {
            datagram(Packets.builder(Opcode.RC_SEND_ONLY, rc, QpSteps.RQ_PSN - 1)),
            datagram(Packets.builder(Opcode.RC_SEND_ONLY, rc, QpSteps.RQ_PSN)),
            datagram(Packets.builder(Opcode.RC_SEND_ONLY, rc, QpSteps.RQ_PSN + 1)),
            datagram(Packets.builder(Opcode.RC_ACKNOWLEDGE, rc, 0)),
            datagram(Packets.builder(Opcode.RC_SEND_ONLY, rc, QpSteps.RQ_PSN + 1).opcode(0x15)),
            datagram(Packets.builder(Opcode.UC_RDMA_WRITE_ONLY, uc)
                .set(PacketField.VIRTUAL_ADDRESS, region.addr())
                .set(PacketField.R_KEY, Integer.toUnsignedLong(region.rkey()))
                .set(PacketField.DMA_LENGTH, 8)
                .payload(Packets.payload(8))),
            datagram(Packets.builder(Opcode.UD_SEND_ONLY, ud).set(PacketField.Q_KEY, QpSteps.Q_KEY)),
        };

        run(datagrams);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        run(datagrams);
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS * datagrams.length + " datagrams");
        for (final Fate fate : new Fate[]{
            Fate.DUPLICATE_ACKNOWLEDGED, Fate.RNR_NAK, Fate.PSN_AHEAD_DROPPED, Fate.RESPONSE_UNEXPECTED,
            Fate.MALFORMED_UNKNOWN_OPCODE, Fate.REQUEST_EXECUTED, Fate.NO_RECEIVE_POSTED})
        {
            assertEquals(2 * ROUNDS, ledger.snapshot().count(fate), fate.name());
        }
    }

    /** In RTS; the peer may write. */
    private int served(final QpType type, final QpInit init) throws Exception
    {
        final int qpn = QpSteps.create(queuePairs, type, QpState.RTS, PEER.getAddress(), init).qpn();
        if (type != QpType.UD)
        {
            queuePairs.modify(qpn, new QpModification(
                QpState.RTS, null, new QpAttributes().put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL)));
        }
        return qpn;
    }

    private void run(final RoceDatagram[] datagrams)
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            for (final RoceDatagram datagram : datagrams)
            {
                datagram.onBytes(datagram.length());
                receivePath.onDatagram(datagram, GID);
            }
            queuePairs.transport().poll(0);
        }
    }

    private static RocePacketBuilder packet(final int qpn)
    {
        return Packets.builder(Opcode.RC_SEND_ONLY, qpn);
    }

    private static RoceDatagram datagram(final RocePacketBuilder packet)
    {
        return datagram(Packets.bytes(packet, PEER, NODE));
    }

    private static RoceDatagram datagram(final byte[] bytes)
    {
        final RoceDatagram datagram = new RoceDatagram();
        datagram.envelope().addresses(PEER.getAddress().getAddress(), NODE.getAddress().getAddress());
        datagram.envelope().ports(PEER.getPort(), NODE.getPort());
        System.arraycopy(bytes, 0, datagram.envelope().array(), Envelope.PACKET_OFFSET, bytes.length);
        datagram.onBytes(bytes.length);
        return datagram;
    }
}
