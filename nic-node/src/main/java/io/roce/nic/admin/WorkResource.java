package io.roce.nic.admin;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.transport.QpService;
import io.roce.wire.Qpn;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code /v1/qps/{qpn}/send} and {@code /recv}: work is posted, all that a request brings or none. */
final class WorkResource
{
    private final LaneVerbs verbs;
    private final AdminOwned owned;

    WorkResource(final LaneVerbs verbs, final AdminOwned owned)
    {
        this.verbs = verbs;
        this.owned = owned;
    }

    CompletableFuture<Answer> send(final Route.Call call) throws Refusal
    {
        final int qpn = Query.qpn(call.item());
        final List<WorkRequests.Send> sends = WorkRequests.sends(call.body());
        return verbs.run(qpn, queuePairs ->
        {
            final QpQueues queues = owned(queuePairs, qpn);
            for (final WorkRequests.Send send : sends)
            {
                requireDestination(send, queues);
                inside(send.path(), () -> queues.requireSend(send.wr()));
            }
            requireRoom(qpn, sends.size(), queues.sendRoom(), queuePairs.service(qpn).cap().maxSendWr());
            for (final WorkRequests.Send send : sends)
            {
                requirePosted(queues.postSend(send.wr()));
            }
            return posted(queues, sends.size());
        });
    }

    CompletableFuture<Answer> recv(final Route.Call call) throws Refusal
    {
        final int qpn = Query.qpn(call.item());
        final List<WorkRequests.Recv> recvs = WorkRequests.recvs(call.body());
        return verbs.run(qpn, queuePairs ->
        {
            final QpQueues queues = owned(queuePairs, qpn);
            for (final WorkRequests.Recv recv : recvs)
            {
                inside(recv.path(), () -> queues.requireRecv(recv.wr()));
            }
            requireRoom(qpn, recvs.size(), queues.recvRoom(), queuePairs.service(qpn).cap().maxRecvWr());
            for (final WorkRequests.Recv recv : recvs)
            {
                requirePosted(queues.postRecv(recv.wr()));
            }
            return posted(queues, recvs.size());
        });
    }

    /** Something that a queue pair may refuse. */
    @FunctionalInterface
    private interface Check
    {
        void run() throws VerbsException;
    }

    /** What is refused of one request among several is told by its place. */
    private static void inside(final String path, final Check check) throws Refusal
    {
        try
        {
            check.run();
        }
        catch (final VerbsException e)
        {
            throw VerbsRefusals.of(e).in(path);
        }
    }

    private QpQueues owned(final QueuePairs queuePairs, final int qpn) throws VerbsException, Refusal
    {
        final QpService service = queuePairs.service(qpn);
        if (service == null)
        {
            throw new Refusal(
                AdminErrorCode.NO_WORK_QUEUES,
                Qpn.format(qpn) + " was created without pd, send_cq and recv_cq, and has no work queues")
                .with("qpn", qpn);
        }
        final QpQueues queues = owned.qp(qpn);
        if (queues == null)
        {
            throw AdminOwned.ownedByProgram("qpn", qpn, "queue pair " + Qpn.format(qpn));
        }
        return queues;
    }

    private static void requireDestination(final WorkRequests.Send send, final QpQueues queues) throws Refusal
    {
        final String field = send.path() + WorkRequests.DGID;
        if (queues.type() == QpType.UD && !send.hasDestination())
        {
            throw new Refusal(
                AdminErrorCode.MISSING, field + " must be given, with remote_qpn and remote_qkey: the queue pair is UD")
                .with("field", field);
        }
        if (queues.type() != QpType.UD && send.hasDestination())
        {
            throw new Refusal(
                AdminErrorCode.CONTRADICTION,
                field + ", remote_qpn, remote_qkey and sgid_index are of UD: the queue pair is " + queues.type() +
                    ", which has its peer from its attributes")
                .with("field", field);
        }
    }

    private static void requireRoom(final int qpn, final int count, final int room, final int max) throws Refusal
    {
        if (count > room)
        {
            throw new Refusal(
                AdminErrorCode.QUEUE_FULL,
                "%d requests for a queue of %s that has room for %d of %d".formatted(
                    count, Qpn.format(qpn), room, max))
                .with("qpn", qpn)
                .with("count", count)
                .with("room", room)
                .with("max", max);
        }
    }

    /** Nobody else posts, and the lane only makes room. */
    private static void requirePosted(final boolean isPosted)
    {
        if (!isPosted)
        {
            throw new IllegalStateException("a work queue is fuller than it was a moment ago");
        }
    }

    private static Answer posted(final QpQueues queues, final int count)
    {
        queues.doorbell();
        return Answer.ok(json ->
        {
            json.writeStartObject();
            json.writeNumberField("qpn", queues.qpn());
            json.writeNumberField("posted", count);
            json.writeEndObject();
        });
    }
}
