package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.transport.Resources;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RocePacketBuilder;

import java.nio.ByteBuffer;

/**
 * One served queue pair in RTS whose peer is the socket of a {@link NodeUnderTest}, with memory of its own. What it
 * sends goes to nobody, and nothing is sent again because time goes by.
 */
final class ServedScene implements AutoCloseable
{
    static final int MTU = 256;

    /** Bytes of each message that is asked for or sent here, unless another length is said. */
    static final int LENGTH = 8;

    private static final int SQ_PSN = 0xBEEF;
    private static final QpCap CAP = new QpCap(4, 4, 1, 1, 0);

    private final NodeUnderTest node;
    private final QueuePairs queuePairs;
    private MemoryRegion region;
    private QpQueues qp;

    ServedScene(final NodeUnderTest node)
    {
        this.node = node;
        queuePairs = node.node().lane().queuePairs();
    }

    /** The queue pair, with memory for one message, room for many completions, and one retry. */
    ServedScene qp(final QpType type) throws Exception
    {
        return qp(type, LENGTH, 16, 1);
    }

    /** @param retries of both kinds. */
    ServedScene qp(final QpType type, final int memoryLength, final int cqe, final int retries) throws Exception
    {
        final ByteBuffer memory = ByteBuffer.allocateDirect(memoryLength);
        return onLane(() ->
        {
            final Resources resources = queuePairs.resources();
            final ProtectionDomain pd = resources.pds().allocPd();
            region = resources.regions().regMr(pd, new MrInit(memory, AccessFlag.ALL));
            final QpInit init = new QpInit(
                pd, CAP, true, resources.cqs().createCq(cqe, () -> { }), resources.cqs().createCq(cqe, () -> { }));
            qp = QpSteps.create(queuePairs, type, QpState.RTR, node.from().getAddress(), init);
            queuePairs.modify(qp.qpn(), new QpModification(QpState.RTS, null, readyToSend(type, retries)));
        });
    }

    /** A receive is posted. */
    ServedScene receive(final int length) throws Exception
    {
        return receive(length, region.lkey());
    }

    /** A receive is posted whose key is wrong. */
    ServedScene receiveWithWrongKey() throws Exception
    {
        return receive(LENGTH, region.lkey() ^ 1);
    }

    /** Requests of a packet each are posted, and have left when this returns. */
    ServedScene sent(final WrOpcode... opcodes) throws Exception
    {
        final long before = sent();
        onLane(() ->
        {
            for (final WrOpcode opcode : opcodes)
            {
                assertTrue(qp.postSend(new SendWr()
                    .opcode(opcode)
                    .sge(region.addr(), LENGTH, region.lkey())
                    .remote(0, 0)));
            }
            qp.doorbell();
        });
        Await.until(this::sent, sent -> sent >= before + opcodes.length);
        return this;
    }

    /** A packet has come to its end before. */
    ServedScene after(final RocePacketBuilder packet) throws Exception
    {
        final long received = node.ledger().received();
        node.send(bytes(packet));
        node.ledgerAfter(received + 1);
        return this;
    }

    /** The queue pair's memory is not there any more. */
    ServedScene withoutMemory() throws Exception
    {
        return onLane(() -> queuePairs.resources().regions().deregMr(region));
    }

    /** A request whose PSN is so many past that which the queue pair expected first. */
    RocePacketBuilder request(final Opcode opcode, final int ahead)
    {
        final RocePacketBuilder packet = Packets.builder(opcode, qp.qpn(), Psn.add(QpSteps.RQ_PSN, ahead));
        return opcode.hasPayload() ? packet.payload(Packets.payload(LENGTH)) : packet;
    }

    /** A message to a UD queue pair. */
    RocePacketBuilder datagram()
    {
        return request(Opcode.UD_SEND_ONLY, 0).set(PacketField.Q_KEY, QpSteps.Q_KEY);
    }

    RocePacketBuilder read(final int ahead, final long length)
    {
        return request(Opcode.RC_RDMA_READ_REQUEST, ahead)
            .set(PacketField.VIRTUAL_ADDRESS, region.addr())
            .set(PacketField.R_KEY, Integer.toUnsignedLong(region.rkey()))
            .set(PacketField.DMA_LENGTH, length);
    }

    RocePacketBuilder writeWithWrongKey(final Opcode opcode)
    {
        return request(opcode, 0)
            .set(PacketField.VIRTUAL_ADDRESS, region.addr())
            .set(PacketField.R_KEY, Integer.toUnsignedLong(region.rkey() ^ 1))
            .set(PacketField.DMA_LENGTH, LENGTH);
    }

    /** A response that names a packet of the queue pair's: 0 is the first that it sent. */
    RocePacketBuilder response(final Opcode opcode, final int sent, final int syndrome)
    {
        final RocePacketBuilder packet =
            Packets.builder(opcode, qp.qpn(), Psn.add(SQ_PSN, sent)).set(PacketField.SYNDROME, syndrome);
        return opcode.hasPayload() ? packet.payload(Packets.payload(LENGTH)) : packet;
    }

    RocePacketBuilder acknowledge(final int sent, final int syndrome)
    {
        return response(Opcode.RC_ACKNOWLEDGE, sent, syndrome);
    }

    byte[] bytes(final RocePacketBuilder packet)
    {
        return Packets.bytes(packet, node.from(), node.to());
    }

    /** The queue pair is no more, and with it what it had still to send. */
    @Override
    public void close()
    {
        if (qp != null)
        {
            node.node().lane().submit(() -> queuePairs.destroy(qp.qpn())).join();
        }
    }

    private ServedScene receive(final int length, final int lkey) throws Exception
    {
        return onLane(() -> assertTrue(qp.postRecv(new RecvWr().sge(region.addr(), length, lkey))));
    }

    private long sent() throws Exception
    {
        return node.onLane(() -> node.node().lane().egressFigures().sent());
    }

    private ServedScene onLane(final Step step) throws Exception
    {
        node.onLane(() ->
        {
            step.run();
            return null;
        });
        return this;
    }

    private static QpAttributes readyToSend(final QpType type, final int retries)
    {
        final QpAttributes attributes = new QpAttributes().put(QpAttribute.SQ_PSN, SQ_PSN);
        if (type != QpType.UD)
        {
            attributes.put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL);
        }
        return type != QpType.RC ?
            attributes :
            attributes
                .put(QpAttribute.TIMEOUT, 0)
                .put(QpAttribute.RETRY_CNT, retries)
                .put(QpAttribute.RNR_RETRY, retries)
                .put(QpAttribute.MAX_RD_ATOMIC, 1);
    }

    private interface Step
    {
        void run() throws Exception;
    }
}
