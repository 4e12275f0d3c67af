package io.roce.tools.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

import java.util.List;

/**
 * What was measured.
 *
 * @param what   what it is of.
 * @param unit   of both sides.
 * @param beside what ours is compared with; null where there is nothing.
 * @param others the other side; null where there is none.
 * @param ratio  ours by the other side's, round by round; null where there is none.
 * @param goal   null where none is set.
 */
record Figure(String what, String unit, Spread ours, String beside, Spread others, Spread ratio, Goal goal)
{
    /** Ours alone. */
    static Figure of(final String what, final String unit, final List<Double> ours, final Goal goal)
    {
        return new Figure(what, unit, Spread.of(ours), null, null, null, goal);
    }

    /** Ours beside others', round by round; where there is nothing of them ours alone, and no goal. */
    static Figure of(
        final String what,
        final String unit,
        final List<Double> ours,
        final String beside,
        final List<Double> others,
        final Goal goal)
    {
        return others.isEmpty() ?
            of(what, unit, ours, null) :
            new Figure(what, unit, Spread.of(ours), beside, Spread.of(others), Spread.ofRatios(ours, others), goal);
    }

    /** Whether the goal is reached; null where there is none. */
    Boolean isReached()
    {
        return goal == null ? null : goal.isReached(ratio == null ? ours.median() : ratio.median());
    }

    ObjectNode json()
    {
        final ObjectNode json = Json.object().put("figure", what).put("unit", unit);
        json.set("ours", ours.json());
        json.put("beside", beside);
        json.set("others", others == null ? null : others.json());
        json.set("ratio", ratio == null ? null : ratio.json());
        if (goal == null)
        {
            json.putNull("goal").putNull("reached");
        }
        else
        {
            json.put("goal", goal.toString()).put("reached", isReached());
        }
        return json;
    }
}
