package io.roce.nic.admin;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.PdFigures;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.memory.ProtectionDomains;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code /v1/pds} and what is below it. */
final class PdResource
{
    static final String PD = "pd";

    private final LaneVerbs verbs;
    private final AdminOwned owned;

    PdResource(final LaneVerbs verbs, final AdminOwned owned)
    {
        this.verbs = verbs;
        this.owned = owned;
    }

    CompletableFuture<Answer> alloc(final Route.Call call) throws Refusal
    {
        JsonBody.read(call.body(), List.of());
        return verbs.onAll(resources ->
        {
            final ProtectionDomains pds = resources.pds();
            final int handle = pds.allocPd().handle();
            owned.addPd(handle);
            return Answer.created(view(pds, handle));
        });
    }

    CompletableFuture<Answer> list(final Route.Call call) throws Refusal
    {
        final NumberedList list = NumberedList.of(call.query(), Integer.MAX_VALUE);
        return verbs.onAll(resources ->
        {
            final ProtectionDomains pds = resources.pds();
            pds.forEachHandle(list::add);
            return list.answer("pds", handle -> view(pds, handle));
        });
    }

    CompletableFuture<Answer> show(final Route.Call call) throws Refusal
    {
        final int handle = Query.handle(PD, call.item());
        return verbs.onAll(resources -> Answer.ok(view(resources.pds(), handle)));
    }

    CompletableFuture<Answer> dealloc(final Route.Call call) throws Refusal
    {
        final int handle = Query.handle(PD, call.item());
        return verbs.onAll(resources ->
        {
            final ProtectionDomains pds = resources.pds();
            final ProtectionDomain pd = pds.get(handle);
            owned.requirePd(handle);
            pds.deallocPd(pd);
            owned.removePd(handle);
            return Answer.ok(Json.number(PD, handle));
        });
    }

    private Json.Content view(final ProtectionDomains pds, final int handle) throws VerbsException
    {
        final PdFigures figures = pds.figures(handle);
        final String maker = AdminOwned.maker(owned.hasPd(handle));
        return json ->
        {
            json.writeStartObject();
            json.writeNumberField(PD, handle);
            json.writeNumberField("mrs", figures.regions());
            json.writeNumberField("qps", figures.qps());
            json.writeStringField(AdminOwned.MADE_BY, maker);
            json.writeEndObject();
        };
    }
}
