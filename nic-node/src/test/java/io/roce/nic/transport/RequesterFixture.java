package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.RoomyEgress;
import io.roce.nic.link.SourcePorts;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.memory.ProtectionDomains;
import io.roce.nic.qp.ForcedState;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.SampleAttributes;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.FateReason;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvQueue;
import io.roce.nic.work.ScatterGather;
import io.roce.nic.work.SendQueue;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.PKey;
import io.roce.wire.Psn;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** The sending half of a node whose wire is a list. Time moves when it is told to. */
final class RequesterFixture
{
    static final InetAddress PEER = SampleAttributes.address("127.20.7.2");
    static final InetAddress OWN = SampleAttributes.address("127.20.7.1");
    static final int PEER_QPN = 0x4711;
    static final int MTU = 256;
    static final long TIMEOUT_NS = 4_096L << 10;
    static final long REMOTE_ADDR = 0x7000_0000_1000L;
    static final int RKEY = 0x1234_5678;
    static final int MEMORY_LENGTH = 1 << 20;

    final CachedNanoClock clock = new CachedNanoClock();
    final QueuePairs queuePairs = QueuePairsFixture.open(0x10, 0x1FF, clock);
    final Wire wire = new Wire();
    final ProtectionDomains pds = new ProtectionDomains(2);
    final MemoryRegions regions = new MemoryRegions(pds, 8, new SplittableRandom(1));
    final ProtectionDomain pd = pds.allocPd();
    final ByteBuffer memory = ByteBuffer.allocateDirect(MEMORY_LENGTH).order(ByteOrder.nativeOrder());
    final MemoryRegion region = regions.regMr(pd, new MrInit(memory, AccessFlag.LOCAL_WRITE.bit()));
    final List<String> failures = new ArrayList<>();
    final List<String> turns = new ArrayList<>();
    int responses;
    InetAddress own = OWN;

    final FateReason reason = new FateReason();
    final Services services;
    final Timers timers = new Timers();
    final RcCompleter completer;
    final TransmitScheduler scheduler;

    RequesterFixture(final Profile profile) throws VerbsException
    {
        services = new Services(
            regions,
            new ScatterGather(regions),
            new PacketWriter(),
            new Doorbells(),
            new ServiceEnds(),
            clock,
            profile,
            reason);
        final RcRecovery recovery = new RcRecovery(services, timers);
        completer = new RcCompleter(services, recovery);
        scheduler = new TransmitScheduler(
            queuePairs.resolver(),
            services,
            timers,
            new RcRequester(services, recovery),
            new UcRequester(services),
            new UdRequester(services, new UdRoutes(this::route)),
            this::respond);
        for (int i = 0; i < MEMORY_LENGTH; i++)
        {
            memory.put(i, (byte)(i * 31 + i / MTU));
        }
    }

    RequesterFixture() throws VerbsException
    {
        this(Profile.IBTA);
    }

    /** In RTS; its first PSN is 0x100. */
    ServedQp qp(final QpType type) throws VerbsException
    {
        return qp(type, 1_024);
    }

    /** @param cqe of its completion queue. */
    ServedQp qp(final QpType type, final int cqe) throws VerbsException
    {
        return qp(type, QpSteps.create(queuePairs, type, QpState.RTS, PEER), cqe);
    }

    /** In RTS, with that number. */
    ServedQp qpOf(final QpType type, final int qpn) throws VerbsException
    {
        queuePairs.createWithQpn(type, qpn);
        ForcedState.force(queuePairs.resolver().resolve(qpn), QpState.RTS);
        return qp(type, qpn, 1_024);
    }

    private ServedQp qp(final QpType type, final int qpn, final int cqe) throws VerbsException
    {
        final long generation = queuePairs.query(qpn).generation();
        final QpCap cap = new QpCap(256, 4, 8, 4, 64);
        final CompletionQueue cq = new CompletionQueue(cqe, () -> { });
        final ServedQp qp = new ServedQp(
            qpn, generation, type, pd,
            new SendQueue(type.transport(), cap, true, cq, qpn, generation),
            new RecvQueue(cap, cq, qpn, generation), cq, cq);
        qp.route = type == QpType.UD ? null :
            Route.open(wire, own, SourcePorts.connected(0, qpn, PEER_QPN), PEER);
        qp.destQpn = PEER_QPN;
        qp.pKey = PKey.DEFAULT;
        qp.qKey = QpSteps.Q_KEY;
        qp.mtu = MTU;
        qp.maxRdAtomic = 4;
        qp.timeout = 10;
        qp.retryCnt = 3;
        qp.rnrRetry = 3;
        qp.requester.start(0x100);
        return qp;
    }

    QpContext context(final ServedQp qp)
    {
        return queuePairs.resolver().resolve(qp.qpn);
    }

    QpState state(final ServedQp qp)
    {
        return context(qp).state();
    }

    /** From the start of the memory, or into it. */
    SendWr wr(final WrOpcode opcode, final int length)
    {
        return new SendWr().opcode(opcode).sge(region.addr(), length, region.lkey()).remote(REMOTE_ADDR, RKEY);
    }

    /** Posts and rings. */
    void post(final ServedQp qp, final SendWr wr) throws VerbsException
    {
        assertTrue(qp.sendQueue.post(wr));
        services.doorbells().ring(qp);
    }

    void post(final ServedQp qp, final WrOpcode opcode, final int length) throws VerbsException
    {
        post(qp, wr(opcode, length));
    }

    /** Polls until nothing is due at this time. */
    void run()
    {
        while (scheduler.nextDeadlineNs() <= clock.nanoTime())
        {
            scheduler.poll(clock.nanoTime());
        }
    }

    /** Lets time pass, and happen what falls due in it. */
    void advance(final long ns)
    {
        final long untilNs = clock.nanoTime() + ns;
        while (scheduler.nextDeadlineNs() <= untilNs)
        {
            clock.update(Math.max(clock.nanoTime(), scheduler.nextDeadlineNs()));
            scheduler.poll(clock.nanoTime());
        }
        clock.update(untilNs);
    }

    /** What was sent since the last time, one line each: see {@link #line}. */
    List<String> sent()
    {
        run();
        final List<String> lines = wire.sent.stream().map(RequesterFixture::line).toList();
        wire.sent.clear();
        return lines;
    }

    /** What was sent since the last time. */
    List<RocePacket> packets()
    {
        run();
        final List<RocePacket> packets = wire.sent.stream().map(RoceDatagram::packet).toList();
        wire.sent.clear();
        return packets;
    }

    /** Opcode, PSN in hexadecimal, payload length, and whether an acknowledgement is asked for. */
    static String line(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        return "%s %x %d%s".formatted(
            packet.opcode(), packet.bth().psn(), packet.payloadLength(), packet.bth().isAckRequest() ? " ack" : "");
    }

    Fate receive(final ServedQp qp, final RoceDatagram datagram)
    {
        return completer.onResponse(datagram, qp);
    }

    /** Statuses of all completions since the last time, in order. */
    static List<WcStatus> completions(final ServedQp qp)
    {
        final List<WcStatus> statuses = new ArrayList<>();
        final WorkCompletion completion = new WorkCompletion();
        while (qp.sendCq.poll(completion))
        {
            statuses.add(completion.status());
        }
        return statuses;
    }

    /** {@code count} PSNs from one on, as lines have them. */
    static String psn(final int first, final int count)
    {
        return Integer.toHexString(Psn.add(first, count));
    }

    private Route route(
        final int portNum, final int sgidIndex, final InetAddress dgid, final int sourcePort)
    {
        return dgid.getAddress().length == own.getAddress().length ? Route.open(wire, own, sourcePort, dgid) : null;
    }

    private int respond(final ServedQp qp, final int budget)
    {
        if (!wire.isSilent)
        {
            turns.add(qp.qpn + " " + state(qp));
        }
        final int sent = Math.min(responses, budget);
        responses -= sent;
        if (responses > 0)
        {
            services.doorbells().ring(qp);
        }
        return sent;
    }

    /** Copies of what was sent. */
    static final class Wire extends RoomyEgress
    {
        final List<RoceDatagram> sent = new ArrayList<>();
        final List<InetSocketAddress> destinations = new ArrayList<>();
        final List<Integer> sourcePorts = new ArrayList<>();
        int flushes;

        /** Packets that there is room for. */
        int room = Integer.MAX_VALUE;

        /** Nothing is kept: for tests of what is allocated. */
        boolean isSilent;

        @Override
        public boolean isWritable(final int sourcePort)
        {
            return room > 0;
        }

        @Override
        public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
        {
            room--;
            if (!isSilent)
            {
                final RoceDatagram copy = new RoceDatagram(datagram.length());
                copy.copyFrom(datagram);
                sent.add(copy);
                destinations.add(to);
                sourcePorts.add(sourcePort);
            }
        }

        @Override
        public void flush()
        {
            flushes++;
        }
    }

    /** Flushes as a node does. */
    private final class ServiceEnds implements Failures
    {
        @Override
        public void toErr(final ServedQp qp)
        {
            failures.add("ERR");
            ForcedState.force(context(qp), QpState.ERR);
            qp.sendQueue.flush();
            qp.recvQueue.flush();
        }

        @Override
        public void toSqe(final ServedQp qp)
        {
            failures.add("SQE");
            ForcedState.force(context(qp), QpState.SQE);
            qp.sendQueue.flush();
        }
    }
}
