package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.opcode.TransportType;

/** Requests of RC that no answer has come for by the end of a flow. */
final class UnansweredRules
{
    private final Findings findings;
    private final Damage damage;

    UnansweredRules(final Findings findings, final Damage damage)
    {
        this.findings = findings;
        this.damage = damage;
    }

    void onEnd(final Flow flow)
    {
        if (flow.transport != TransportType.RC)
        {
            return;
        }

        SentPacket first = null;
        int count = 0;
        final int outstanding = Math.min(Psn.diff(flow.nextPsn, flow.acknowledgedPsn) - 1, Gaps.MAX_COUNT);
        for (int i = 1; i <= outstanding; i++)
        {
            final int psn = Psn.add(flow.acknowledgedPsn, i);
            final SentPacket sent = flow.sent.get(psn);
            if (sent != null && sent.isRnrNaked && sent.psn == psn)
            {
                findings.add(FindingCode.MESSAGE_ABANDONED, flow, sent.firstFrame,
                    sent.opcode + " was refused for want of a receive and not sent again");
            }
            else if (sent != null && sent.wantsAnswer && !sent.isAnswered && sent.lastPsn() == psn)
            {
                first = first == null ? sent : first;
                count++;
            }
        }
        if (first != null && !damage.explains(flow.destination, flow.source, flow.peerQp(), first.firstFrame, 1))
        {
            findings.add(FindingCode.UNANSWERED, flow, first.firstFrame,
                first.opcode + " PSN " + Psn.format(first.psn) + ", sent " + times(first.transmissions) +
                    (first.transmissions == 1 ? "" : ", last in frame " + first.lastFrame) +
                    (count == 1 ? "" : "; and " + (count - 1) + " behind it"));
        }
    }

    private static String times(final int count)
    {
        return count == 1 ? "once" : count + " times";
    }
}
