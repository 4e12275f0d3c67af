package io.roce.tools.stale;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Qpn;

import java.io.PrintWriter;

/** What the stale drill found, as a person and as a program read it. */
public final class StaleText
{
    private StaleText()
    {
    }

    public static void print(final DrillResult result, final PrintWriter out)
    {
        out.println("An old peer sends RC_SEND_ONLY to " + Qpn.format(result.qpn()) + "; quarantine " +
            (result.quarantineNs() == 0 ? "none" : Durations.format(result.quarantineNs())) + ".");
        final TextTable table = new TextTable("THE NUMBER IS", "EXPECTED", "GOT", "");
        for (final DrillStep step : result.steps())
        {
            table.row(step.what(), step.expected(), step.got(), step.isOk() ? "ok" : "DIFFERENT");
        }
        table.print(out);
        out.println("Reissued to another peer: " + conclusion(result.otherPeer()));
        out.println("Reissued to the same peer address: " + conclusion(result.samePeer()));
    }

    public static ObjectNode json(final DrillResult result)
    {
        final ObjectNode json = Json.object()
            .put("qpn", result.qpn())
            .put("quarantine_ns", result.quarantineNs());
        final ArrayNode steps = json.putArray("steps");
        for (final DrillStep step : result.steps())
        {
            steps.addObject()
                .put("number_is", step.what())
                .put("expected", step.expected().name())
                .put("got", step.got())
                .put("ok", step.isOk());
        }
        json.putObject("stopped_after_reissue_by")
            .put("connected_to_another_address", DrillResult.stoppedBy(result.otherPeer()))
            .put("connected_to_the_old_address", DrillResult.stoppedBy(result.samePeer()));
        return json.put("ok", result.isOk());
    }

    private static String conclusion(final DrillStep step)
    {
        if (!step.isKnown())
        {
            return "not known: " + step.got() + ".";
        }
        final String stoppedBy = DrillResult.stoppedBy(step);
        return stoppedBy == null ?
            "nothing stops the old packet before the transport's PSN check." :
            stoppedBy + " stops the old packet.";
    }
}
