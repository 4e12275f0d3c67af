package io.roce.tools.perf;

import java.util.ArrayList;
import java.util.List;

/** What the end that waits has served in a run. */
final class ServedRun
{
    /** One phase of it. */
    record Entry(PerfPhase phase, ServedPhase served)
    {
    }

    private final PerfPlan plan;
    private final List<Entry> entries = new ArrayList<>();

    ServedRun(final PerfPlan plan)
    {
        this.plan = plan;
    }

    /** Adds a phase, unless it was a warm-up. */
    void add(final PerfPhase phase, final ServedPhase served)
    {
        if (!phase.isWarmUp())
        {
            entries.add(new Entry(phase, served));
        }
    }

    PerfPlan plan()
    {
        return plan;
    }

    List<Entry> entries()
    {
        return entries;
    }

    /** Whether all that was looked at was as it was sent. */
    boolean isRight()
    {
        return entries.stream().allMatch(entry -> entry.served().verification().wrong() == 0);
    }
}
