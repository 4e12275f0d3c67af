package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.link.Egress;
import io.roce.nic.link.RoomyEgress;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.memory.ProtectionDomains;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.FateReason;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvQueue;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.ScatterGather;
import io.roce.nic.work.SendQueue;
import io.roce.nic.work.WorkCompletion;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One queue pair that answers, its memory, and what it sends, in words. */
final class ResponderFixture
{
    static final int QPN = 0x12;
    static final int PEER_QPN = 0x3456;
    static final int MTU = 256;
    static final int MEMORY_LENGTH = 64 * 1024;
    static final int RNR_TIMER = 12;

    final ProtectionDomains pds = new ProtectionDomains(4);
    final MemoryRegions regions = new MemoryRegions(pds, 64, new SplittableRandom(1));
    final ProtectionDomain pd;
    final ByteBuffer memory = ByteBuffer.allocateDirect(MEMORY_LENGTH);
    final MemoryRegion region;
    final CompletionQueue cq;
    final ServedQp qp;
    final Doorbells doorbells = new Doorbells();
    final List<String> sent = new ArrayList<>();
    final List<byte[]> sentBytes = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    final Responders responders;

    /** Of the completion queue. */
    int events;

    final FateReason reason = new FateReason();
    private final Services services;
    private final IcrcVerifier icrcVerifier = new IcrcVerifier(IcrcMode.STRICT);
    private final RecvWr recvWr = new RecvWr();

    ResponderFixture(final QpType type, final Profile profile) throws Exception
    {
        this(type, profile, 64);
    }

    ResponderFixture(final QpType type, final Profile profile, final int cqe) throws Exception
    {
        pd = pds.allocPd();
        region = regions.regMr(pd, new MrInit(memory, AccessFlag.ALL));
        cq = new CompletionQueue(cqe, () -> events++);
        final QpCap cap = new QpCap(4, 64, 4, 4, 0);
        qp = new ServedQp(
            QPN, 7, type, pd,
            new SendQueue(type.transport(), cap, true, cq, QPN, 7), new RecvQueue(cap, cq, QPN, 7), cq, cq);
        qp.destQpn = PEER_QPN;
        qp.pKey = 0xFFFF;
        qp.mtu = MTU;
        qp.accessFlags = AccessFlag.ALL;
        qp.minRnrTimer = RNR_TIMER;
        services = new Services(
            regions, new ScatterGather(regions), new PacketWriter(), doorbells, failures(), () -> 0, profile,
            reason);
        responders = new Responders(services);
        route(Packets.DESTINATION, Packets.SOURCE, 0xC123);
    }

    /** What is sent goes from one address to the other. */
    void route(final byte[] own, final byte[] peer, final int sourcePort) throws Exception
    {
        qp.route = Route.open(
            egress(), InetAddress.getByAddress(own), sourcePort, InetAddress.getByAddress(peer));
    }

    /** The connection begins. */
    ResponderFixture connect(final int rqPsn, final int maxDestRdAtomic)
    {
        qp.maxDestRdAtomic = maxDestRdAtomic;
        qp.responder.connect(rqPsn, services.profile().savedResponses(maxDestRdAtomic));
        return this;
    }

    /** A request to the queue pair; what ends a message asks for an acknowledgement. */
    RocePacketBuilder request(final Opcode opcode, final int psn)
    {
        return Packets.builder(opcode, QPN, psn).set(PacketField.ACK_REQ, opcode.isEnd() ? 1 : 0);
    }

    RocePacketBuilder request(final Opcode opcode, final int psn, final int payloadLength)
    {
        return request(opcode, psn).payload(Packets.payload(payloadLength));
    }

    /** A request with a RETH. */
    RocePacketBuilder request(
        final Opcode opcode, final int psn, final long addr, final long dmaLength, final int payloadLength)
    {
        return request(opcode, psn, payloadLength)
            .set(PacketField.VIRTUAL_ADDRESS, addr)
            .set(PacketField.R_KEY, Integer.toUnsignedLong(region.rkey()))
            .set(PacketField.DMA_LENGTH, dmaLength);
    }

    RocePacketBuilder read(final int psn, final long addr, final long length)
    {
        return request(Opcode.RC_RDMA_READ_REQUEST, psn, addr, length, 0);
    }

    RocePacketBuilder atomic(
        final Opcode opcode, final int psn, final long addr, final long swapOrAdd, final long compare)
    {
        return request(opcode, psn)
            .set(PacketField.ATOMIC_VIRTUAL_ADDRESS, addr)
            .set(PacketField.ATOMIC_R_KEY, Integer.toUnsignedLong(region.rkey()))
            .set(PacketField.SWAP_DATA, swapOrAdd)
            .set(PacketField.COMPARE_DATA, compare);
    }

    /** Gives the packet to the responder; turns are not taken. */
    Fate feed(final RocePacketBuilder builder)
    {
        return feed(Packets.build(builder));
    }

    Fate feed(final RoceDatagram datagram)
    {
        return responders.onRequest(datagram, qp);
    }

    /** Gives the packet to the responder, and turns as long as something is due. */
    Fate receive(final RocePacketBuilder builder)
    {
        final Fate fate = feed(builder);
        drain();
        return fate;
    }

    /** Turns of three packets, as long as the queue pair rings for them; pauses end at once. */
    void drain()
    {
        do
        {
            while (doorbells.poll() != null)
            {
                responders.respond(qp, 3);
            }
            doorbells.endPauses(doorbells.pauseEndNs());
        }
        while (doorbells.size() > 0);
    }

    /** Posts a receive at an offset into the memory. */
    void post(final long wrId, final int offset, final int length) throws Exception
    {
        qp.recvQueue.post(recvWr.clear().wrId(wrId).sge(region.addr() + offset, length, region.lkey()));
    }

    /** The next completion: {@code wr 1 SUCCESS RECV 5 bytes}, and what more it says. */
    String completion()
    {
        final WorkCompletion polled = new WorkCompletion();
        if (!cq.poll(polled))
        {
            return "none";
        }
        assertEquals(QPN, polled.qpn());
        assertEquals(7, polled.generation());
        return "wr %d %s %s %d bytes".formatted(
            polled.wrId(), polled.status(), polled.opcode(), polled.byteLen()) +
            (polled.flags() == 0 ? "" : " flags " + polled.flags()) +
            (polled.immData() == 0 ? "" : " imm 0x%x".formatted(polled.immData())) +
            (polled.invalidatedRkey() == 0 ? "" : " invalidated 0x%x".formatted(polled.invalidatedRkey())) +
            (polled.srcQp() == 0 ? "" : " from 0x%x".formatted(polled.srcQp()));
    }

    /** What was sent since the last call, oldest first: see {@link #text}. */
    List<String> takeSent()
    {
        final List<String> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    byte[] memory(final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        memory.get(offset, bytes);
        return bytes;
    }

    long memoryLong(final int offset)
    {
        return memory.duplicate().order(ByteOrder.nativeOrder()).getLong(offset);
    }

    void memoryLong(final int offset, final long value)
    {
        memory.duplicate().order(ByteOrder.nativeOrder()).putLong(offset, value);
    }

    /** {@code ACKNOWLEDGE 0x000500 syndrome 0x1f msn 1}, or with {@code 256 bytes} of payload. */
    static String text(final RocePacket packet)
    {
        return packet.opcode().name().replaceFirst("^RC_(RDMA_)?", "") + " 0x%06x".formatted(packet.bth().psn()) +
            (packet.has(HeaderType.AETH) ?
                " syndrome 0x%02x msn %d".formatted(packet.aeth().syndrome(), packet.aeth().msn()) : "") +
            (packet.has(HeaderType.ATOMIC_ACK_ETH) ? " found " + packet.atomicAckEth().originalData() : "") +
            (packet.payloadLength() == 0 ? "" : " %d bytes".formatted(packet.payloadLength()));
    }

    private Egress egress()
    {
        return new RoomyEgress()
        {
            @Override
            public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
            {
                final RocePacket packet = datagram.packet();
                assertEquals(IcrcVerdict.EXACT, icrcVerifier.verify(datagram.envelope(), datagram.length()));
                assertEquals(new InetSocketAddress(datagram.envelope().destination(), Envelope.ROCE_PORT), to);
                assertEquals(datagram.envelope().sourcePort(), sourcePort);
                assertEquals(0xFFFF, packet.bth().pKey());
                assertEquals(qp.destQpn, packet.bth().destQp());
                sent.add(text(packet));
                sentBytes.add(Packets.bytes(datagram));
            }
        };
    }

    private Failures failures()
    {
        return new Failures()
        {
            @Override
            public void toErr(final ServedQp failed)
            {
                failures.add("ERR");
            }

            @Override
            public void toSqe(final ServedQp failed)
            {
                failures.add("SQE");
            }
        };
    }
}
