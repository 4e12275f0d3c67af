package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.opcode.TransportType;

import java.util.concurrent.TimeUnit;

/** What becomes of gaps among requests whose packets do not come: lost, or missing in the capture alone. */
final class GapRules
{
    /** After that a gap is settled, though its packets may be sent again: timers of more are not set in practice. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** Packets behind a gap by which one of UC that was overtaken would have come. */
    private static final int UC_WINDOW = 16;

    private final Findings findings;

    GapRules(final Findings findings)
    {
        this.findings = findings;
    }

    /** Nobody waits for a packet for ever: of UC nothing is sent again, and of RC not so late. */
    void settleOld(final Flow flow, final long nowNs)
    {
        for (Gap gap = flow.gaps.peek(); gap != null && isOld(flow, gap, nowNs); gap = flow.gaps.peek())
        {
            settle(flow, flow.gaps.poll());
        }
    }

    private static boolean isOld(final Flow flow, final Gap gap, final long nowNs)
    {
        return flow.transport == TransportType.UC ?
            Psn.diff(flow.nextPsn, gap.lastPsn()) > UC_WINDOW :
            nowNs - gap.timeNs > PATIENCE_NS;
    }

    /** The flow is over. */
    void settleAll(final Flow flow)
    {
        for (Gap gap = flow.gaps.poll(); gap != null; gap = flow.gaps.poll())
        {
            settle(flow, gap);
        }
    }

    /** Another one that is open; of too many the oldest is settled. */
    void add(final Flow flow, final Gap gap)
    {
        final Gap oldest = flow.gaps.add(gap);
        if (oldest != null)
        {
            settle(flow, oldest);
        }
    }

    /** No packet of it is waited for any more. */
    void settle(final Flow flow, final Gap gap)
    {
        if (gap.isReported || gap.isExplained)
        {
            return;
        }
        if (gap.isAcknowledged && !gap.isNaked)
        {
            findings.add(FindingCode.NOT_CAPTURED, flow, gap.frame, gap.describe());
            return;
        }
        report(flow, gap);
        if (flow.transport == TransportType.UC)
        {
            final SentPacket before = flow.sent.get(Psn.add(gap.firstPsn, -1));
            final SentPacket behind = flow.sent.get(Psn.add(gap.lastPsn(), 1));
            if (before != null && !before.opcode.isEnd() || behind != null && !behind.opcode.isStart())
            {
                findings.add(FindingCode.MESSAGE_ABANDONED, flow, gap.frame, "packets of it are missing");
            }
        }
    }

    /** Packets of it were lost: said once. */
    void report(final Flow flow, final Gap gap)
    {
        if (!gap.isReported && !gap.isExplained)
        {
            findings.add(FindingCode.PSN_GAP, flow, gap.frame, gap.describe());
        }
        gap.isReported = true;
    }
}
