package io.roce.nic.admin;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.transport.QpService;
import io.roce.nic.work.QpCap;
import io.roce.wire.Qpn;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToIntFunction;

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
        return post(
            Query.qpn(call.item()), WorkRequests.sends(call.body()), QpQueues::sendRoom, QpCap::maxSendWr);
    }

    CompletableFuture<Answer> recv(final Route.Call call) throws Refusal
    {
        return post(
            Query.qpn(call.item()), WorkRequests.recvs(call.body()), QpQueues::recvRoom, QpCap::maxRecvWr);
    }

    /**
     * @param room for so many requests there is room.
     * @param max  for so many there is room in all.
     */
    private CompletableFuture<Answer> post(
        final int qpn,
        final List<WorkRequest> requests,
        final ToIntFunction<QpQueues> room,
        final ToIntFunction<QpCap> max)
    {
        return verbs.run(qpn, queuePairs ->
        {
            final QpQueues queues = owned(queuePairs, qpn);
            for (final WorkRequest request : requests)
            {
                require(request, queues);
            }
            requireRoom(qpn, requests.size(), room.applyAsInt(queues), max.applyAsInt(queuePairs.service(qpn).cap()));
            for (final WorkRequest request : requests)
            {
                if (!request.post(queues))
                {
                    // Nobody else posts, and the lane only makes room.
                    throw new IllegalStateException("a work queue is fuller than it was a moment ago");
                }
            }
            queues.doorbell();
            return Answer.ok(json ->
            {
                json.writeStartObject();
                json.writeNumberField("qpn", qpn);
                json.writeNumberField("posted", requests.size());
                json.writeEndObject();
            });
        });
    }

    /** What is refused of one request among several is told by its place. */
    private static void require(final WorkRequest request, final QpQueues queues) throws Refusal
    {
        try
        {
            request.require(queues);
        }
        catch (final VerbsException e)
        {
            throw VerbsRefusals.of(e).in(request.path());
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
}
