package io.roce.tools.stats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Json;
import io.roce.tools.ledger.LedgerReading;

import java.util.List;

/**
 * What a node counts, read at one moment.
 *
 * @param atNs    when, on the clock that {@link System#nanoTime} reads.
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

    static NodeReading of(final AdminClient client)
    {
        final ObjectNode answers = Json.object();
        final long atNs = System.nanoTime();
        answers.set(LEDGER, client.request("GET", "/v1/" + LEDGER, null));
        FIGURES.forEach(figure -> answers.set(figure, client.request("GET", "/v1/" + figure, null)));
        return new NodeReading(client.url(), atNs, answers);
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
