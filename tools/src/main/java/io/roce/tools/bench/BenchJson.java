package io.roce.tools.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

/** What came of a part, for programs. */
final class BenchJson
{
    private BenchJson()
    {
    }

    static ObjectNode of(final BenchPart part, final PartResult result)
    {
        final ObjectNode json = Json.object().put("part", part.label()).put("description", part.description());
        final ArrayNode figures = json.putArray("figures");
        result.figures().forEach(figure -> figures.add(figure.json()));
        final ArrayNode details = json.putArray("details");
        for (final PartResult.Detail detail : result.details())
        {
            details.addObject()
                .put("figure", detail.what())
                .put("who", detail.who())
                .put("value", detail.name())
                .set("spread", detail.value().json());
        }
        final ArrayNode notes = json.putArray("notes");
        result.notes().forEach(notes::add);
        json.put("limit", result.limit());
        final ArrayNode failures = json.putArray("failures");
        result.failures().forEach(failures::add);
        return json;
    }
}
