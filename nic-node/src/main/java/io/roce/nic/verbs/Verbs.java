package io.roce.nic.verbs;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.QpPlacement;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsConfig;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.Resources;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.SgeList;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * An open adapter ({@code ibv_context}). Any thread may call. A refused verb has changed nothing, and fails its future
 * with a {@link VerbsException}; on a node that is closed it fails with a
 * {@link java.util.concurrent.RejectedExecutionException}. A future is completed on a lane's thread: what depends on it
 * must not block there. What does not change while the node is open is answered without a future.
 */
public final class Verbs
{
    private final Lanes lanes;
    private final DeviceAttributes device;
    private final Ports ports;

    public Verbs(final Lanes lanes)
    {
        this.lanes = lanes;
        device = device(lanes);
        ports = lanes.first().queuePairs().config().ports();
    }

    /** Of an adapter with one lane. */
    public Verbs(final Lane lane)
    {
        this(Lanes.of(lane));
    }

    /** What the adapter can do. */
    public DeviceAttributes queryDevice()
    {
        return device;
    }

    /**
     * A port with its GID table, P_Key table and MTU.
     *
     * @param portNum 1 to {@link DeviceAttributes#physPortCnt}.
     * @throws VerbsException when there is none of that number.
     */
    public Port queryPort(final int portNum) throws VerbsException
    {
        if (portNum < 1 || portNum > ports.count())
        {
            throw VerbsException.outOfRange(
                QpAttribute.PORT_NUM.label(), portNum, 1, ports.count(), NumberForm.DECIMAL);
        }
        return ports.get(portNum);
    }

    /** A protection domain that nothing belongs to yet. */
    public CompletableFuture<ProtectionDomain> allocPd()
    {
        return lanes.whileHeld(() -> resources().pds().allocPd());
    }

    /** Refused while regions or queue pairs belong to it. */
    public CompletableFuture<Void> deallocPd(final ProtectionDomain pd)
    {
        return run(() -> resources().pds().deallocPd(pd));
    }

    /** Registers memory; it stays the program's, which reads and writes it as its own. */
    public CompletableFuture<MemoryRegion> regMr(final ProtectionDomain pd, final MrInit init)
    {
        return lanes.whileHeld(() -> resources().regions().regMr(pd, init));
    }

    /** From when it is done on, the node touches the memory no more, whatever is under way. */
    public CompletableFuture<Void> deregMr(final MemoryRegion region)
    {
        return run(() -> resources().regions().deregMr(region));
    }

    /** A completion queue that is polled; see {@link #createCq(int, Runnable)}. */
    public CompletableFuture<CompletionQueue> createCq(final int cqe)
    {
        return createCq(cqe, () -> { });
    }

    /**
     * A completion queue.
     *
     * @param cqe     completions that it holds, 1 to {@link CompletionQueue#MAX_CQE}.
     * @param onEvent called for each event that {@link CompletionQueue#reqNotify} has asked for, on the thread of the
     *                lane that it came of, so by several at once where a node has several; must not block.
     *                What it throws is logged and nothing else comes of it; a verb that it asks for is done behind the
     *                packet that the event came of.
     */
    public CompletableFuture<CompletionQueue> createCq(final int cqe, final Runnable onEvent)
    {
        return lanes.whileHeld(() -> resources().cqs().createCq(cqe, guarded(onEvent)));
    }

    /** Refused while queue pairs complete to it. */
    public CompletableFuture<Void> destroyCq(final CompletionQueue cq)
    {
        return run(() -> resources().cqs().destroyCq(cq));
    }

    /** A queue pair in RESET. */
    public CompletableFuture<Qp> createQp(final QpType type, final QpInit init)
    {
        return createQps(type, 1, false, init).thenApply(qps -> qps.get(0));
    }

    /** The same with a number that is asked for. */
    public CompletableFuture<Qp> createQp(final QpType type, final int qpn, final QpInit init)
    {
        return lanes.placement().createWithQpn(
            qpn, (lane, count) -> List.of(new Qp(lane, lane.queuePairs().createWithQpn(type, qpn, init))));
    }

    /**
     * Several at once, all or none.
     *
     * @param contiguous whether their numbers must be a row, in order.
     */
    public CompletableFuture<List<Qp>> createQps(
        final QpType type, final int count, final boolean contiguous, final QpInit init)
    {
        final QpPlacement.Creator<Qp> creator = (lane, some) ->
            lane.queuePairs().create(type, some, contiguous, init).stream()
                .map(queues -> new Qp(lane, queues))
                .toList();
        return lanes.placement().create(count, contiguous, Qp::qpn, creator);
    }

    private static DeviceAttributes device(final Lanes lanes)
    {
        final QueuePairs queuePairs = lanes.first().queuePairs();
        final QueuePairsConfig config = queuePairs.config();
        final Resources resources = queuePairs.resources();
        return new DeviceAttributes(
            config.maxQps(),
            lanes.shards().firstQpn(0),
            lanes.shards().lastQpn(lanes.count() - 1),
            QpCap.MAX_WR,
            SgeList.MAX_SGE,
            QpCap.MAX_INLINE_DATA,
            (int)QpAttribute.MAX_RD_ATOMIC.max(),
            resources.cqs().maxCqs(),
            CompletionQueue.MAX_CQE,
            resources.regions().maxRegions(),
            Integer.MAX_VALUE,
            resources.pds().maxPds(),
            config.ports().count());
    }

    private Resources resources()
    {
        return lanes.first().queuePairs().resources();
    }

    /** What a program throws must not end the packet that the event came of: the message would be taken twice. */
    private Runnable guarded(final Runnable onEvent)
    {
        Objects.requireNonNull(onEvent, "onEvent");
        return () ->
        {
            try
            {
                onEvent.run();
            }
            catch (final RuntimeException | Error ex)
            {
                lanes.first().errors().onError(ex);
            }
        };
    }

    /** A verb without an answer. */
    @FunctionalInterface
    private interface Verb
    {
        void run() throws Exception;
    }

    private CompletableFuture<Void> run(final Verb verb)
    {
        final Callable<Void> command = () ->
        {
            verb.run();
            return null;
        };
        return lanes.whileHeld(command);
    }
}
