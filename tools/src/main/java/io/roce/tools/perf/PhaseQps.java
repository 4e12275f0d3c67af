package io.roce.tools.perf;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.GidEntry;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.adapter.BringUp;
import io.roce.tools.adapter.Completions;
import io.roce.tools.adapter.QpAddress;
import io.roce.tools.cli.CommandFailedException;
import io.roce.wire.Psn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The queue pairs of one phase at one end, from creation to destruction, and the work that is posted to them: nothing
 * of a phase is left for the next one. One thread; posting allocates nothing.
 */
final class PhaseQps implements AutoCloseable
{
    /** Of a warm-up at least: 1 s, since an end that does everything for the first time is slow, and not gone. */
    private static final int WARM_UP_TIMEOUT = 18;

    private final PerfPlan plan;
    private final int size;
    private final int timeout;
    private final MessageLayout layout;
    private final Adapter adapter;
    private final GidEntry gid;
    private final PerfMemory memory;
    private final PerfPeer peer;
    private final Completions sends;
    private final Completions receives;
    private final List<Qp> qps;
    private final List<QpAddress> local = new ArrayList<>();
    private final SendWr sendWr = new SendWr();
    private final RecvWr recvWr = new RecvWr();
    private List<QpAddress> remote;

    /** Creates them, and brings them to INIT. */
    PhaseQps(
        final PerfPlan plan,
        final PerfPhase phase,
        final Adapter adapter,
        final GidEntry gid,
        final PerfMemory memory,
        final PerfPeer peer,
        final Duration spin)
    {
        this.plan = plan;
        this.size = phase.size();
        this.timeout = phase.isWarmUp() && plan.qpTimeout() != 0 ?
            Math.max(plan.qpTimeout(), WARM_UP_TIMEOUT) : plan.qpTimeout();
        this.layout = MessageLayout.of(plan, phase);
        this.adapter = adapter;
        this.gid = gid;
        this.memory = memory;
        this.peer = peer;
        final int recvWrs = plan.op() == PerfOp.SEND ? layout.inSlots() : 0;
        sends = Completions.create(adapter, layout.qps() * layout.outSlots(), spin);
        receives = Completions.create(adapter, Math.max(1, layout.qps() * recvWrs), spin);
        qps = Adapter.answer(adapter.verbs().createQps(
            plan.connection(),
            layout.qps(),
            false,
            new QpInit(
                memory.pd(),
                new QpCap(layout.outSlots(), recvWrs, 1, 1, plan.inlineSize()),
                true,
                sends.cq(),
                receives.cq())));
        for (final Qp qp : qps)
        {
            bringUp().toInit(qp);
            local.add(new QpAddress(
                gid.udp().getAddress(), qp.qpn(), ThreadLocalRandom.current().nextInt() & Psn.MASK));
        }
    }

    MessageLayout layout()
    {
        return layout;
    }

    Completions sends()
    {
        return sends;
    }

    Completions receives()
    {
        return receives;
    }

    /** As the peer has to know them. */
    List<QpAddress> local()
    {
        return local;
    }

    /**
     * Brings them to RTS, connected to those of the peer in their order.
     *
     * @throws CommandFailedException when these are not as many.
     */
    void connect(final List<QpAddress> remote)
    {
        if (remote.size() != qps.size())
        {
            throw new CommandFailedException(
                "the other end has " + remote.size() + " queue pairs where " + qps.size() + " are due");
        }
        this.remote = remote;
        for (int i = 0; i < qps.size(); i++)
        {
            bringUp().toRtr(qps.get(i), remote.get(i));
            bringUp().toRts(qps.get(i), local.get(i).psn());
        }
    }

    /** Posts the message with that number, when so many others have completed that there is a place for it. */
    void post(final int qp, final long number)
    {
        final int out = layout.out(qp, number);
        sendWr.clear().wrId(qp).opcode(plan.op().opcode()).remote(remoteAddr(qp, number), peer.rkey());
        if (size <= plan.inlineSize())
        {
            sendWr.inline(memory.buffer(), out, size);
        }
        else
        {
            sendWr.sge(memory.region().addr() + out, size, memory.region().lkey());
        }
        if (plan.op().opcode().isAtomic())
        {
            sendWr.compareAdd(1);
        }
        if (plan.connection() == QpType.UD)
        {
            sendWr.sgidIndex(gid.gidIndex()).destination(peer.gid(), remote.get(qp).qpn(), BringUp.QKEY);
        }
        try
        {
            requireRoom(qps.get(qp).postSend(sendWr));
        }
        catch (final VerbsException e)
        {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    /** Posts the receive for the message with that number, or with one whose place is the same. */
    void postRecv(final int qp, final long number)
    {
        recvWr.clear()
            .wrId(qp)
            .sge(memory.region().addr() + layout.in(qp, number), layout.headroom() + size, memory.region().lkey());
        try
        {
            requireRoom(qps.get(qp).postRecv(recvWr));
        }
        catch (final VerbsException e)
        {
            throw new CommandFailedException(e.getMessage(), e);
        }
    }

    /** Posts as many receives as there are places for. */
    void postAllRecvs()
    {
        for (int qp = 0; qp < layout.qps(); qp++)
        {
            for (int i = 0; i < layout.inSlots(); i++)
            {
                postRecv(qp, i);
            }
        }
    }

    @Override
    public void close()
    {
        qps.forEach(qp -> Adapter.answer(qp.destroy()));
        Adapter.answer(adapter.verbs().destroyCq(sends.cq()));
        Adapter.answer(adapter.verbs().destroyCq(receives.cq()));
    }

    private static void requireRoom(final boolean isPosted)
    {
        if (!isPosted)
        {
            throw new IllegalStateException("a work request has completed and left no room for the next");
        }
    }

    /** All atomics of a queue pair count in one place. */
    private long remoteAddr(final int qp, final long number)
    {
        return peer.addr() + layout.in(qp, plan.op().opcode().isAtomic() ? 0 : number);
    }

    private BringUp bringUp()
    {
        return new BringUp(plan.connection(), gid)
            .access(AccessFlag.ALL)
            .pathMtu(plan.mtu())
            .rdAtomics(plan.outs())
            .timeout(timeout);
    }
}
