package io.roce.tools.lint;

import io.roce.tools.capture.RoceFrames;
import io.roce.wire.capture.FrameKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What lint finds in a file, as the linter says it. */
final class Linted
{
    private Linted()
    {
    }

    static List<Finding> findings(final Path file) throws IOException
    {
        final List<Finding> findings = new ArrayList<>();
        final Linter linter = new Linter(findings::add);
        try (RoceFrames frames = RoceFrames.open(file))
        {
            for (FrameKind kind = frames.nextFrame(); kind != null; kind = frames.nextFrame())
            {
                linter.onFrame(frames.frame(), kind, frames.roceFrame(), frames.segments());
            }
        }
        linter.end();
        return findings;
    }

    /** Frames by code. */
    static Map<FindingCode, TreeSet<Long>> byCode(final List<Finding> findings)
    {
        final Map<FindingCode, TreeSet<Long>> byCode = new EnumMap<>(FindingCode.class);
        findings.forEach(finding ->
            byCode.computeIfAbsent(finding.code(), code -> new TreeSet<>()).add(finding.frame()));
        return byCode;
    }
}
