package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.Lanes;
import io.roce.nic.qp.QpCellFigures;
import io.roce.nic.qp.QpPageFigures;
import io.roce.wire.Qpn;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Where in the table what is: {@code /v1/table/pages}, and {@code /v1/table/cells} at any grain. Both come in parts, so
 * that neither a command of the lane nor an answer grows with the table.
 */
final class TableMapResource
{
    static final String LIMIT = "limit";
    static final String AFTER = "after";
    static final String GRAIN = "grain";

    private static final int BEFORE_ALL = -1;
    private static final int LIMIT_DEFAULT = 1_000;
    private static final int LIMIT_MAX = 10_000;
    private static final int GRAIN_MAX = Qpn.MASK + 1;

    private final Lanes lanes;

    TableMapResource(final Lanes lanes)
    {
        this.lanes = lanes;
    }

    CompletableFuture<Answer> pages(final Route.Call call) throws Refusal
    {
        final int limit = limit(call);
        final int after = after(call);
        return lanes.whileHeld(() ->
        {
            final List<QpPageFigures> pages = lanes.figures().pages(after, limit + 1);
            return Answer.ok(json ->
            {
                json.writeStartObject();
                json.writeArrayFieldStart("pages");
                for (final QpPageFigures page : pages.subList(0, Math.min(limit, pages.size())))
                {
                    json.writeStartObject();
                    json.writeNumberField("first_qpn", page.firstQpn());
                    json.writeNumberField("records", page.records());
                    json.writeNumberField("live", page.live());
                    json.writeNumberField("quarantined", page.quarantined());
                    json.writeNumberField("free", page.free());
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writePOJOField("next", pages.size() > limit ? pages.get(limit - 1).firstQpn() : null);
                json.writeEndObject();
            });
        });
    }

    CompletableFuture<Answer> cells(final Route.Call call) throws Refusal
    {
        final int limit = limit(call);
        final int after = after(call);
        final int grain = (int)call.query().integer(GRAIN, 1, GRAIN_MAX, 1, NumberForm.DECIMAL);
        if (Integer.bitCount(grain) != 1)
        {
            throw VerbsRefusals.of(
                VerbsException.notAllowed(GRAIN, grain, List.of("a power of two up to " + GRAIN_MAX)));
        }
        return lanes.whileHeld(() ->
        {
            final List<QpCellFigures> cells = lanes.figures().cells(grain, after, limit + 1);
            return Answer.ok(json ->
            {
                json.writeStartObject();
                json.writeNumberField("grain", grain);
                json.writeArrayFieldStart("cells");
                for (final QpCellFigures cell : cells.subList(0, Math.min(limit, cells.size())))
                {
                    json.writeStartObject();
                    json.writeNumberField("first_qpn", cell.firstQpn());
                    json.writeNumberField("live", cell.live());
                    json.writeNumberField("quarantined", cell.quarantined());
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writePOJOField("next", cells.size() > limit ? cells.get(limit - 1).firstQpn() : null);
                json.writeEndObject();
            });
        });
    }

    private static int limit(final Route.Call call) throws Refusal
    {
        return (int)call.query().integer(LIMIT, 1, LIMIT_MAX, LIMIT_DEFAULT, NumberForm.DECIMAL);
    }

    private static int after(final Route.Call call) throws Refusal
    {
        return (int)call.query().integer(AFTER, 0, Qpn.MASK, BEFORE_ALL, NumberForm.HEX_24);
    }
}
