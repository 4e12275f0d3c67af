package io.roce.tools.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.Json;
import io.roce.tools.ledger.LedgerReading;

import java.util.List;

import org.agrona.concurrent.NanoClock;

/**
 * What a node counts, read at one moment.
 *
 * @param atNs    when the ledger was answered, nanoseconds on a monotonic clock.
 * @param ledger  what the answer about the ledger says.
 * @param answers what the node answered to each question, by the name of what was asked for.
 */
record NodeReading(String url, long atNs, LedgerReading ledger, ObjectNode answers)
{
    /** What is asked for beside the ledger. */
    static final List<String> FIGURES = List.of("table", "cache", "quarantine");

    private static final String LEDGER = "ledger";

    NodeReading(final String url, final long atNs, final ObjectNode answers)
    {
        this(url, atNs, LedgerReading.of(answers.path(LEDGER)), answers);
    }

    static NodeReading of(final String url, final NodeAdmin admin, final NanoClock clock)
    {
        final ObjectNode answers = Json.object();
        answers.set(LEDGER, admin.request("GET", "/v1/" + LEDGER, null));
        // Not before: the first request takes the time of connecting besides.
        final long atNs = clock.nanoTime();
        FIGURES.forEach(figure -> answers.set(figure, admin.request("GET", "/v1/" + figure, null)));
        return new NodeReading(url, atNs, answers);
    }

    /** The ledger as the node answered it: with descriptions, and with figures that tools do not know. */
    JsonNode ledgerAnswer()
    {
        return answers.path(LEDGER);
    }

    /** What the node answered, under one roof. */
    ObjectNode json()
    {
        return Json.object().put("node", url).put("balanced", ledger.isBalanced()).setAll(answers);
    }
}
