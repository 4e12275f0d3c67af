package io.roce.tools.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Which core a process runs on. */
final class Cores
{
    private static final String TASKSET = "taskset";

    private final boolean isPinned;

    /**
     * @param path       folders with colons between, where taskset is looked for; null for none.
     * @param processors that there are.
     */
    Cores(final String path, final int processors)
    {
        isPinned = processors > 1 && path != null && Stream.of(path.split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, TASKSET)));
    }

    /** What to put in front of a command of who sends. */
    List<String> sender()
    {
        return pinned(0);
    }

    /** The same of who receives: another core. */
    List<String> receiver()
    {
        return pinned(1);
    }

    /** Where everything runs, in one sentence. */
    String sentence()
    {
        return isPinned ?
            "senders are pinned to core 0 and receivers to core 1" :
            "nothing is pinned to a core: that takes two of them and taskset (Debian: apt-get install util-linux)";
    }

    private List<String> pinned(final int core)
    {
        return isPinned ? List.of(TASKSET, "-c", String.valueOf(core)) : List.of();
    }
}
