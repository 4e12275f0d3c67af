package io.roce.tools.psn;

import static io.roce.tools.cli.Numbers.count;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What became of old packets, as a person and as a program read it. */
public final class PsnText
{
    private PsnText()
    {
    }

    /** What that check does with an old packet, by arithmetic: one sentence. */
    public static String window()
    {
        final PsnSweep all = PsnSweep.FULL;
        return "It takes 1 of 2^24 PSNs as expected, " + count(all.duplicates()) + " as duplicates, " +
            count(all.ahead()) + " as ahead; stale --case psn counts them, and the harm.";
    }

    public static void print(final PsnResult result, final PrintWriter out)
    {
        out.println("An old peer sends to " + Qpn.format(result.qpn()) + ", which is reissued for each of its " +
            "packets, without quarantine; the new connection expects PSN " + Psn.format(result.ePsn()) + '.');
        final TextTable counts = new TextTable(
            "OLD PACKET", ">PSNS", ">EXPECTED", ">DUPLICATE", ">AHEAD", ">NEITHER", "BY ARITHMETIC", "");
        final TextTable harms = new TextTable("OLD PACKET", ">ANSWERS", ">HARMFUL", "HARM");
        for (final PsnResult.Swept swept : result.swept())
        {
            counts.row(
                swept.kind().label(),
                count(swept.sweep().count()),
                count(swept.count(PsnPlace.EXPECTED)),
                count(swept.count(PsnPlace.DUPLICATE)),
                count(swept.count(PsnPlace.AHEAD)),
                count(swept.count(PsnPlace.NEITHER)),
                Arrays.stream(PsnPlace.values())
                    .map(place -> count(swept.arithmetic(place)))
                    .collect(Collectors.joining(" + ")),
                swept.isOk() ? "ok" : "DIFFERENT");
            harms.row(
                swept.kind().label(),
                count(answers(swept.tally())),
                count(swept.tally().harmful()),
                harms(swept.tally()));
        }
        counts.print(out);
        out.println();
        out.println("What they were answered and did to the new connection, whose own first packet followed:");
        harms.print(out);
        out.println();
        final Fate stopped = result.stoppedElsewhere();
        out.println("Reissued to another peer: " + (stopped == null ?
            "not every old packet is stopped." : stopped + " stops the old packet, whatever its PSN."));
        out.println("Reissued to the same peer address: " + (result.isOk() ?
            "of 2^24 PSNs one does harm; after each of the others the new peer's first packet was taken." :
            "not as arithmetic has it."));
    }

    public static ObjectNode json(final PsnResult result)
    {
        final ObjectNode json = Json.object()
            .put("case", "psn")
            .put("qpn", result.qpn())
            .put("quarantine", QuarantinePolicy.NONE.toString())
            .put("rq_psn", result.ePsn());
        final ArrayNode packets = json.putArray("packets");
        result.swept().forEach(swept -> put(swept, packets.addObject()));
        final Fate stopped = result.stoppedElsewhere();
        json.putObject("stopped_after_reissue_by")
            .put("connected_to_another_address", stopped == null ? null : stopped.name())
            .putNull("connected_to_the_old_address");
        return json.put("ok", result.isOk());
    }

    private static void put(final PsnResult.Swept swept, final ObjectNode json)
    {
        final Tally tally = swept.tally();
        json.put("packet", swept.kind().opcode().name())
            .put("condition", swept.kind().condition())
            .put("psns", swept.sweep().count())
            .put("step", swept.sweep().step());
        final ObjectNode expected = json.putObject("by_arithmetic");
        final ObjectNode got = json.putObject("counted");
        for (final PsnPlace place : PsnPlace.values())
        {
            expected.put(place.label(), swept.arithmetic(place));
            got.put(place.label(), swept.count(place));
        }
        final ObjectNode fates = json.putObject("fates");
        Arrays.stream(Fate.values())
            .filter(fate -> tally.count(fate) > 0)
            .forEach(fate -> fates.put(fate.name(), tally.count(fate)));
        final ObjectNode answers = json.putObject("answers");
        Arrays.stream(Answer.values()).forEach(answer -> answers.put(answer.label(), tally.count(answer)));
        json.put("harmful", tally.harmful());
        final ObjectNode harms = json.putObject("harms");
        Arrays.stream(Harm.values()).forEach(harm -> harms.put(harm.label().replace(' ', '_'), tally.count(harm)));
        json.put("ok", swept.isOk());
    }

    private static long answers(final Tally tally)
    {
        return Arrays.stream(Answer.values()).mapToLong(tally::count).sum();
    }

    /** Each that was seen, and how often where not every harmful packet did it. */
    private static String harms(final Tally tally)
    {
        return Arrays.stream(Harm.values())
            .filter(harm -> tally.count(harm) > 0)
            .map(harm ->
                (tally.count(harm) == tally.harmful() ? "" : count(tally.count(harm)) + ' ') + harm.label())
            .collect(Collectors.joining(", "));
    }
}
