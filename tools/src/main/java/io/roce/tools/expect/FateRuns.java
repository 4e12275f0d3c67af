package io.roce.tools.expect;

import java.util.ArrayList;
import java.util.List;

/** Frames one after the other, those alike joined. Not thread-safe. */
final class FateRuns
{
    private final List<FateRun> runs = new ArrayList<>();

    void add(final FateRun next)
    {
        final FateRun last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        if (last != null && last.isContinuedBy(next))
        {
            runs.set(runs.size() - 1, new FateRun(last.loop(), last.first(), next.last(), last.expected(), last.met()));
        }
        else
        {
            runs.add(next);
        }
    }

    List<FateRun> list()
    {
        return runs;
    }
}
