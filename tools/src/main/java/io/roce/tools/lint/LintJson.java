package io.roce.tools.lint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;
import io.roce.wire.capture.FrameKind;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Findings for programs. */
final class LintJson
{
    private LintJson()
    {
    }

    /** @param damage why the file could not be read to its end; null when it was. */
    static ObjectNode file(
        final Path file,
        final Linter linter,
        final LintReport report,
        final Map<FrameKind, Long> others,
        final String damage)
    {
        final ObjectNode tree = Json.object()
            .put("file", file.toString())
            .put("frames", linter.frames())
            .put("packets", linter.packets())
            .put("damage", damage)
            .put("forgotten_flows", linter.forgottenFlows());
        final ObjectNode skipped = tree.putObject("other_frames");
        others.forEach((kind, count) -> skipped.put(kind.name(), count));
        final ObjectNode counts = tree.putObject("counts");
        report.counts().forEach((code, count) -> counts.put(code.name(), count));
        final ArrayNode conversations = tree.putArray("conversations");
        report.conversations().forEach((label, rows) ->
        {
            final ObjectNode conversation = conversations.addObject().put("conversation", label);
            final ObjectNode codes = conversation.putObject("counts");
            rows.forEach((code, row) -> codes.put(code.name(), row.count()));
        });
        final ArrayNode findings = tree.putArray("findings");
        report.kept().forEach(finding -> findings.addObject()
            .put("code", finding.code().name())
            .put("severity", finding.code().severity().label())
            .put("conversation", report.label(finding.conversation()))
            .put("frame", finding.frame())
            .put("detail", finding.detail()));
        return tree;
    }

    static ArrayNode codes()
    {
        final ArrayNode codes = Json.object().putArray("codes");
        Arrays.stream(FindingCode.values()).forEach(code -> codes.addObject()
            .put("code", code.name())
            .put("severity", code.severity().label())
            .put("description", code.description()));
        return codes;
    }
}
