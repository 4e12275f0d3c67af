package io.roce.tools.lint;

import io.roce.nic.MemoryNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;

/** Traffic of two adapters of ours in memory, recorded as it arrives: every operation, RC, UC and UD. */
final class OwnTraffic implements AutoCloseable
{
    private static final int LENGTH = 10_001;
    private static final int MAX_STEPS = 10_000_000;
    private static final int Q_KEY = 0x1111_1111;
    private static final QpCap CAP = new QpCap(64, 64, 4, 4, 64);

    final Recorded recorded = new Recorded();

    private final CachedNanoClock clock = new CachedNanoClock();
    private final MemoryNetwork network = new MemoryNetwork(clock, 1_000);
    private final boolean isIpv6;
    private final End left;
    private final End right;

    /** @param rules of faults at the right end. */
    OwnTraffic(final boolean isIpv6, final String... rules)
    {
        this.isIpv6 = isIpv6;
        left = new End(isIpv6 ? "fd00::1" : "192.0.2.1", 1);
        right = new End(isIpv6 ? "fd00::2" : "192.0.2.2", 2, rules);
    }

    /** So many rounds of one message of each kind over RC, and of a SEND over UC and UD. */
    void run(final int rounds) throws Exception
    {
        final Pair rc = new Pair(QpType.RC);
        final Pair uc = new Pair(QpType.UC);
        final Pair ud = new Pair(QpType.UD);
        for (int round = 0; round < rounds; round++)
        {
            rc.send(LENGTH);
            rc.post(remote(WrOpcode.RDMA_WRITE, LENGTH - round % 7));
            rc.post(remote(WrOpcode.RDMA_READ, LENGTH + round % 5));
            rc.post(remote(WrOpcode.ATOMIC_FETCH_AND_ADD, 8).compareAdd(1));
            uc.send(LENGTH);
            ud.send(501);
            network.runUntilIdle(MAX_STEPS);
            rc.drain();
            uc.drain();
            ud.drain();
        }
    }

    @Override
    public void close()
    {
        left.node.close();
        right.node.close();
    }

    private SendWr remote(final WrOpcode opcode, final int length)
    {
        return new SendWr().opcode(opcode)
            .sge(left.memory.addr(), length, left.memory.lkey())
            .remote(right.memory.addr(), right.memory.rkey());
    }

    /** As it was on the wire: the masked fields of IP and UDP as a sender has them. */
    private void onDatagram(final RoceDatagram datagram)
    {
        final int ipLength = isIpv6 ? Envelope.IPV6_HEADER_LENGTH : Envelope.IPV4_HEADER_LENGTH;
        final int start = Envelope.PACKET_OFFSET - Envelope.UDP_HEADER_LENGTH - ipLength;
        final byte[] packet = Arrays.copyOfRange(
            datagram.envelope().array(), start, Envelope.PACKET_OFFSET + datagram.length());
        final ByteBuffer frame = ByteBuffer.allocate(Recorded.IP_OFFSET + packet.length);
        frame.putShort(12, (short)(isIpv6 ? 0x86DD : 0x0800));
        frame.position(Recorded.IP_OFFSET).put(packet);
        if (isIpv6)
        {
            frame.putInt(Recorded.IP_OFFSET, 0x6000_0000);
            frame.put(Recorded.IP_OFFSET + 7, (byte)64);
        }
        else
        {
            frame.put(Recorded.IP_OFFSET + 1, (byte)0);
            frame.put(Recorded.IP_OFFSET + 8, (byte)64);
        }
        frame.putShort(Recorded.IP_OFFSET + ipLength + 6, (short)0);
        recorded.frames.add(frame.array());
        recorded.times.add(clock.nanoTime());
        recorded.repairIpv4(recorded.size() - 1);
    }

    private final class End
    {
        private final MemoryNode node;
        private final InetSocketAddress address;
        private final ProtectionDomain pd;
        private final MemoryRegion memory;

        End(final String address, final long seed, final String... rules)
        {
            this.address = new InetSocketAddress(address, Envelope.ROCE_PORT);
            final List<FaultRule> faults = Arrays.stream(rules).map(FaultRule::parse).toList();
            node = MemoryNode.open(
                new NicNodeConfig().bind(this.address).faults(new FaultConfig(faults, 1, 64)),
                network,
                new SplittableRandom(seed),
                (fate, datagram, arrival) -> onDatagram(datagram),
                failure ->
                {
                    throw new IllegalStateException("the adapter has failed", failure);
                });
            pd = node.verbs().allocPd().join();
            memory = node.verbs().regMr(pd, new MrInit(ByteBuffer.allocateDirect(16_384), AccessFlag.ALL)).join();
        }
    }

    private final class Pair
    {
        private final QpType type;
        private final CompletionQueue leftCq = left.node.verbs().createCq(128).join();
        private final CompletionQueue rightCq = right.node.verbs().createCq(128).join();
        private final Qp leftQp;
        private final Qp rightQp;

        Pair(final QpType type)
        {
            this.type = type;
            leftQp = left.node.verbs().createQp(type, new QpInit(left.pd, CAP, true, leftCq, leftCq)).join();
            rightQp = right.node.verbs().createQp(type, new QpInit(right.pd, CAP, true, rightCq, rightCq)).join();
            connect(leftQp, right, rightQp.qpn(), 0xFF_FF80, 0x200);
            connect(rightQp, left, leftQp.qpn(), 0x200, 0xFF_FF80);
        }

        void send(final int length) throws Exception
        {
            rightQp.postRecv(new RecvWr().sge(right.memory.addr(), 16_000, right.memory.lkey()));
            final SendWr wr = new SendWr().opcode(WrOpcode.SEND).sge(left.memory.addr(), length, left.memory.lkey());
            post(type == QpType.UD ? wr.destination(right.address.getAddress(), rightQp.qpn(), Q_KEY) : wr);
        }

        void post(final SendWr wr) throws Exception
        {
            leftQp.postSend(wr);
        }

        void drain()
        {
            final WorkCompletion completion = new WorkCompletion();
            while (leftCq.poll(completion) || rightCq.poll(completion))
            {
                // What completes makes room.
                continue;
            }
        }

        private void connect(final Qp qp, final End peer, final int destQp, final int sqPsn, final int rqPsn)
        {
            final QpAttributes toInit =
                new QpAttributes().put(QpAttribute.PKEY_INDEX, 0).put(QpAttribute.PORT_NUM, 1);
            final QpAttributes toRtr = new QpAttributes();
            final QpAttributes toRts = new QpAttributes().put(QpAttribute.SQ_PSN, sqPsn);
            if (type == QpType.UD)
            {
                toInit.put(QpAttribute.QKEY, Q_KEY);
            }
            else
            {
                toInit.put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL);
                toRtr.dgid(peer.address.getAddress()).put(QpAttribute.PATH_MTU, 1024)
                    .put(QpAttribute.DEST_QP_NUM, destQp).put(QpAttribute.RQ_PSN, rqPsn);
            }
            if (type == QpType.RC)
            {
                toRtr.put(QpAttribute.MAX_DEST_RD_ATOMIC, 4).put(QpAttribute.MIN_RNR_TIMER, 12);
                toRts.put(QpAttribute.TIMEOUT, 14).put(QpAttribute.RETRY_CNT, 7)
                    .put(QpAttribute.RNR_RETRY, 7).put(QpAttribute.MAX_RD_ATOMIC, 4);
            }
            qp.modify(QpState.INIT, toInit).join();
            qp.modify(QpState.RTR, toRtr).join();
            qp.modify(QpState.RTS, toRts).join();
        }
    }
}
