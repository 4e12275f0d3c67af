package io.roce.tools.stale;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.TextTable;
import io.roce.tools.psn.PsnText;
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
        final String qpn = Qpn.format(result.qpn());
        if (result.outcome() instanceof DrillResult.Destroyed destroyed)
        {
            out.println("An old peer sends RC_SEND_ONLY to " + qpn + "; quarantine " +
                quarantine(result.policies().quarantine(), destroyed.quarantineNs()) + '.');
            printSteps(result, out);
            out.println("Reissued to another peer: " + conclusion(result.otherPeer()));
            out.println("Reissued to the same peer address: " + conclusion(result.samePeer()));
            if (DrillResult.stoppedBy(result.samePeer()) == null)
            {
                out.println(PsnText.window());
            }
        }
        else if (result.outcome() instanceof DrillResult.Reset reset)
        {
            out.println("An old peer sends RC_SEND_ONLY to " + qpn + ", which goes through RESET; quarantine " +
                result.policies().quarantine() + ", reset hold " + result.policies().resetHold().label() + '.');
            printSteps(result, out);
            out.println(holdConclusion(result, reset));
            out.println("Connected to another peer: " + conclusion(result.otherPeer()));
            out.println("Connected to the same peer address: " + sameConnection(result));
        }
    }

    public static ObjectNode json(final DrillResult result)
    {
        final ObjectNode json = Json.object();
        if (result.outcome() instanceof DrillResult.Destroyed destroyed)
        {
            json.put("case", StaleCase.DESTROY.label())
                .put("qpn", result.qpn())
                .put("quarantine", result.policies().quarantine().toString())
                .put("quarantine_ns", isBounded(destroyed) ? (Long)destroyed.quarantineNs() : null);
            putSteps(json, result, "stopped_after_reissue_by");
        }
        else if (result.outcome() instanceof DrillResult.Reset reset)
        {
            json.put("case", StaleCase.RESET.label())
                .put("qpn", result.qpn())
                .put("quarantine", result.policies().quarantine().toString())
                .put("reset_hold", result.policies().resetHold().label())
                .put("early_inits", reset.earlyInits())
                .put("refused_inits", reset.refusedInits());
            putSteps(json, result, "stopped_after_reset_by");
        }
        return json.put("ok", result.isOk());
    }

    private static void printSteps(final DrillResult result, final PrintWriter out)
    {
        final TextTable table = new TextTable("THE NUMBER IS", ">GENERATION", ">EPOCH", "EXPECTED", "GOT", "");
        for (final DrillStep step : result.steps())
        {
            final QpIdentity identity = step.identity();
            table.row(
                step.what(),
                identity == null ? "-" : identity.generation(),
                identity == null ? "-" : identity.epoch(),
                step.expected(),
                step.got(),
                step.isOk() ? "ok" : "DIFFERENT");
        }
        table.print(out);
    }

    private static void putSteps(final ObjectNode json, final DrillResult result, final String stoppedBy)
    {
        final ArrayNode steps = json.putArray("steps");
        for (final DrillStep step : result.steps())
        {
            final QpIdentity identity = step.identity();
            steps.addObject()
                .put("number_is", step.what())
                .put("generation", identity == null ? null : (Long)identity.generation())
                .put("epoch", identity == null ? null : (Integer)identity.epoch())
                .put("expected", step.expected().name())
                .put("got", step.got())
                .put("ok", step.isOk());
        }
        json.putObject(stoppedBy)
            .put("connected_to_another_address", DrillResult.stoppedBy(result.otherPeer()))
            .put("connected_to_the_old_address", DrillResult.stoppedBy(result.samePeer()));
    }

    /** The policy, and what it comes to where that is more than it says. */
    private static String quarantine(final QuarantinePolicy policy, final long ns)
    {
        return policy + (policy.isAuto() && ns > 0 ? ", which is " + Durations.format(ns) + " here" : "");
    }

    private static boolean isBounded(final DrillResult.Destroyed destroyed)
    {
        return destroyed.quarantineNs() != DrillResult.Destroyed.NO_BOUND;
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

    private static String sameConnection(final DrillResult result)
    {
        if (!result.isKept())
        {
            final QpIdentity first = result.steps().get(0).identity();
            final QpIdentity last = result.samePeer().identity();
            return "it is not the queue pair that it was: generation " + first.generation() + ", epoch " +
                first.epoch() + ", then generation " + last.generation() + ", epoch " + last.epoch() + '.';
        }
        return DrillResult.stoppedBy(result.samePeer()) == null ?
            "nothing but the PSN tells the old connection's packet from the new one's; number and generation have " +
                "stayed, and the epoch, which has counted up, is in no packet." :
            conclusion(result.samePeer());
    }

    private static String holdConclusion(final DrillResult result, final DrillResult.Reset reset)
    {
        return "From RESET to INIT: " + switch (result.policies().resetHold())
        {
            case ALLOW -> "allowed at once.";
            case WARN -> "allowed at once; early_inits counts " + reset.earlyInits() + '.';
            case REFUSE -> reset.refusedInits() == 0 ?
                "not refused, nothing was to be feared any more." :
                "refused " + reset.refusedInits() + " times, done when the hold was over.";
        };
    }
}
