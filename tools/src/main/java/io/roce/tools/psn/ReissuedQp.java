package io.roce.tools.psn;

import io.roce.nic.MemoryNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.stats.Fate;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;

/**
 * A number on an adapter in memory, without quarantine: it is taken from one served RC queue pair and given to the next
 * at once, as often as an old packet is sent to it. Not thread-safe.
 */
final class ReissuedQp implements AutoCloseable
{
    static final int QPN = NicNodeConfig.FIRST_QPN_DEFAULT;

    private static final InetSocketAddress NODE = at("192.0.2.1");
    private static final InetSocketAddress OLD_PEER = at("192.0.2.2");
    private static final InetSocketAddress OTHER_PEER = at("192.0.2.3");
    private static final int PEER_QPN = 0x1234;
    private static final int PATH_MTU = 256;
    private static final int MAX_STEPS = 100;
    private static final byte[] OWN_DATA = "own data".getBytes(StandardCharsets.US_ASCII);

    /** Nothing of the connection's is lost, so it need not be sent again. */
    private static final int TIMEOUT_NEVER = 0;

    private final OldPacket kind;
    private final MemoryNetwork network = new MemoryNetwork(new CachedNanoClock(), 0, 16);
    private final MemoryNode node;
    private final QueuePairs queuePairs;
    private final MemoryNetwork.Endpoint oldPeer;
    private final MemoryNetwork.Endpoint newPeer;
    private final DrillMemory memory;
    private final CompletionQueue cq;
    private final QpInit init;
    private final QpModification toInit;
    private final QpModification toRtr;
    private final QpModification toRts;
    private final RecvWr recvWr;
    private final SendWr sendWr;
    private final RoceDatagram oldPacket;
    private final RoceDatagram ownPacket;
    private final Icrc icrc = new Icrc();
    private final WorkCompletion completion = new WorkCompletion();
    private final Set<Harm> harms = EnumSet.noneOf(Harm.class);

    /** Where answers are counted; null while what comes is none. */
    private Tally answered;
    private boolean isDataSent;
    private Fate lastFate;

    /**
     * Creates the old peer's queue pair.
     *
     * @param ePsn what each of those that get its number expects first.
     */
    ReissuedQp(final OldPacket kind, final int ePsn) throws VerbsException
    {
        this.kind = kind;
        node = MemoryNode.open(
            new NicNodeConfig().bind(NODE).quarantine(QuarantinePolicy.NONE).drops(0),
            network,
            new SplittableRandom(ePsn),
            (fate, datagram, arrival) -> lastFate = fate,
            failure ->
            {
                throw new IllegalStateException("the adapter has failed", failure);
            });
        queuePairs = node.queuePairs();
        oldPeer = network.attach(new GidEntry(1, 0, OLD_PEER), (datagram, gid) -> onAnswer(datagram));
        newPeer = kind.isReissuedElsewhere() ?
            network.attach(new GidEntry(1, 0, OTHER_PEER), (datagram, gid) -> { }) : oldPeer;

        final ProtectionDomain pd = queuePairs.resources().pds().allocPd();
        memory = new DrillMemory(queuePairs.resources().regions(), pd);
        cq = queuePairs.resources().cqs().createCq(4, () -> { });
        init = new QpInit(pd, new QpCap(1, 1, 1, 1, 0), true, cq, cq);
        toInit = to(QpState.INIT, new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1)
            .put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL));
        toRtr = to(QpState.RTR, new QpAttributes()
            .dgid(newPeer.localAddress().getAddress())
            .put(QpAttribute.PATH_MTU, PATH_MTU)
            .put(QpAttribute.DEST_QP_NUM, PEER_QPN)
            .put(QpAttribute.RQ_PSN, ePsn)
            .put(QpAttribute.MAX_DEST_RD_ATOMIC, 1)
            .put(QpAttribute.MIN_RNR_TIMER, 0));
        toRts = to(QpState.RTS, new QpAttributes()
            .put(QpAttribute.SQ_PSN, ePsn)
            .put(QpAttribute.TIMEOUT, TIMEOUT_NEVER)
            .put(QpAttribute.RETRY_CNT, 0)
            .put(QpAttribute.RNR_RETRY, 0)
            .put(QpAttribute.MAX_RD_ATOMIC, 1));
        recvWr = new RecvWr().sge(
            memory.receivedRegion().addr(), memory.receivedRegion().length(), memory.receivedRegion().lkey());
        sendWr = new SendWr().opcode(WrOpcode.SEND);

        oldPacket = datagram(oldPeer, kind.builder(QPN, memory));
        ownPacket = datagram(newPeer, new RocePacketBuilder()
            .opcode(isResponse() ? Opcode.RC_ACKNOWLEDGE : Opcode.RC_SEND_ONLY)
            .set(PacketField.DEST_QP, QPN)
            .set(PacketField.PSN, ePsn)
            .set(PacketField.SYNDROME, Syndrome.ack(Syndrome.NO_CREDIT_LIMIT))
            .payload(isResponse() ? new byte[0] : OWN_DATA));
        // With a neighbour, so that the table's page does not come and go with it.
        queuePairs.createWithQpn(QpType.RC, QPN + 1);
        queuePairs.createWithQpn(QpType.RC, QPN, init);
    }

    /** Sends an old packet to a queue pair that the number is given to for it, and then the new peer's first one. */
    void meet(final int psn, final Tally tally) throws VerbsException
    {
        reissue();
        harms.clear();
        isDataSent = false;

        oldPacket.packet().bth().psn(psn);
        icrc.repair(oldPacket.envelope(), oldPacket.length());
        answered = tally;
        final Fate fate = deliver(oldPacket, oldPeer);
        answered = null;

        note(Harm.MEMORY_READ, isDataSent);
        note(isResponse() ? Harm.REQUEST_COMPLETED : Harm.DELIVERED, hasCompleted());
        note(Harm.MEMORY_WRITTEN, memory.takeWritten());
        note(Harm.CONNECTION_KILLED, queuePairs.resolver().resolve(QPN).state() == QpState.ERR);
        note(Harm.FIRST_PACKET_LOST, !isOwnPacketTaken());
        tally.add(fate, harms);
    }

    @Override
    public void close()
    {
        node.close();
    }

    private void reissue() throws VerbsException
    {
        queuePairs.destroy(QPN);
        final QpQueues queues = queuePairs.createWithQpn(QpType.RC, QPN, init);
        queuePairs.modify(QPN, toInit);
        queuePairs.modify(QPN, toRtr);
        queuePairs.modify(QPN, toRts);
        queues.postRecv(recvWr);
        if (isResponse())
        {
            queues.postSend(sendWr);
            queues.doorbell();
            network.runUntilIdle(MAX_STEPS);
        }
    }

    /** It is executed, or completes the request that is outstanding; and that is all. */
    private boolean isOwnPacketTaken()
    {
        final Fate fate = deliver(ownPacket, newPeer);
        final boolean hasCompleted = hasCompleted();
        final boolean isRight = isResponse() ?
            fate == Fate.RESPONSE_ACCEPTED :
            fate == Fate.REQUEST_EXECUTED && completion.byteLen() == OWN_DATA.length && memory.takeReceived(OWN_DATA);
        return hasCompleted && isRight && !hasCompleted();
    }

    private boolean hasCompleted()
    {
        return cq.poll(completion) && completion.status() == WcStatus.SUCCESS;
    }

    private Fate deliver(final RoceDatagram datagram, final MemoryNetwork.Endpoint from)
    {
        lastFate = null;
        from.send(datagram, NODE, Envelope.ROCE_PORT);
        network.runUntilIdle(MAX_STEPS);
        return lastFate;
    }

    private void onAnswer(final RoceDatagram datagram)
    {
        if (answered != null)
        {
            final Answer answer = Answer.of(datagram.packet());
            isDataSent |= answer == Answer.DATA;
            answered.add(answer);
        }
    }

    private void note(final Harm harm, final boolean isDone)
    {
        if (isDone)
        {
            harms.add(harm);
        }
    }

    private boolean isResponse()
    {
        return kind.opcode().isResponse();
    }

    private static RoceDatagram datagram(final MemoryNetwork.Endpoint from, final RocePacketBuilder builder)
    {
        final RoceDatagram datagram = new RoceDatagram();
        datagram.envelope().addresses(from.localAddress().getAddress().getAddress(), NODE.getAddress().getAddress());
        datagram.envelope().ports(Envelope.ROCE_PORT, Envelope.ROCE_PORT);
        builder.build(datagram);
        return datagram;
    }

    private static QpModification to(final QpState next, final QpAttributes attributes)
    {
        return new QpModification(next, null, attributes);
    }

    private static InetSocketAddress at(final String address)
    {
        return new InetSocketAddress(address, Envelope.ROCE_PORT);
    }
}
