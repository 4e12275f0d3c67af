package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.QpDestroyed;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpState;
import io.roce.wire.Qpn;
import org.agrona.concurrent.NanoClock;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code /v1/qps} and what is below it. */
final class QpResource
{
    static final String LIMIT = "limit";
    static final String AFTER = "after";
    static final String STATE = "state";

    private static final int NO_QPN = -1;
    private static final int LIMIT_DEFAULT = 100;
    private static final int LIMIT_MAX = 10_000;

    private final Lane lane;
    private final NanoClock clock;

    QpResource(final Lane lane, final NanoClock clock)
    {
        this.lane = lane;
        this.clock = clock;
    }

    CompletableFuture<Answer> create(final Route.Call call) throws Refusal
    {
        final QpRequests.Creation creation = QpRequests.creation(call.body());
        return verb(queuePairs ->
        {
            final List<QpSnapshot> qps = creation.qpn() < 0 ?
                queuePairs.create(creation.type(), creation.count(), creation.isContiguous()) :
                List.of(queuePairs.createWithQpn(creation.type(), creation.qpn()));
            return Answer.created(json ->
            {
                json.writeStartObject();
                json.writeArrayFieldStart("qps");
                for (final QpSnapshot qp : qps)
                {
                    QpJson.writeCreated(json, qp);
                }
                json.writeEndArray();
                json.writeEndObject();
            });
        });
    }

    CompletableFuture<Answer> list(final Route.Call call) throws Refusal
    {
        final int limit = call.query().integer(LIMIT, 1, LIMIT_MAX, LIMIT_DEFAULT, NumberForm.DECIMAL);
        final int after = call.query().integer(AFTER, 0, Qpn.MASK, 0, NumberForm.HEX_24);
        final QpState state = call.query().constant(STATE, QpState.class);
        return verb(queuePairs ->
        {
            final List<QpSnapshot> qps = queuePairs.list(after, limit + 1, state);
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
        final int qpn = Query.qpn(call.tail());
        return verb(qpn, queuePairs -> whole(queuePairs, queuePairs.query(qpn)));
    }

    CompletableFuture<Answer> modify(final Route.Call call) throws Refusal
    {
        final int qpn = Query.qpn(call.tail());
        final QpModification modification = QpRequests.modification(call.body());
        return verb(qpn, queuePairs -> whole(queuePairs, queuePairs.modify(qpn, modification)));
    }

    CompletableFuture<Answer> destroy(final Route.Call call) throws Refusal
    {
        final int qpn = Query.qpn(call.tail());
        return verb(qpn, queuePairs ->
        {
            final QpDestroyed destroyed = queuePairs.destroy(qpn);
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

    /** Something asked of the queue pairs. */
    @FunctionalInterface
    private interface Verb
    {
        Answer run(QueuePairs queuePairs) throws VerbsException;
    }

    private Answer whole(final QueuePairs queuePairs, final QpSnapshot qp)
    {
        final var history = QpJson.history(queuePairs.history(qp.qpn()), clock.nanoTime());
        return Answer.ok(json -> QpJson.writeWhole(json, qp, history));
    }

    private CompletableFuture<Answer> verb(final Verb verb)
    {
        return verb(NO_QPN, verb);
    }

    /** A verb on one number: when nobody has it, the refusal says who had it. */
    private CompletableFuture<Answer> verb(final int qpn, final Verb verb)
    {
        return lane.submit(() ->
        {
            final QueuePairs queuePairs = lane.queuePairs();
            try
            {
                return verb.run(queuePairs);
            }
            catch (final VerbsException e)
            {
                final Refusal refusal = VerbsRefusals.of(e);
                throw qpn == NO_QPN || refusal.status() != 404 ?
                    refusal :
                    refusal.with("history", QpJson.history(queuePairs.history(qpn), clock.nanoTime()));
            }
        });
    }
}
