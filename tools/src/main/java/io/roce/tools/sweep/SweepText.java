package io.roce.tools.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.TextTable;

import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** How far attacks got, as a person and as a program read it. */
final class SweepText
{
    private SweepText()
    {
    }

    static void print(final JsonNode node, final long seed, final List<AttackResult> results, final PrintWriter out)
    {
        final JsonNode policies = node.path("policies");
        out.println("quarantine " + policies.path("quarantine").asText() + ", allocation " +
            policies.path("allocation").asText() + ", reset hold " + policies.path("reset_hold").asText() + ", icrc " +
            node.path("icrc").asText() + ", profile " + policies.path("profile").asText() + "; seed " +
            Long.toUnsignedString(seed));
        final TextTable table = new TextTable(
            "ATTACK", ">PACKETS", ">PAST ADMISSION", ">EXECUTED", ">ANSWERS", ">FIRST AT", ">BY ARITHMETIC",
            ">KNOWING NOTHING", "");
        for (final AttackResult result : results)
        {
            final Arithmetic expected = result.expectation();
            table.row(
                result.attack().label(),
                Numbers.count(result.packets()),
                Numbers.count(result.admitted()),
                Numbers.count(result.executed()),
                Numbers.count(result.answers()),
                result.meanTries() == 0 ? "none" : number(result.meanTries()),
                expected.tries() == 0 ? "never" : number(expected.tries()),
                expected.wholeTries() == 0 ? "" : number(expected.wholeTries()),
                !result.isOk() ? "DIFFERENT" : result.isUnfinished() ? "bound reached" : "ok");
        }
        table.print(out);
        out.println();
        for (final AttackResult result : results)
        {
            final Attack attack = result.attack();
            out.println(attack.label() + (attack.literature().isEmpty() ? "" : " (" + attack.literature() + ')') +
                ": " + result.finding() + '.');
        }
    }

    static ObjectNode json(final JsonNode node, final long seed, final List<AttackResult> results)
    {
        final JsonNode policies = node.path("policies");
        final ObjectNode json = Json.object()
            .put("seed", new BigInteger(Long.toUnsignedString(seed)))
            .put("quarantine", policies.path("quarantine").asText())
            .put("allocation", policies.path("allocation").asText())
            .put("reset_hold", policies.path("reset_hold").asText())
            .put("icrc", node.path("icrc").asText());
        final ArrayNode attacks = json.putArray("attacks");
        results.forEach(result -> put(result, attacks.addObject()));
        return json.put("ok", results.stream().allMatch(AttackResult::isOk));
    }

    private static void put(final AttackResult result, final ObjectNode json)
    {
        final Arithmetic expected = result.expectation();
        json.put("attack", result.attack().label())
            .put("description", result.attack().description())
            .put("literature", result.attack().literature())
            .put("packets", result.packets())
            .put("past_admission", result.admitted())
            .put("executed", result.executed())
            .put("answers", result.answers());
        final ArrayNode tries = json.putArray("first_at");
        result.tries().forEach(one -> tries.add(one == AttackResult.NONE ? null : one));
        json.put("first_at_mean", result.meanTries() == 0 ? null : (Double)result.meanTries());
        json.putObject("by_arithmetic")
            .put("first_at", expected.tries() == 0 ? null : (Double)expected.tries())
            .put("first_at_knowing_nothing", expected.wholeTries() == 0 ? null : (Double)expected.wholeTries())
            .put("through", expected.through());
        final ObjectNode fates = json.putObject("fates");
        new TreeMap<>(result.fates()).forEach(fates::put);
        json.put("finding", result.finding())
            .put("bound_reached", result.isUnfinished())
            .put("ok", result.isOk());
    }

    private static String number(final double number)
    {
        return number == Math.rint(number) ?
            Numbers.count((long)number) : String.format(Locale.ROOT, "%,.1f", number);
    }
}
