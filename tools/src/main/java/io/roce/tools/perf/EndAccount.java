package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.Json;
import io.roce.tools.ledger.LedgerDifference;
import io.roce.tools.ledger.LedgerReading;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an end's adapter has counted during a phase.
 *
 * @param sent         datagrams that left.
 * @param sendFailures datagrams that did not leave.
 */
record EndAccount(LedgerDifference ledger, long sent, long sendFailures)
{
    /** How datagrams end when nothing goes wrong. */
    private static final Set<String> USUAL = EnumSet.of(Fate.REQUEST_EXECUTED, Fate.RESPONSE_ACCEPTED).stream()
        .map(Fate::name)
        .collect(Collectors.toUnmodifiableSet());

    long count(final Fate fate)
    {
        return ledger.count(fate.name());
    }

    /** Of all that was sent by one end to the other, what did not leave, did not arrive, or was dropped on purpose. */
    long lostOnTheWayTo(final EndAccount other)
    {
        return sendFailures + Math.max(0, sent - other.ledger.received()) + other.count(Fate.FAULT_DROPPED);
    }

    /** Datagrams by the fate that they met, where it is not what it is when nothing goes wrong. */
    Map<String, Long> unusualFates()
    {
        final Map<String, Long> unusual = new LinkedHashMap<>(ledger.fates());
        unusual.keySet().removeAll(USUAL);
        return unusual;
    }

    ObjectNode json()
    {
        final ObjectNode json = Json.object()
            .put("sent", sent)
            .put("send_failures", sendFailures)
            .put("received", ledger.received())
            .put("injected", ledger.injected());
        if (ledger.kernelDrops() == LedgerReading.UNKNOWN)
        {
            json.putNull("kernel_drops");
        }
        else
        {
            json.put("kernel_drops", ledger.kernelDrops());
        }
        ledger.fates().forEach(json.putObject("fates")::put);
        return json;
    }

    static EndAccount of(final JsonNode json)
    {
        final Map<String, Long> fates = new LinkedHashMap<>();
        json.path("fates").properties().forEach(fate -> fates.put(fate.getKey(), fate.getValue().asLong()));
        return new EndAccount(
            new LedgerDifference(
                json.path("received").asLong(),
                json.path("injected").asLong(),
                fates,
                json.path("kernel_drops").asLong(LedgerReading.UNKNOWN),
                true),
            json.path("sent").asLong(),
            json.path("send_failures").asLong());
    }
}
