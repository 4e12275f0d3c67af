package io.roce.tools.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What became of what was sent.
 *
 * @param sent       datagrams.
 * @param difference what the node's ledger gained; null when the node was not, or could not be, asked.
 * @param whyUnknown why there is no difference, to follow "not known:"; null when there is one.
 */
public record SendOutcome(long sent, LedgerDifference difference, String whyUnknown)
{
    /** Whether the node has given a fate to as much as was sent; true when it could not be asked. */
    public boolean isAccountedFor()
    {
        return difference == null || difference.isBalanced() && difference.received() >= sent;
    }

    /** Whether the counts are those of what was sent and of nothing else. */
    public boolean isExact()
    {
        return difference != null && difference.received() == sent && difference.injected() == 0;
    }

    /** Whether all that was sent is known to have met this fate: nothing that the node received has met another. */
    public boolean isAll(final Fate fate)
    {
        return difference != null && isAccountedFor() && difference.fates().keySet().equals(Set.of(fate.name())) &&
            difference.count(fate.name()) >= sent;
    }

    /** For a person: how many were sent, from where and where to. */
    public String sentence(final InetSocketAddress from, final InetSocketAddress to)
    {
        return sentence(sent, from, to);
    }

    /** For a person: so many of all that were sent, from where and where to. */
    public static String sentence(final long sent, final InetSocketAddress from, final InetSocketAddress to)
    {
        return "sent " + sent + (sent == 1 ? " packet" : " packets") + " from " + Addresses.format(from) + " to " +
            Addresses.format(to);
    }

    /** For a person: a line a fate, and in sentences what makes the counts inexact. */
    public List<String> lines()
    {
        if (difference == null)
        {
            return List.of("what became of them is not known: " + whyUnknown);
        }

        final List<String> lines = new ArrayList<>();
        difference.fates().forEach((fate, count) ->
            lines.add(String.format("%10d  %-30s %s", count, fate, description(fate)).stripTrailing()));
        addDoubts(lines);
        return lines;
    }

    /** For a program. */
    public ObjectNode json()
    {
        final ObjectNode json = Json.object();
        json.put("sent", sent);
        json.put("accounted", isAccountedFor());
        if (difference == null)
        {
            json.putNull("ledger_difference");
            json.put("unknown_because", whyUnknown);
            return json;
        }

        final ObjectNode ledger = json.putObject("ledger_difference");
        ledger.put("received", difference.received());
        ledger.put("injected", difference.injected());
        final ObjectNode fates = ledger.putObject("fates");
        difference.fates().forEach(fates::put);
        if (difference.kernelDrops() == LedgerReading.UNKNOWN)
        {
            ledger.putNull("kernel_drops");
        }
        else
        {
            ledger.put("kernel_drops", difference.kernelDrops());
        }
        ledger.put("exact", isExact());
        ledger.put("balanced", difference.isBalanced());
        return json;
    }

    private void addDoubts(final List<String> lines)
    {
        final long missing = sent - difference.received();
        if (missing > 0)
        {
            lines.add(String.format("%d of %d did not reach the node within %d s%s", missing, sent,
                LedgerWatch.PATIENCE_NS / 1_000_000_000, whereTheyWent(missing)));
        }
        else if (missing < 0)
        {
            lines.add(String.format("the node received %d, %d more than were sent here: other traffic is counted in",
                difference.received(), -missing));
        }
        if (difference.injected() > 0)
        {
            lines.add(difference.injected() + " duplicates that the node injected are counted in");
        }
        if (!difference.isBalanced())
        {
            lines.add("the node's ledger does not balance");
        }
    }

    private String whereTheyWent(final long missing)
    {
        if (difference.kernelDrops() == LedgerReading.UNKNOWN)
        {
            return "; the system there does not say what its kernel dropped";
        }
        return "; its kernel dropped " + Math.min(missing, difference.kernelDrops()) + " before the node saw them";
    }

    /** What a fate means; empty for one that is not known here. */
    public static String description(final String fate)
    {
        return Arrays.stream(Fate.values())
            .filter(known -> known.name().equals(fate))
            .map(Fate::description)
            .findFirst()
            .orElse("");
    }
}
