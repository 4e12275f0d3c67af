package io.roce.tools.sweep;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.tools.send.UdpSink;
import io.roce.wire.PKey;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Where attacks take place: the node, the attacker's socket, and the bounds.
 *
 * @param at          where the victims receive.
 * @param random      secrets and the attacker's guesses.
 * @param victims     queue pairs that a value is guessed of, one after the other.
 * @param unknownBits how many low bits of a value the attacker does not know: 1 to 24.
 * @param probes      packets where nothing is guessed.
 * @param maxPackets  of each attack.
 * @param maxTimeNs   for each attack.
 */
record Ground(
    NodeAdmin admin,
    DataAddress at,
    UdpSink sink,
    OwnedQps owned,
    Victims memory,
    SplittableRandom random,
    int victims,
    int unknownBits,
    long probes,
    long maxPackets,
    long maxTimeNs)
{
    private static final int PEER_QPN = 0x11;

    /** Packets of the next attack. */
    Volleys volleys()
    {
        return new Volleys(admin, sink, maxPackets, System.nanoTime() + maxTimeNs);
    }

    InetAddress attacker()
    {
        return sink.from().getAddress();
    }

    /** A victim in RTS that nothing serves. */
    int bare(final QpType type, final QpPlan plan)
    {
        final int qpn = owned.create(type);
        owned.bringUp(qpn, plan, QpState.RTS);
        return qpn;
    }

    /** A victim in RTS that is served. */
    int served(final QpType type, final QpPlan plan)
    {
        final int qpn = owned.create(type, memory.service());
        owned.bringUp(qpn, plan, QpState.RTS);
        return qpn;
    }

    /** Connected to the attacker's address. */
    QpPlan plan(final QpType type, final int rqPsn)
    {
        return new QpPlan(type, attacker(), PEER_QPN, rqPsn, 0, 0, QpPlan.PATH_MTU_DEFAULT);
    }

    RocePacketBuilder packet(final Opcode opcode, final int qpn)
    {
        return new RocePacketBuilder()
            .opcode(opcode)
            .set(PacketField.P_KEY, PKey.ofFullMember(at.pKey()))
            .set(PacketField.DEST_QP, qpn);
    }

    /** An RDMA WRITE of its own index, counted from 1. */
    RocePacketBuilder write(final Opcode opcode, final int qpn, final Victims.Region region)
    {
        return packet(opcode, qpn)
            .set(PacketField.VIRTUAL_ADDRESS, region.addr())
            .set(PacketField.R_KEY, region.key())
            .set(PacketField.DMA_LENGTH, Victims.MEMORY_LENGTH);
    }

    static byte[] payload(final long index)
    {
        return ByteBuffer.allocate(Victims.MEMORY_LENGTH).putLong(index + 1).array();
    }

    /** An order of guesses in which no two that follow each other are neighbours. */
    Order order(final int bits)
    {
        return new Order(random.nextLong(), random.nextLong() | 3, (1L << bits) - 1);
    }

    /** All values of some bits, each once: steps of an odd number around the circle. */
    record Order(long start, long step, long mask)
    {
        long at(final long index)
        {
            return start + index * step & mask;
        }
    }
}
