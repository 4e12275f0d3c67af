package io.roce.tools.lint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** What lint must find in each recording: {@code expectations.txt}. */
final class Expectations
{
    private Expectations()
    {
    }

    static Map<String, Map<FindingCode, TreeSet<Long>>> read() throws IOException
    {
        final Map<String, Map<FindingCode, TreeSet<Long>>> files = new LinkedHashMap<>();
        try (InputStream in = Expectations.class.getResourceAsStream("expectations.txt"))
        {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> onLine(files, line.split(" ")));
        }
        return files;
    }

    private static void onLine(final Map<String, Map<FindingCode, TreeSet<Long>>> files, final String... cells)
    {
        final Map<FindingCode, TreeSet<Long>> codes =
            files.computeIfAbsent(cells[0], file -> new EnumMap<>(FindingCode.class));
        if (cells.length > 1)
        {
            final TreeSet<Long> frames = new TreeSet<>();
            for (final String run : cells[2].split(","))
            {
                final String[] bounds = run.split("[-/]");
                final long last = Long.parseLong(bounds[bounds.length > 1 ? 1 : 0]);
                final long step = bounds.length > 2 ? Long.parseLong(bounds[2]) : 1;
                for (long frame = Long.parseLong(bounds[0]); frame <= last; frame += step)
                {
                    frames.add(frame);
                }
            }
            codes.put(FindingCode.valueOf(cells[1]), frames);
        }
    }
}
