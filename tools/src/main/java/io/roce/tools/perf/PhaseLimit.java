package io.roce.tools.perf;

import java.util.concurrent.atomic.AtomicBoolean;

/** When a phase has had enough messages: so many, or after so long, and in any case when the user wants no more. */
final class PhaseLimit
{
    private final long iters;
    private final long durationNs;
    private final AtomicBoolean isStopped;

    /** @param isStopped set when the user wants no more. */
    PhaseLimit(final PerfPlan plan, final PerfPhase phase, final AtomicBoolean isStopped)
    {
        iters = phase.isWarmUp() ? 0 : plan.iters();
        durationNs = phase.isWarmUp() ? plan.warmUpNs() : plan.durationNs();
        this.isStopped = isStopped;
    }

    /**
     * Whether one more may begin.
     *
     * @param begun     messages of the queue pair until now.
     * @param elapsedNs since the first.
     */
    boolean allows(final long begun, final long elapsedNs)
    {
        return !isStopped.get() && (iters == 0 ? elapsedNs < durationNs : begun < iters);
    }
}
