package io.roce.tools.perf;

import io.roce.nic.qp.QpType;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is to be run, all of it within the bounds of {@link PlanJson}.
 *
 * @param connection transport service of the queue pairs.
 * @param tests      what is asked, one at least.
 * @param size       of a message in bytes; 0 for what is usual, and for all sizes.
 * @param isAllSizes each power of two from 2 to 2^23, of UD up to the MTU.
 * @param iters      messages of each queue pair; 0 when time ends a phase.
 * @param durationNs of a phase; 0 when a number of messages ends it.
 * @param qps        queue pairs that bandwidth is measured with; latency with one.
 * @param txDepth    messages of a queue pair that are on their way, at the most.
 * @param rxDepth    receives of a queue pair, at the most.
 * @param outs       READs and atomics of a queue pair that are on their way, at the most.
 * @param mtu        of the path; of the port for UD.
 * @param inlineSize messages up to so many bytes are posted inline.
 * @param qpTimeout  code of the acknowledgement timeout.
 * @param warmUpNs   how long messages go before the first that are measured.
 * @param isVerified whether it is looked at what arrives.
 */
record PerfPlan(
    PerfOp op,
    QpType connection,
    Set<PerfTest> tests,
    int size,
    boolean isAllSizes,
    long iters,
    long durationNs,
    int qps,
    int txDepth,
    int rxDepth,
    int outs,
    int mtu,
    int inlineSize,
    int qpTimeout,
    long warmUpNs,
    boolean isVerified)
{
    private static final int ALL_MAX_SHIFT = 23;
    private static final int BANDWIDTH_SIZE = 64 << 10;
    private static final int LATENCY_SIZE = 2;

    PerfPlan
    {
        tests = Set.copyOf(tests);
    }

    /** Packets of a message. */
    int packets(final int size)
    {
        return (size + mtu - 1) / mtu;
    }

    /** Queue pairs of a phase. */
    int qps(final PerfTest test)
    {
        return test == PerfTest.BANDWIDTH ? qps : 1;
    }

    /** In their order: a warm-up in front of the first of each test, unless it takes no time. */
    List<PerfPhase> phases()
    {
        final List<PerfPhase> phases = new ArrayList<>();
        for (final PerfTest test : PerfTest.values())
        {
            if (tests.contains(test))
            {
                final List<Integer> sizes = sizes(test);
                if (warmUpNs > 0)
                {
                    phases.add(new PerfPhase(test, sizes.get(0), true));
                }
                sizes.forEach(one -> phases.add(new PerfPhase(test, one, false)));
            }
        }
        return phases;
    }

    private List<Integer> sizes(final PerfTest test)
    {
        if (op.opcode().isAtomic())
        {
            return List.of(Long.BYTES);
        }
        if (isAllSizes)
        {
            return IntStream.rangeClosed(1, ALL_MAX_SHIFT)
                .map(shift -> 1 << shift)
                .filter(one -> connection != QpType.UD || one <= mtu)
                .boxed()
                .toList();
        }
        if (size != 0)
        {
            return List.of(size);
        }
        return List.of(test == PerfTest.LATENCY ? LATENCY_SIZE : connection == QpType.UD ? mtu : BANDWIDTH_SIZE);
    }
}
