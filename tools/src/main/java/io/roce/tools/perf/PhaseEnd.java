package io.roce.tools.perf;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * One end of a phase: what its run works with.
 *
 * @param memory of the end.
 * @param line   to the other end.
 */
record PhaseEnd(
    PerfPlan plan, PerfPhase phase, PhaseQps qps, UnsafeBuffer memory, PhaseCompletions completions, PeerLine line)
{
    MessageLayout layout()
    {
        return qps.layout();
    }

    /** Of a message in bytes. */
    int size()
    {
        return phase.size();
    }

    boolean isVerified()
    {
        return plan.isVerified();
    }
}
