package io.roce.tools.perf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.TextTable;
import io.roce.tools.ledger.LedgerReading;

/** What the end that waited has to say: what came and went. The figures are the other end's. */
final class ServedReport
{
    private ServedReport()
    {
    }

    /** @param peer where the other end was. */
    static void print(final ServedRun run, final String peer, final Output output)
    {
        if (output.isJson())
        {
            output.json(json(run, peer));
            return;
        }
        output.out().println("served " + run.plan().op().title() + " over " + run.plan().connection() + " to " + peer);
        final TextTable table = new TextTable(
            "TEST", ">BYTES", ">MESSAGES", ">PACKETS IN", ">PACKETS OUT", ">KERNEL DROPS");
        for (final ServedRun.Entry entry : run.entries())
        {
            final ServedPhase served = entry.served();
            final long kernelDrops = served.account().ledger().kernelDrops();
            table.row(
                entry.phase().test().label(),
                entry.phase().size(),
                served.received() == ServedPhase.UNKNOWN ? "-" : served.received(),
                served.account().ledger().received(),
                served.account().sent(),
                kernelDrops == LedgerReading.UNKNOWN ? "-" : kernelDrops);
        }
        table.print(output.out());
        if (run.plan().isVerified())
        {
            final Verification verification = run.entries().stream()
                .map(entry -> entry.served().verification())
                .reduce(new Verification(), Verification::plus);
            output.out().println(verification.sentence());
        }
    }

    private static ObjectNode json(final ServedRun run, final String peer)
    {
        final ObjectNode json = Json.object()
            .put("op", run.plan().op().label())
            .put("connection", run.plan().connection().name())
            .put("to", peer);
        final ArrayNode phases = json.putArray("phases");
        for (final ServedRun.Entry entry : run.entries())
        {
            phases.addObject()
                .put("test", entry.phase().test().label())
                .put("size", entry.phase().size())
                .setAll(entry.served().json());
        }
        return json;
    }
}
