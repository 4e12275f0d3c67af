package io.roce.tools.bench;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.GidEntry;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.adapter.BringUp;
import io.roce.tools.adapter.QpAddress;
import io.roce.tools.cli.CommandFailedException;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.HdrHistogram.Histogram;

/**
 * One WRITE after the other between two nodes in this process, each posted when the one before is acknowledged, by what
 * its completion calls: on the lane's thread, so that no other has to be woken.
 */
final class WriteTrips implements AutoCloseable
{
    private static final int RQ_PSN = 0x100;
    private static final int SQ_PSN = 0x200;
    private static final long MAX_LATENCY_NS = 60_000_000_000L;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final int size;
    private final NicNode here;
    private final NicNode there;
    private final CompletionQueue cq;
    private final Qp qp;
    private final MemoryRegion from;
    private final MemoryRegion to;

    // The lane's, from the first WRITE of a run to its last.
    private final SendWr wr = new SendWr();
    private final WorkCompletion completion = new WorkCompletion();
    private Histogram latencyNs;
    private long left;
    private long postedNs;
    private CompletableFuture<Void> done;

    /** @param size of a WRITE in bytes: one packet. */
    WriteTrips(final InetAddress here, final InetAddress there, final int size) throws IOException
    {
        this.size = size;
        this.here = node(here);
        try
        {
            this.there = node(there);
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            this.here.close();
            throw ex;
        }
        try
        {
            cq = Adapter.answer(this.here.verbs().createCq(1, this::onCompletion));
            final ProtectionDomain pd = Adapter.answer(this.here.verbs().allocPd());
            from = region(this.here, pd, AccessFlag.LOCAL_WRITE.bit());
            qp = qp(this.here, pd, cq);
            final CompletionQueue unused = Adapter.answer(this.there.verbs().createCq(1));
            final ProtectionDomain otherPd = Adapter.answer(this.there.verbs().allocPd());
            to = region(this.there, otherPd, AccessFlag.ALL);
            final Qp other = qp(this.there, otherPd, unused);
            connect(this.here, qp, SQ_PSN, new QpAddress(there, other.qpn(), RQ_PSN));
            connect(this.there, other, RQ_PSN, new QpAddress(here, qp.qpn(), SQ_PSN));
        }
        catch (final RuntimeException | Error ex)
        {
            close();
            throw ex;
        }
    }

    /** The times of so many, in nanoseconds. */
    Histogram run(final long trips)
    {
        final CompletableFuture<Void> end = new CompletableFuture<>();
        final Histogram times = new Histogram(MAX_LATENCY_NS, SIGNIFICANT_DIGITS);
        times.setAutoResize(true);
        Adapter.answer(here.lane().submit(() ->
        {
            left = trips;
            latencyNs = times;
            done = end;
            cq.reqNotify(false);
            post();
            return null;
        }));
        try
        {
            end.join();
        }
        catch (final CompletionException ex)
        {
            throw new CommandFailedException("a WRITE failed: " + ex.getCause().getMessage(), ex.getCause());
        }
        return times;
    }

    /** What is wrong with the ledgers after so many WRITEs in all; null for nothing. */
    String failure(final long trips)
    {
        final LedgerSnapshot ours = Adapter.answer(here.lanes().ledger());
        final LedgerSnapshot theirs = Adapter.answer(there.lanes().ledger());
        return !ours.isBalanced() || !theirs.isBalanced() ? "a ledger does not balance" :
            theirs.received() < trips || ours.received() < trips ?
                theirs.received() + " WRITEs and " + ours.received() + " acknowledgements arrived of " + trips : null;
    }

    @Override
    public void close()
    {
        here.close();
        there.close();
    }

    /** Lane. */
    private void onCompletion()
    {
        try
        {
            if (!cq.poll(completion) || completion.status() != WcStatus.SUCCESS)
            {
                throw new IllegalStateException("it completed with " + completion.status());
            }
            latencyNs.recordValue(System.nanoTime() - postedNs);
            if (--left == 0)
            {
                done.complete(null);
            }
            else
            {
                cq.reqNotify(false);
                post();
            }
        }
        catch (final VerbsException | RuntimeException ex)
        {
            done.completeExceptionally(ex);
        }
    }

    /** Lane. */
    private void post() throws VerbsException
    {
        wr.clear()
            .opcode(WrOpcode.RDMA_WRITE)
            .remote(to.addr(), to.rkey())
            .sge(from.addr(), size, from.lkey());
        postedNs = System.nanoTime();
        if (!qp.postSend(wr))
        {
            throw new IllegalStateException("the send queue is full");
        }
    }

    private static NicNode node(final InetAddress address) throws IOException
    {
        return NicNode.open(new NicNodeConfig()
            .bind(new InetSocketAddress(address, Envelope.ROCE_PORT))
            .admin(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .adminToken(UUID.randomUUID().toString()));
    }

    private MemoryRegion region(final NicNode node, final ProtectionDomain pd, final int access)
    {
        return Adapter.answer(node.verbs().regMr(pd, new MrInit(ByteBuffer.allocateDirect(size), access)));
    }

    private static Qp qp(final NicNode node, final ProtectionDomain pd, final CompletionQueue cq)
    {
        return Adapter.answer(
            node.verbs().createQp(QpType.RC, new QpInit(pd, new QpCap(1, 1, 1, 1, 0), true, cq, cq)));
    }

    private static void connect(final NicNode node, final Qp qp, final int sqPsn, final QpAddress remote)
    {
        final GidEntry gid = node.lane().queuePairs().config().ports().get(1).gids().get(0);
        final BringUp bringUp = new BringUp(QpType.RC, gid).access(AccessFlag.ALL);
        bringUp.toInit(qp);
        bringUp.toRtr(qp, remote);
        bringUp.toRts(qp, sqPsn);
    }
}
