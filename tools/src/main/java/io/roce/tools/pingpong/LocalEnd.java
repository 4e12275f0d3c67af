package io.roce.tools.pingpong;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.adapter.BringUp;
import io.roce.tools.adapter.Completions;
import io.roce.tools.cli.CommandFailedException;
import io.roce.wire.Psn;

import java.util.random.RandomGenerator;

/** This end's queue pair, its memory and its completions. */
final class LocalEnd
{
    /** What completions of receives say. */
    static final long RECV_WR_ID = 1;

    /** What completions of sends say. */
    static final long SEND_WR_ID = 2;

    private final PingpongPlan plan;
    private final Completions completions;
    private final MessageMemory memory;
    private final MemoryRegion region;
    private final BringUp bringUp;
    private final Qp qp;
    private final int psn;
    private final SendWr sendWr = new SendWr();
    private final RecvWr recvWr = new RecvWr();
    private Destination remote;
    private int receivesPosted;

    /** A queue pair in INIT with all its receives posted. */
    LocalEnd(final Adapter adapter, final PingpongPlan plan, final RandomGenerator random)
    {
        this.plan = plan;
        final ProtectionDomain pd = adapter.allocPd();
        memory = new MessageMemory(plan.headroom(), plan.size());
        region = adapter.regMr(pd, memory.buffer(), AccessFlag.LOCAL_WRITE.bit());
        completions = Completions.create(adapter, plan.rxDepth() + 1, plan.spin());
        qp = adapter.createQp(plan.type(), new QpInit(
            pd, new QpCap(1, plan.rxDepth(), 1, 1, 0), true, completions.cq(), completions.cq()));
        psn = random.nextInt(Psn.MASK + 1);
        bringUp = new BringUp(plan.type(), plan.gid())
            .pathMtu(plan.pathMtu())
            .timeout(plan.qpTimeout());
        bringUp.toInit(qp);
        postReceives(plan.rxDepth());
    }

    /** As the peer is told. */
    Destination destination()
    {
        return new Destination(0, qp.qpn(), psn, plan.gid().udp().getAddress());
    }

    /** Brings the queue pair to RTS. */
    void connect(final Destination remote)
    {
        this.remote = remote;
        bringUp.toRtr(qp, remote.qpAddress());
        bringUp.toRts(qp, psn);
    }

    Completions completions()
    {
        return completions;
    }

    MessageMemory memory()
    {
        return memory;
    }

    /** Where the receive of that iteration, counted from 0, puts its message. */
    int receiveSlot(final int iteration)
    {
        return plan.isServer() ? iteration & 1 : 1;
    }

    void postReceives(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            recvWr.clear().wrId(RECV_WR_ID).sge(
                region.addr() + memory.receiveOffset(receiveSlot(receivesPosted)),
                plan.headroom() + plan.size(),
                region.lkey());
            require(() -> qp.postRecv(recvWr), "receive");
            receivesPosted++;
        }
    }

    void postSend(final int slot)
    {
        sendWr.clear()
            .wrId(SEND_WR_ID)
            .opcode(WrOpcode.SEND)
            .sge(region.addr() + memory.messageOffset(slot), plan.size(), region.lkey());
        if (plan.type() == QpType.UD)
        {
            sendWr.destination(remote.address(), remote.qpn(), BringUp.QKEY).sgidIndex(plan.gid().gidIndex());
        }
        require(() -> qp.postSend(sendWr), "send");
    }

    /** Posts something. */
    @FunctionalInterface
    private interface Post
    {
        boolean post() throws VerbsException;
    }

    private static void require(final Post post, final String work)
    {
        try
        {
            if (!post.post())
            {
                throw new CommandFailedException("the " + work + " queue is full");
            }
        }
        catch (final VerbsException e)
        {
            throw new CommandFailedException("a " + work + " cannot be posted: " + e.getMessage(), e);
        }
    }
}
