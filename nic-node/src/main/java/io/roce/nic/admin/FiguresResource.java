package io.roce.nic.admin;

import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.Lanes;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.link.LinkFigures;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What the node is and how it fares: everything that is only read. */
final class FiguresResource
{
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

    /** The command reads values on a lane's thread; the content that it makes of them is written on this one's. */
    private CompletableFuture<Answer> answer(final Function<LanesFigures, Json.Content> command)
    {
        return lanes.whileHeld(() -> command.apply(lanes.figures())).thenApply(Answer::ok);
    }
}
