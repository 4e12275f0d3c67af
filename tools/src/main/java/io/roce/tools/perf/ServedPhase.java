package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

/**
 * What the end that waits says of a phase when it is over.
 *
 * @param received     messages that came in; {@link #UNKNOWN} where its program does not see them come.
 * @param verification of what came in there.
 */
record ServedPhase(long received, Verification verification, EndAccount account)
{
    static final long UNKNOWN = -1;

    static ServedPhase of(final JsonNode json)
    {
        return new ServedPhase(
            json.path("received").asLong(UNKNOWN),
            Verification.of(json.path("verified")),
            EndAccount.of(json.path("account")));
    }

    ObjectNode json()
    {
        final ObjectNode json = Json.object().put("received", received);
        json.set("verified", verification.json());
        json.set("account", account.json());
        return json;
    }
}
