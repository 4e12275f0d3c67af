package io.roce.tools.perf;

import io.roce.nic.qp.QpType;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.RecvWr;

/**
 * Where in an end's memory the messages of a phase are. Every message that is on its way has a place of its own, so
 * what arrives can be told from what was there. Both ends have the same layout:
 * <pre>
 *   out of qp 0: place 0, 1, ... | out of qp 1 | ... | in of qp 0: place 0, 1, ... | in of qp 1 | ...
 * </pre>
 * A message number n takes the places in turn. So that large messages need no more memory than many small ones, there
 * are fewer places for them than were asked for.
 *
 * @param outSlots places of a queue pair for what it sends, or what its requests fetch; as many are on their way.
 * @param inSlots  places of a queue pair for what its peer sends, or fetches.
 * @param stride   from one place to the next, in bytes.
 * @param headroom bytes that stand in front of a message where it is received: the 40 of UD.
 */
record MessageLayout(int qps, int outSlots, int inSlots, int stride, int headroom)
{
    /** Bytes that all places of one direction have together, unless a single one for each queue pair needs more. */
    private static final int MAX_BYTES = 32 << 20;

    /** So that places do not share a cache line. */
    private static final int ALIGNMENT = 64;

    static MessageLayout of(final PerfPlan plan, final PerfPhase phase)
    {
        final int qps = plan.qps(phase.test());
        final int headroom = plan.connection() == QpType.UD ? RecvWr.GRH_LENGTH : 0;
        final long stride = (phase.size() + headroom + ALIGNMENT - 1L) / ALIGNMENT * ALIGNMENT;
        final long most = Math.min(CompletionQueue.MAX_CQE / qps, Math.max(1, MAX_BYTES / (qps * stride)));
        final int out = phase.test() == PerfTest.LATENCY ? 1 : (int)Math.min(plan.txDepth(), most);
        final int in = plan.op() == PerfOp.SEND ? (int)Math.min(plan.rxDepth(), most) : out;
        return new MessageLayout(qps, out, in, (int)stride, headroom);
    }

    /** What the longest phase of a plan needs. */
    static long regionBytes(final PerfPlan plan)
    {
        return plan.phases().stream().mapToLong(phase -> of(plan, phase).bytes()).max().orElseThrow();
    }

    /** All places of both directions. */
    long bytes()
    {
        return (long)qps * (outSlots + inSlots) * stride;
    }

    /** Offset of the message with that number, from 0, where it is sent from or fetched to. */
    int out(final int qp, final long number)
    {
        return (int)((qp * (long)outSlots + number % outSlots) * stride);
    }

    /** Offset of its place where it comes in or is fetched from; the message itself is {@link #headroom} behind. */
    int in(final int qp, final long number)
    {
        return (int)(((long)qps * outSlots + qp * (long)inSlots + number % inSlots) * stride);
    }
}
