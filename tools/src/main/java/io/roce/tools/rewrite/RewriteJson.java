package io.roce.tools.rewrite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

import java.nio.file.Path;

/** The result of a rewrite as a program reads it. */
final class RewriteJson
{
    private RewriteJson()
    {
    }

    static ObjectNode of(final Path in, final Path out, final RewriteResult result)
    {
        final RewriteTally tally = result.tally();
        final ObjectNode json = Json.object()
            .put("file", in.toString())
            .put("out", out.toString())
            .put("frames", tally.frames)
            .put("changed", tally.changed)
            .put("not_selected", tally.unselected)
            .put("dropped", tally.dropped);
        final ObjectNode changes = json.putObject("changes");
        for (final Change change : Change.values())
        {
            changes.put(change.label(), tally.byChange.getOrDefault(change, 0L));
        }
        final ObjectNode icrc = json.putObject("icrc")
            .put("patched", tally.icrcsPatched)
            .put("computed", tally.icrcsComputed)
            .put("still_wrong", tally.icrcsStillWrong);
        final ObjectNode left = icrc.putObject("left");
        tally.icrcsLeft.forEach(left::put);
        final ObjectNode notChanged = json.putObject("not_changed");
        tally.notChanged.forEach((change, reasons) ->
        {
            final ObjectNode byReason = notChanged.putObject(change.label());
            reasons.forEach(byReason::put);
        });
        final ObjectNode unused = json.putObject("unused");
        result.unused().forEach((option, values) -> values.forEach(unused.putArray(option)::add));
        return json.put("fault", result.fault());
    }
}
