package io.roce.tools.expect;

import io.roce.nic.stats.Fate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes down the fates that frames meet, as an expectation file has them. Not thread-safe. */
public final class FateRecorder
{
    private static final Set<String> FATES = Arrays.stream(Fate.values()).map(Fate::name).collect(Collectors.toSet());
    private static final int FRAMES_WIDTH = 12;

    private final FateRuns runs = new FateRuns();

    /** @param met a fate's name, or in words what came instead of one. */
    public void onFate(final long frame, final String met)
    {
        runs.add(new FateRun(1, frame, frame, null, met));
    }

    /** The frames whose fate is not known: no file can be made of these. */
    public List<FateRun> unknown()
    {
        return runs.list().stream().filter(run -> !FATES.contains(run.met())).toList();
    }

    /**
     * Writes the file, over one that is there.
     *
     * @param title the first line, a comment.
     */
    public void write(final Path file, final String title) throws IOException
    {
        final StringBuilder text = new StringBuilder("# ").append(title).append('\n');
        for (final FateRun run : runs.list())
        {
            text.append(String.format("%-" + FRAMES_WIDTH + "s %s\n", run.frames(), run.met()));
        }
        Files.writeString(file, text);
    }
}
