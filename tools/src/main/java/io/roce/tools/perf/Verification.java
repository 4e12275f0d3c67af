package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

/** How many messages were looked at where they arrived, and how many of them were not what was sent. */
final class Verification
{
    private long checked;
    private long wrong;

    /** A message was looked at. */
    void add(final boolean isRight)
    {
        checked++;
        wrong += isRight ? 0 : 1;
    }

    long checked()
    {
        return checked;
    }

    long wrong()
    {
        return wrong;
    }

    /** Both together. */
    Verification plus(final Verification other)
    {
        final Verification sum = new Verification();
        sum.checked = checked + other.checked;
        sum.wrong = wrong + other.wrong;
        return sum;
    }

    /** For people. */
    String sentence()
    {
        return wrong == 0 ?
            "looked at %,d messages where they arrived: all as they were sent".formatted(checked) :
            "looked at %,d messages where they arrived: %,d NOT as they were sent".formatted(checked, wrong);
    }

    ObjectNode json()
    {
        return Json.object().put("checked", checked).put("wrong", wrong);
    }

    static Verification of(final JsonNode json)
    {
        final Verification verification = new Verification();
        verification.checked = json.path("checked").asLong();
        verification.wrong = json.path("wrong").asLong();
        return verification;
    }
}
