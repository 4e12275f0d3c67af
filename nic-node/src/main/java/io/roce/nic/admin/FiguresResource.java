package io.roce.nic.admin;

import io.roce.nic.error.NumberForm;
import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.qpn.QuarantinedQpn;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What the node is and how it fares: everything that is only read. */
final class FiguresResource
{
    static final String LIMIT = "limit";

    private static final int LIMIT_DEFAULT = 100;
    private static final int LIMIT_MAX = 1_000;

    private final Lanes lanes;
    private final NodeJson node;

    FiguresResource(final Lanes lanes, final NodeJson node)
    {
        this.lanes = lanes;
        this.node = node;
    }

    CompletableFuture<Answer> node()
    {
        return answer(figures ->
        {
            final List<LinkFigures> links = figures.links();
            final TableFigures table = figures.table();
            final CacheFigures cache = lanes.first().queuePairs().figures().cache();
            final QuarantineFigures quarantine = figures.quarantine();
            return json -> node.write(json, links, table, cache, quarantine);
        });
    }

    CompletableFuture<Answer> ledger()
    {
        return lanes.whileHeld(() -> LedgerJson.of(lanes))
            // Read while the answer is written, not on a lane's thread: it stands beside the ledger, not in it. Sockets
            // of all lanes are told of together.
            .thenApply(ledger -> Answer.ok(json -> ledger.write(json, lanes.first().kernelDrops())));
    }

    CompletableFuture<Answer> table()
    {
        return answer(figures ->
        {
            final TableFigures table = figures.table();
            return json -> FiguresJson.writeTable(json, table);
        });
    }

    CompletableFuture<Answer> cache()
    {
        return answer(figures ->
        {
            final CacheFigures cache = figures.cache();
            return json -> FiguresJson.writeCache(json, cache);
        });
    }

    CompletableFuture<Answer> quarantine()
    {
        return answer(figures ->
        {
            final QuarantineFigures quarantine = figures.quarantine();
            return json -> FiguresJson.writeQuarantine(json, quarantine);
        });
    }

    /** Those that are let out next, first one first. */
    CompletableFuture<Answer> quarantineNumbers(final Route.Call call) throws Refusal
    {
        final int limit = (int)call.query().integer(LIMIT, 1, LIMIT_MAX, LIMIT_DEFAULT, NumberForm.DECIMAL);
        return answer(figures ->
        {
            final int held = figures.quarantine().held();
            final List<QuarantinedQpn> queue = figures.quarantineQueue(limit);
            return json ->
            {
                json.writeStartObject();
                json.writeNumberField("held", held);
                json.writeFieldName("numbers");
                FiguresJson.writeQuarantined(json, queue);
                json.writeEndObject();
            };
        });
    }

    /** The command reads values on a lane's thread; the content that it makes of them is written on this one's. */
    private CompletableFuture<Answer> answer(final Function<LanesFigures, Json.Content> command)
    {
        return lanes.whileHeld(() -> command.apply(lanes.figures())).thenApply(Answer::ok);
    }
}
