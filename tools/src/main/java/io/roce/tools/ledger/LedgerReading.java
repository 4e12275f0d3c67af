package io.roce.tools.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.NodeAdmin;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A node's ledger at one moment.
 *
 * @param received    datagrams that the node's link delivered.
 * @param injected    duplicates that a fault rule added.
 * @param held        datagrams that are delayed or on their way between lanes.
 * @param fates       counts by the name of the fate, in the node's order; every fate, zeros too.
 * @param kernelDrops datagrams that the system dropped before the node saw them; {@link #UNKNOWN} where it does not
 *                    say.
 */
public record LedgerReading(long received, long injected, long held, Map<String, Long> fates, long kernelDrops)
{
    /** In place of {@link #kernelDrops()} where the system does not count them. */
    public static final long UNKNOWN = -1;

    /** Asks the node. */
    public static LedgerReading read(final NodeAdmin admin)
    {
        return of(admin.request("GET", "/v1/ledger", null));
    }

    /** What {@code GET /v1/ledger} answered. */
    public static LedgerReading of(final JsonNode json)
    {
        final Map<String, Long> fates = new LinkedHashMap<>();
        for (final JsonNode fate : json.path("fates"))
        {
            fates.put(fate.path("fate").asText(), fate.path("count").asLong());
        }
        return new LedgerReading(
            json.path("received").asLong(),
            json.path("injected").asLong(),
            json.path("held").asLong(),
            fates,
            json.path("kernel_drops").asLong(UNKNOWN));
    }

    /** Whether every datagram has its one fate. */
    public boolean isBalanced()
    {
        return received + injected == ended() + held;
    }

    /** The sum of all fates. */
    public long ended()
    {
        return fates.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Both sides of the equation: {@code received 5 + injected 0 = fates 5 + held 0: balanced}. */
    public String equation()
    {
        return "received " + received + " + injected " + injected + " = fates " + ended() + " + held " + held +
            (isBalanced() ? ": balanced" : ": NOT balanced");
    }

    /** How many ended in a fate; 0 when the node does not know it. */
    public long count(final String fate)
    {
        return fates.getOrDefault(fate, 0L);
    }

    /** What has been added since an earlier reading of the same node. */
    public LedgerDifference since(final LedgerReading earlier)
    {
        final Map<String, Long> grown = new LinkedHashMap<>();
        fates.forEach((fate, count) ->
        {
            final long growth = count - earlier.count(fate);
            if (growth != 0)
            {
                grown.put(fate, growth);
            }
        });
        final boolean isDropsKnown = kernelDrops != UNKNOWN && earlier.kernelDrops != UNKNOWN;
        return new LedgerDifference(
            received - earlier.received,
            injected - earlier.injected,
            grown,
            isDropsKnown ? kernelDrops - earlier.kernelDrops : UNKNOWN,
            isBalanced());
    }
}
