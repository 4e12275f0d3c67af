package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.CompletionQueues;
import io.roce.nic.work.CqFigures;
import io.roce.nic.work.WorkCompletion;
import org.agrona.concurrent.NanoClock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code /v1/cqs} and what is below it. */
final class CqResource
{
    static final String CQ = "cq";

    /** Completions in one answer. */
    static final int MAX_POLLED = 1_024;

    /** How long a poll may wait: well below what a connection may take over one step. */
    static final int MAX_TIMEOUT_MS = 5_000;

    private static final int POLLED_DEFAULT = 16;
    private static final String CQE = "cqe";
    private static final String MAX = "max";
    private static final String TIMEOUT_MS = "timeout_ms";
    private static final String OVERFLOWED = "overflowed";

    private final LaneVerbs verbs;
    private final AdminOwned owned;
    private final NanoClock clock;

    /** @param clock which polls wait by. */
    CqResource(final LaneVerbs verbs, final AdminOwned owned, final NanoClock clock)
    {
        this.verbs = verbs;
        this.owned = owned;
        this.clock = clock;
    }

    CompletableFuture<Answer> create(final Route.Call call) throws Refusal
    {
        final int cqe = (int)JsonBody.read(call.body(), List.of(CQE))
            .integer(CQE, 1, CompletionQueue.MAX_CQE, NumberForm.DECIMAL);
        return verbs.onAll(resources ->
        {
            final CompletionQueues cqs = resources.cqs();
            final PollWaits waits = new PollWaits();
            final int handle = create(cqs, cqe, waits).handle();
            owned.addCq(handle, waits);
            return Answer.created(view(cqs, handle));
        });
    }

    CompletableFuture<Answer> list(final Route.Call call) throws Refusal
    {
        final NumberedList list = NumberedList.of(call.query(), Integer.MAX_VALUE);
        return verbs.onAll(resources ->
        {
            final CompletionQueues cqs = resources.cqs();
            cqs.forEachHandle(list::add);
            return list.answer("cqs", handle -> view(cqs, handle));
        });
    }

    CompletableFuture<Answer> show(final Route.Call call) throws Refusal
    {
        final int handle = Query.handle(CQ, call.item());
        return verbs.onAll(resources -> Answer.ok(view(resources.cqs(), handle)));
    }

    CompletableFuture<Answer> destroy(final Route.Call call) throws Refusal
    {
        final int handle = Query.handle(CQ, call.item());
        return verbs.onAll(resources ->
        {
            final CompletionQueues cqs = resources.cqs();
            final CompletionQueue cq = cqs.get(handle);
            owned.requireCq(cq);
            cqs.destroyCq(cq);
            owned.removeCq(handle);
            return Answer.ok(Json.number(CQ, handle));
        });
    }

    /** Takes the oldest completions out. When there is none it may wait for one; none after that is no refusal. */
    CompletableFuture<Answer> poll(final Route.Call call) throws Refusal
    {
        final int handle = Query.handle(CQ, call.item());
        final JsonBody body = JsonBody.read(call.body(), List.of(MAX, TIMEOUT_MS));
        final int max = body.has(MAX) ?
            (int)body.integer(MAX, 1, MAX_POLLED, NumberForm.DECIMAL) :
            POLLED_DEFAULT;
        final long timeoutMs = body.has(TIMEOUT_MS) ?
            body.integer(TIMEOUT_MS, 0, MAX_TIMEOUT_MS, NumberForm.DECIMAL) :
            0;
        return poll(handle, max, clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs));
    }

    private CompletableFuture<Answer> poll(final int handle, final int max, final long deadlineNs)
    {
        final CompletableFuture<CompletableFuture<Answer>> polled = verbs.onFirst(resources ->
        {
            final CompletionQueue cq = resources.cqs().get(handle);
            final PollWaits waits = owned.requireCq(cq);
            List<WorkCompletion> completions = take(cq, max);
            final long waitNs = deadlineNs - clock.nanoTime();
            if (completions.isEmpty() && !cq.isOverflowed() && waitNs > 0)
            {
                // Waits before it looks again: another lane may have added something meanwhile.
                final CompletableFuture<Void> wait = waits.await(waitNs);
                cq.reqNotify(false);
                completions = take(cq, max);
                if (completions.isEmpty() && !cq.isOverflowed())
                {
                    return wait.thenCompose(woken -> poll(handle, max, deadlineNs));
                }
            }
            final List<WorkCompletion> taken = completions;
            final boolean isOverflowed = cq.isOverflowed();
            return CompletableFuture.completedFuture(Answer.ok(json -> write(json, taken, isOverflowed)));
        });
        return polled.thenCompose(answer -> answer);
    }

    private static List<WorkCompletion> take(final CompletionQueue cq, final int max)
    {
        final List<WorkCompletion> completions = new ArrayList<>();
        WorkCompletion completion = new WorkCompletion();
        while (completions.size() < max && cq.poll(completion))
        {
            completions.add(completion);
            completion = new WorkCompletion();
        }
        return completions;
    }

    private Json.Content view(final CompletionQueues cqs, final int handle) throws VerbsException
    {
        final CqFigures figures = cqs.figures(handle);
        final String maker = AdminOwned.maker(owned.hasCq(handle));
        return json ->
        {
            json.writeStartObject();
            json.writeNumberField(CQ, handle);
            json.writeNumberField(CQE, figures.cqe());
            json.writeNumberField("completions", figures.completions());
            json.writeNumberField("lost", figures.lost());
            json.writeBooleanField(OVERFLOWED, figures.lost() > 0);
            json.writeNumberField("work_queues", figures.workQueues());
            json.writeStringField(AdminOwned.MADE_BY, maker);
            json.writeEndObject();
        };
    }

    private static CompletionQueue create(final CompletionQueues cqs, final int cqe, final PollWaits waits)
        throws VerbsException
    {
        try
        {
            return cqs.createCq(cqe, waits::wake);
        }
        catch (final OutOfMemoryError e)
        {
            throw new VerbsException(
                VerbsErrorCode.NO_MEMORY, "there is no memory for a queue of %d completions".formatted(cqe))
                .with(CQE, cqe);
        }
    }

    private static void write(
        final JsonGenerator json, final List<WorkCompletion> completions, final boolean isOverflowed)
        throws IOException
    {
        json.writeStartObject();
        json.writeArrayFieldStart("completions");
        for (final WorkCompletion completion : completions)
        {
            WorkJson.write(json, completion);
        }
        json.writeEndArray();
        json.writeBooleanField(OVERFLOWED, isOverflowed);
        json.writeEndObject();
    }
}
