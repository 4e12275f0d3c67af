package io.roce.tools.lint;

import io.roce.wire.Psn;

import java.util.concurrent.TimeUnit;

/** Why a request comes again, told by what came since it was sent last. */
final class RepeatCause
{
    /** How soon a sender reacts to a NAK, and a packet overtakes others. Timers are set to more in practice. */
    static final long PROMPT_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Within it an identical packet is a copy; identical means nothing more where the identification is always 0. */
    private static final long COPY_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private RepeatCause()
    {
    }

    /** Of a packet that is no copy; {@code before} is null where it is not known any more. */
    static FindingCode of(final Flow flow, final int psn, final SentPacket before, final long nowNs)
    {
        if (flow.repeatedPsn >= 0 && Psn.add(flow.repeatedPsn, 1) == psn)
        {
            return flow.repeatCause;
        }
        final long sentNs = before == null ? Long.MIN_VALUE : before.lastTimeNs;
        if (before != null && before.isRnrNaked)
        {
            return FindingCode.RETRANSMISSION_RNR;
        }
        if (isNakPrompt(flow, psn, sentNs, nowNs))
        {
            return FindingCode.RETRANSMISSION_NAK;
        }
        if (flow.impliedNakTimeNs >= sentNs && flow.impliedNakTimeNs != Long.MIN_VALUE &&
            nowNs - flow.impliedNakTimeNs <= PROMPT_NS && Psn.diff(psn, flow.impliedNakPsn) >= 0)
        {
            return FindingCode.RETRANSMISSION_IMPLIED_NAK;
        }
        return Psn.diff(psn, flow.acknowledgedPsn) <= 0 && (before == null || !before.isSkipped) ?
            FindingCode.RETRANSMISSION_ANSWERED : FindingCode.RETRANSMISSION_TIMEOUT;
    }

    /** Whether a NAK asked for it, after it was sent last and just before. */
    static boolean isNakPrompt(final Flow flow, final int psn, final long sentNs, final long nowNs)
    {
        return flow.nakTimeNs != Long.MIN_VALUE && flow.nakTimeNs >= sentNs && nowNs - flow.nakTimeNs <= PROMPT_NS &&
            Psn.diff(psn, flow.nakPsn) >= 0;
    }

    /** Whether it is the same packet twice, and nobody asked for it again. */
    static boolean isCopy(final Flow flow, final SentPacket before, final Sighting packet)
    {
        if (before.icrc != packet.icrc() || packet.icrc() == 0)
        {
            return false;
        }
        final boolean isAsked = before.isRnrNaked || before.isSkipped ||
            isNakPrompt(flow, packet.psn(), before.lastTimeNs, packet.timeNs()) ||
            flow.repeatedPsn >= 0 && Psn.add(flow.repeatedPsn, 1) == packet.psn();
        return packet.identification() != 0 ||
            !isAsked && packet.timeNs() - before.lastTimeNs <= COPY_NS;
    }
}
