package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpDestroyed;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.transport.QpService;
import io.roce.wire.Qpn;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code /v1/qps} and what is below it. */
final class QpResource
{
    static final String LIMIT = "limit";
    static final String AFTER = "after";
    static final String STATE = "state";

    private static final int LIMIT_DEFAULT = 100;
    private static final int LIMIT_MAX = 10_000;

    private final LaneVerbs verbs;
    private final AdminOwned owned;
    private final NanoClock clock;

    QpResource(final LaneVerbs verbs, final AdminOwned owned, final NanoClock clock)
    {
        this.verbs = verbs;
        this.owned = owned;
        this.clock = clock;
    }

    CompletableFuture<Answer> create(final Route.Call call) throws Refusal
    {
        final QpRequests.Creation creation = QpRequests.creation(call.body());
        final LaneVerbs.Creator creator = creation.service() == null ?
            (queuePairs, count) -> bare(queuePairs, creation, count) :
            (queuePairs, count) -> served(queuePairs, creation, count);
        final CompletableFuture<List<QpSnapshot>> created = creation.qpn() < 0 ?
            verbs.create(creation.count(), creation.isContiguous(), creator) :
            verbs.createWithQpn(creation.qpn(), creator);
        return created.thenApply(qps -> Answer.created(json ->
        {
            json.writeStartObject();
            json.writeArrayFieldStart("qps");
            for (final QpSnapshot qp : qps)
            {
                QpJson.writeCreated(json, qp);
            }
            json.writeEndArray();
            json.writeEndObject();
        }));
    }

    CompletableFuture<Answer> list(final Route.Call call) throws Refusal
    {
        final int limit = (int)call.query().integer(LIMIT, 1, LIMIT_MAX, LIMIT_DEFAULT, NumberForm.DECIMAL);
        final int after = (int)call.query().integer(AFTER, 0, Qpn.MASK, 0, NumberForm.HEX_24);
        final QpState state = call.query().constant(STATE, QpState.class);
        return verbs.onFigures(figures ->
        {
            final List<QpSnapshot> qps = figures.list(after, limit + 1, state);
            return Answer.ok(json ->
            {
                json.writeStartObject();
                json.writeArrayFieldStart("qps");
                for (int i = 0; i < Math.min(limit, qps.size()); i++)
                {
                    QpJson.writeListed(json, qps.get(i));
                }
                json.writeEndArray();
                json.writePOJOField("next", qps.size() > limit ? qps.get(limit - 1).qpn() : null);
                json.writeEndObject();
            });
        });
    }

    CompletableFuture<Answer> show(final Route.Call call) throws Refusal
    {
        final int qpn = Query.qpn(call.item());
        return verbs.run(qpn, queuePairs -> whole(queuePairs, queuePairs.query(qpn)));
    }

    CompletableFuture<Answer> modify(final Route.Call call) throws Refusal
    {
        final int qpn = Query.qpn(call.item());
        final QpModification modification = QpRequests.modification(call.body());
        return verbs.run(qpn, queuePairs -> whole(queuePairs, queuePairs.modify(qpn, modification)));
    }

    CompletableFuture<Answer> destroy(final Route.Call call) throws Refusal
    {
        final int qpn = Query.qpn(call.item());
        return verbs.run(qpn, queuePairs ->
        {
            final QpDestroyed destroyed = queuePairs.destroy(qpn);
            owned.removeQp(qpn);
            return Answer.ok(json ->
            {
                json.writeStartObject();
                json.writeNumberField("qpn", destroyed.qpn());
                json.writeNumberField("generation", destroyed.generation());
                json.writePOJOField(
                    "reusable_in_ms",
                    destroyed.reusableInNs() < 0 ? null : Durations.ceilMs(destroyed.reusableInNs()));
                json.writeEndObject();
            });
        });
    }

    private static List<QpSnapshot> bare(
        final QueuePairs queuePairs, final QpRequests.Creation creation, final int count) throws VerbsException
    {
        return creation.qpn() < 0 ?
            queuePairs.create(creation.type(), count, creation.isContiguous()) :
            List.of(queuePairs.createWithQpn(creation.type(), creation.qpn()));
    }

    private List<QpSnapshot> served(
        final QueuePairs queuePairs, final QpRequests.Creation creation, final int count) throws VerbsException
    {
        final QpInit init = creation.service().init(queuePairs.resources());
        final List<QpQueues> created = creation.qpn() < 0 ?
            queuePairs.create(creation.type(), count, creation.isContiguous(), init) :
            List.of(queuePairs.createWithQpn(creation.type(), creation.qpn(), init));
        owned.addQps(created);
        final List<QpSnapshot> qps = new ArrayList<>();
        for (final QpQueues queues : created)
        {
            qps.add(queuePairs.query(queues.qpn()));
        }
        return qps;
    }

    private Answer whole(final QueuePairs queuePairs, final QpSnapshot qp) throws VerbsException
    {
        final QpService service = queuePairs.service(qp.qpn());
        final boolean isOwned = owned.qp(qp.qpn()) != null;
        final var history = QpJson.history(queuePairs.history().of(qp.qpn()), clock.nanoTime());
        return Answer.ok(json -> QpJson.writeWhole(json, qp, service, isOwned, history));
    }
}
