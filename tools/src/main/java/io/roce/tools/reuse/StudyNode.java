package io.roce.tools.reuse;

import io.roce.nic.MemoryNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
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
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.WorkCompletion;
import io.roce.wire.Psn;
import io.roce.wire.icrc.Envelope;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;

/**
 * The adapter of one run, on a wire in memory: its allocator, quarantine, table, cache and receive path are those of
 * every node. Queue pairs are served, so that PSNs and keys are checked as well. Not thread-safe.
 */
final class StudyNode implements AutoCloseable
{
    private static final InetSocketAddress NODE = at(0xC000_0201);
    private static final int FIRST_PEER = 0x0A00_0001;
    private static final int FIRST_QPN = NicNodeConfig.FIRST_QPN_DEFAULT;
    private static final int PEER_QPN = 0x1234;
    private static final int FIRST_PSN = 0x400_000;
    private static final int PATH_MTU = 256;

    /** Of a datagram a receive has 40 bytes of network header in front. */
    private static final int UD_HEADER_LENGTH = 40;
    private static final int RECEIVE_LENGTH = UD_HEADER_LENGTH + StaleMessage.LENGTH;

    private final MemoryNetwork network = new MemoryNetwork(new CachedNanoClock(), 0, 64);
    private final Scenario scenario;
    private final SplittableRandom random;
    private final MemoryNode node;
    private final QueuePairs queuePairs;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final QpInit init;
    private final ByteBuffer received = ByteBuffer.allocateDirect(RECEIVE_LENGTH);
    private final ByteBuffer shared = ByteBuffer.allocateDirect(StaleMessage.LENGTH);
    private final RecvWr recvWr;
    private final Map<Integer, Connection> live = new HashMap<>();
    private final List<MemoryNetwork.Endpoint> addresses = new ArrayList<>();
    private final StaleMessage message;
    private final WorkCompletion completion = new WorkCompletion();
    private Fate lastFate;

    /** @param random of this run alone. */
    StudyNode(final Scenario scenario, final SplittableRandom random) throws VerbsException
    {
        this.scenario = scenario;
        this.random = random;
        node = MemoryNode.open(
            new NicNodeConfig()
                .bind(NODE)
                .qpns(FIRST_QPN, FIRST_QPN + scenario.pool() - 1)
                .allocation(scenario.order())
                .quarantine(scenario.quarantine())
                .resetHold(scenario.comeback() == Comeback.RESET ? ResetHold.REFUSE : ResetHold.ALLOW)
                .drops(0),
            network,
            random.split(),
            (fate, datagram, arrival) -> lastFate = fate,
            failure ->
            {
                throw new IllegalStateException("the adapter has failed", failure);
            });
        queuePairs = node.queuePairs();
        pd = queuePairs.resources().pds().allocPd();
        cq = queuePairs.resources().cqs().createCq(Sender.REPLAY.burst() + 1, () -> { });
        init = new QpInit(pd, new QpCap(0, 1, 0, 1, 0), true, cq, cq);
        final MemoryRegion receivedRegion =
            queuePairs.resources().regions().regMr(pd, new MrInit(received, AccessFlag.LOCAL_WRITE.bit()));
        recvWr = new RecvWr().sge(receivedRegion.addr(), receivedRegion.length(), receivedRegion.lkey());
        message = new StaleMessage(scenario.packet(), NODE);
        final MemoryRegion sharedRegion = register(shared);
        message.memory(sharedRegion.addr(), sharedRegion.rkey());
    }

    long nowNs()
    {
        return network.clock().nanoTime();
    }

    void advanceTo(final long ns)
    {
        network.advance(ns - nowNs());
    }

    /** Creates a queue pair and connects it to any of the peers. */
    Connection create() throws VerbsException
    {
        return connect(queuePairs.create(scenario.packet().type(), 1, false, init).get(0));
    }

    void destroy(final Connection connection) throws VerbsException
    {
        end(connection);
        queuePairs.destroy(connection.qpn());
    }

    /** Takes it to RESET, where it is to be brought up to another peer by {@link #reconnect}. */
    void reset(final Connection connection) throws VerbsException
    {
        end(connection);
        modify(connection.qpn(), QpState.RESET, new QpAttributes());
    }

    /** Refused while the last peer is to be feared. */
    Connection reconnect(final Connection ended) throws VerbsException
    {
        return connect(ended.queues());
    }

    /** Nanoseconds until the clock frees the next number; -1 when it will free none. */
    long nextFreeInNs()
    {
        return queuePairs.figures().quarantine().nextInNs();
    }

    /** Sends what somebody has of a connection that has ended, and counts how it ended. */
    void sendStale(final Connection ended, final long[] outcomes) throws VerbsException
    {
        final Connection owner = live.get(ended.qpn());
        final boolean isGuessed = scenario.sender() == Sender.GUESSER;
        final int peer = isGuessed ? random.nextInt(scenario.guessedPeers()) : ended.peer();
        // What was executed before has taken PSNs: each stale packet meets the connection as if it were the first.
        final int psn = Psn.add(
            isGuessed ? drawPsn(scenario.guessedPsnBits()) : ended.psn(), owner == null ? 0 : owner.executed());
        if (ended.region() != null)
        {
            message.memory(ended.region().addr(), ended.region().rkey());
        }
        message.of(ended, address(peer), peer);
        for (int i = 0; i < scenario.sender().burst(); i++)
        {
            outcomes[send(peer, Psn.add(psn, i)).ordinal()]++;
            if (lastFate == Fate.REQUEST_EXECUTED)
            {
                onExecuted(ended, owner);
            }
        }
        if (owner != null && isKilled(owner))
        {
            restore(owner);
        }
    }

    private Outcome send(final int peer, final int psn)
    {
        lastFate = null;
        address(peer).send(message.withPsn(psn), NODE, Envelope.ROCE_PORT);
        network.advance(0);
        return Outcome.of(lastFate);
    }

    @Override
    public void close()
    {
        node.close();
    }

    private Connection connect(final QpQueues queues) throws VerbsException
    {
        final int peer = random.nextInt(scenario.peers());
        final int psn = drawPsn(scenario.psnBits());
        bringUp(queues, peer, psn);
        final MemoryRegion region =
            scenario.packet().isKeyEnded() ? register(ByteBuffer.allocateDirect(StaleMessage.LENGTH)) : null;
        final Connection connection =
            new Connection(queues, queuePairs.query(queues.qpn()).epoch(), peer, psn, region);
        live.put(queues.qpn(), connection);
        return connection;
    }

    private void bringUp(final QpQueues queues, final int peer, final int psn) throws VerbsException
    {
        final QpType type = scenario.packet().type();
        final QpAttributes toInit = new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1);
        final QpAttributes toRtr = new QpAttributes();
        if (type == QpType.UD)
        {
            toInit.put(QpAttribute.QKEY, StaleMessage.qKey(peer));
        }
        else
        {
            toInit.put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL);
            toRtr.dgid(address(peer).localAddress().getAddress())
                .put(QpAttribute.PATH_MTU, PATH_MTU)
                .put(QpAttribute.DEST_QP_NUM, PEER_QPN)
                .put(QpAttribute.RQ_PSN, psn);
        }
        if (type == QpType.RC)
        {
            toRtr.put(QpAttribute.MAX_DEST_RD_ATOMIC, 1).put(QpAttribute.MIN_RNR_TIMER, 0);
        }
        modify(queues.qpn(), QpState.INIT, toInit);
        modify(queues.qpn(), QpState.RTR, toRtr);
        queues.postRecv(recvWr);
    }

    /** What its peer knows of it is worth nothing any more but for memory that others use too. */
    private void end(final Connection connection) throws VerbsException
    {
        live.remove(connection.qpn());
        if (connection.region() != null)
        {
            queuePairs.resources().regions().deregMr(connection.region());
        }
    }

    /** A refused R_Key takes a queue pair to ERR. */
    private boolean isKilled(final Connection owner) throws VerbsException
    {
        return lastFate == Fate.NAK_REMOTE_ACCESS && queuePairs.query(owner.qpn()).state() == QpState.ERR;
    }

    /** Its program brings it up again as it was, unless that would be refused. */
    private void restore(final Connection owner) throws VerbsException
    {
        if (scenario.comeback() == Comeback.REISSUE || scenario.quarantine().timeNs() == 0)
        {
            modify(owner.qpn(), QpState.RESET, new QpAttributes());
            bringUp(owner.queues(), owner.peer(), owner.psn());
            owner.onRestored();
        }
    }

    /** The oracle: what has arrived says whom it was meant for. */
    private void onExecuted(final Connection ended, final Connection owner) throws VerbsException
    {
        if (owner == null || owner.generation() == ended.generation() && owner.epoch() == ended.epoch())
        {
            throw new IllegalStateException("a stale packet was executed, and not by a later connection");
        }
        owner.onExecuted();
        if (!scenario.packet().hasRKey())
        {
            StaleMessage.requireMeantFor(
                ended, received, scenario.packet().type() == QpType.UD ? UD_HEADER_LENGTH : 0);
            if (!cq.poll(completion))
            {
                throw new IllegalStateException("a SEND was executed, and no receive has completed");
            }
            owner.queues().postRecv(recvWr);
        }
        else if (!scenario.packet().isRead())
        {
            StaleMessage.requireMeantFor(ended, shared, 0);
        }
    }

    private int drawPsn(final int bits)
    {
        return Psn.add(FIRST_PSN, random.nextInt(1 << bits));
    }

    private MemoryRegion register(final ByteBuffer memory) throws VerbsException
    {
        return queuePairs.resources().regions().regMr(pd, new MrInit(memory, AccessFlag.ALL));
    }

    private void modify(final int qpn, final QpState next, final QpAttributes attributes) throws VerbsException
    {
        queuePairs.modify(qpn, new QpModification(next, null, attributes));
    }

    /** The address of a peer, or of somebody who could be one; what is answered goes nowhere. */
    private MemoryNetwork.Endpoint address(final int peer)
    {
        while (addresses.size() <= peer)
        {
            addresses.add(network.attach(
                new GidEntry(1, 0, at(FIRST_PEER + addresses.size())), (datagram, gid) -> { }));
        }
        return addresses.get(peer);
    }

    private static InetSocketAddress at(final int ipv4)
    {
        try
        {
            return new InetSocketAddress(
                InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(ipv4).array()),
                Envelope.ROCE_PORT);
        }
        catch (final UnknownHostException e)
        {
            throw new IllegalStateException(e);
        }
    }
}
