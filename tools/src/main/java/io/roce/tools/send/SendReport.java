package io.roce.tools.send;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.link.SendRefusals;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.TextTable;
import io.roce.tools.ledger.SendOutcome;

import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was sent and what became of it, as a person and as a program read it.
 *
 * @param groups    none when nothing was swept or no node was asked.
 * @param groupedBy what the groups differ in; null when there are none.
 * @param refusals  what the system did not take.
 * @param seed      of the mutations; null when there were none.
 * @param elapsedNs that sending took.
 */
record SendReport(
    InetSocketAddress from,
    InetSocketAddress to,
    SendOutcome outcome,
    List<GroupOutcome> groups,
    String groupedBy,
    SendRefusals refusals,
    Long seed,
    long elapsedNs)
{
    private static final double NANOS_PER_SECOND = 1e9;

    /** Packets from which on it is of interest how fast they went. */
    private static final long MANY = 1_000;

    /** Whether the system has taken all, the node has accounted for all, and all have met the fate; null for any. */
    boolean isOk(final Fate expected)
    {
        return refusals.count() == 0 && outcome.isAccountedFor() && (expected == null || outcome.isAll(expected));
    }

    void print(final Output output, final Fate expected)
    {
        if (output.isJson())
        {
            output.json(json(expected));
            return;
        }
        if (!groups.isEmpty())
        {
            final TextTable table = new TextTable(groupedBy.toUpperCase(Locale.ROOT), ">SENT", "FATES");
            groups.forEach(group -> table.row(
                group.values(), Numbers.count(group.outcome().sent()), fates(group.outcome())));
            table.print(output.out());
            output.out().println();
        }
        output.out().println(outcome.sentence(from, to) + (outcome.sent() < MANY ? "" :
            String.format(Locale.ROOT, " in %.1f s, %,.0f/s", elapsedNs / NANOS_PER_SECOND, perSecond())));
        if (seed != null)
        {
            output.out().println("the seed was " + Long.toUnsignedString(seed) + ": --seed " +
                Long.toUnsignedString(seed) + " makes the same packets");
        }
        if (refusals.count() > 0)
        {
            output.out().println(RefusalSentence.of(refusals));
        }
        outcome.lines().forEach(output.out()::println);
        if (expected != null)
        {
            output.out().println("expected " + expected + (outcome.isAll(expected) ? ": so it was" : ": NOT so"));
        }
    }

    private ObjectNode json(final Fate expected)
    {
        final ObjectNode json = Json.object()
            .put("to", Addresses.format(to))
            .put("from", Addresses.format(from))
            .setAll(outcome.json());
        RefusalSentence.put(refusals, json);
        json.put("elapsed_ns", elapsedNs);
        if (seed != null)
        {
            json.put("seed", new BigInteger(Long.toUnsignedString(seed)));
        }
        if (!groups.isEmpty())
        {
            json.put("grouped_by", groupedBy);
            final ArrayNode list = json.putArray("groups");
            groups.forEach(group -> list.addObject()
                .put(groupedBy, group.values())
                .setAll(group.outcome().json()));
        }
        if (expected != null)
        {
            json.put("expected", expected.name()).put("as_expected", outcome.isAll(expected));
        }
        return json;
    }

    private double perSecond()
    {
        return outcome.sent() * NANOS_PER_SECOND / Math.max(1, elapsedNs);
    }

    /** {@code QPN_UNALLOCATED}, or with counts where there are several or not as many as were sent. */
    private static String fates(final SendOutcome outcome)
    {
        final Map<String, Long> fates = outcome.difference().fates();
        if (fates.isEmpty())
        {
            return "-";
        }
        return fates.size() == 1 && fates.containsValue(outcome.sent()) ?
            fates.keySet().iterator().next() :
            fates.entrySet().stream()
                .map(fate -> Numbers.count(fate.getValue()) + ' ' + fate.getKey())
                .collect(Collectors.joining(", "));
    }
}
