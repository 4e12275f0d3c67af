package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.ledger.LedgerReading;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A node at one moment, as it tells it.
 *
 * @param time    UTC, ISO.
 * @param pid     of its process.
 * @param cpuNs   that its process has used.
 * @param ended   datagrams by how they ended.
 * @param hits    look-ups that the cache answered.
 * @param misses  look-ups that it did not.
 * @param policy  of the quarantine.
 * @param waiting what the quarantine lets out next, the first one first.
 * @param drops   the last ones, the oldest first.
 */
record Snapshot(
    String time,
    long uptimeMs,
    long pid,
    long cpuNs,
    LedgerReading ledger,
    Map<FateGroup, Long> ended,
    String tableKind,
    long live,
    long quarantined,
    Occupancy occupancy,
    String cacheKind,
    long hits,
    long misses,
    String policy,
    List<WaitingQpn> waiting,
    List<Drop> drops)
{
    /** Of what waits, and of drops. */
    static final int ROWS_MAX = 20;

    /**
     * Takes what is shown; what is missing is 0 or empty.
     *
     * @throws IllegalArgumentException when it is no snapshot at all.
     */
    static Snapshot of(final JsonNode json)
    {
        if (!json.path("ledger").path("fates").isArray())
        {
            throw new IllegalArgumentException("a snapshot without a ledger");
        }
        final LedgerReading ledger = LedgerReading.of(json.path("ledger"));
        final JsonNode table = json.path("table");
        final JsonNode cache = json.path("cache");
        return new Snapshot(
            json.path("time").asText(),
            json.path("uptime_ms").asLong(),
            json.path("usage").path("process").path("pid").asLong(),
            json.path("usage").path("process").path("cpu_ns").asLong(),
            ledger,
            ended(ledger),
            table.path("kind").asText(),
            table.path("live").asLong(),
            table.path("quarantined").asLong(),
            Occupancy.of(table, json.path("cells")),
            cache.path("kind").asText(),
            cache.path("hits").asLong(),
            cache.path("misses").asLong(),
            json.path("quarantine").path("policy").asText(),
            rows(json.path("quarantine_queue"), 0, Snapshot::waiting),
            rows(json.path("drops"), json.path("drops").size() - ROWS_MAX, Drop::of));
    }

    /** Whether the node has counted on since that, and not started anew. */
    boolean isLaterThan(final Snapshot before)
    {
        return pid == before.pid && uptimeMs >= before.uptimeMs && ledger.received() >= before.ledger.received();
    }

    long ended(final FateGroup group)
    {
        return ended.getOrDefault(group, 0L);
    }

    private static Map<FateGroup, Long> ended(final LedgerReading ledger)
    {
        final Map<FateGroup, Long> ended = new EnumMap<>(FateGroup.class);
        ledger.fates().forEach((fate, count) -> ended.merge(FateGroup.of(fate), count, Long::sum));
        return ended;
    }

    private static WaitingQpn waiting(final JsonNode json)
    {
        return new WaitingQpn(json.path("qpn").asInt(), json.path("remaining_ms").asLong(WaitingQpn.NOT_BY_TIME));
    }

    private static <T> List<T> rows(final JsonNode array, final int from, final Function<JsonNode, T> row)
    {
        final List<T> rows = new ArrayList<>();
        final int end = array.isArray() ? array.size() : 0;
        for (int i = Math.max(0, from); i < end && rows.size() < ROWS_MAX; i++)
        {
            rows.add(row.apply(array.get(i)));
        }
        return List.copyOf(rows);
    }
}
