package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.header.AethFlyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.NakCode;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;

/** What answers say, and whether they fit what was asked for. */
final class AnswerRules
{
    private final Findings findings;
    private final MessageRules messages;
    private final Damage damage;
    private final GapRules gaps;
    private final ReadRules reads;

    AnswerRules(
        final Findings findings,
        final Damage damage,
        final MessageRules messages,
        final GapRules gaps,
        final ReadRules reads)
    {
        this.findings = findings;
        this.damage = damage;
        this.messages = messages;
        this.gaps = gaps;
        this.reads = reads;
    }

    /** An answer to a request of this flow. */
    void onPacket(final Flow flow, final Sighting packet)
    {
        flow.peerQp(packet.destQp());
        flow.answerPort = packet.sourcePort();
        final int psn = packet.psn();
        if (packet.opcode() == Opcode.RC_ACKNOWLEDGE)
        {
            if (packet.isReadable(HeaderType.AETH))
            {
                onAcknowledge(flow, packet, psn);
            }
            return;
        }

        messages.pathMtu(flow, packet, packet.opcode(), packet.payloadLength());
        if (packet.opcode() != Opcode.RC_ATOMIC_ACKNOWLEDGE)
        {
            reads.onAnswer(flow, packet);
        }
        onUnsent(flow, packet, psn);
        final SentPacket request = flow.sent.get(psn);
        if (request == null)
        {
            flow.earlyAnswerPsn = psn;
            flow.isEarlyAnswerEnd = packet.opcode().isEnd();
            return;
        }
        if (!request.isFetch() || isAtomic(request.opcode) != (packet.opcode() == Opcode.RC_ATOMIC_ACKNOWLEDGE))
        {
            findings.add(FindingCode.RESPONSE_SEQUENCE, flow, packet.number(),
                packet.opcode() + " for " + request.opcode + " of frame " + request.firstFrame);
            return;
        }
        onFetched(flow, packet, request);
    }

    /** The flow is over. */
    void onEnd(final Flow flow)
    {
        for (Gap gap = flow.answerGaps.poll(); gap != null; gap = flow.answerGaps.poll())
        {
            report(flow, gap);
        }
    }

    private void onAcknowledge(final Flow flow, final Sighting packet, final int psn)
    {
        final AethFlyweight aeth = packet.packet().aeth();
        final int syndrome = aeth.syndrome();
        if (Syndrome.isAck(syndrome))
        {
            onUnsent(flow, packet, psn);
            final boolean isNews = Psn.diff(psn, flow.acknowledgedPsn) > 0;
            if (!isNews)
            {
                onOldAcknowledge(flow, packet, psn);
            }
            acknowledge(flow, packet, psn);
        }
        else if (Syndrome.isRnrNak(syndrome))
        {
            findings.add(FindingCode.RNR_NAK, flow, packet.number(),
                "PSN " + Psn.format(psn) + ", timer " + Syndrome.value(syndrome));
            acknowledge(flow, packet, Psn.add(psn, -1));
            final SentPacket refused = flow.sent.get(psn);
            if (refused != null)
            {
                refused.isRnrNaked = true;
                refused.isAwaited = false;
            }
        }
        else if (Syndrome.isNak(syndrome))
        {
            onNak(flow, packet, psn, NakCode.get(Syndrome.value(syndrome)), syndrome);
        }
        else
        {
            findings.add(FindingCode.SYNDROME_RESERVED, flow, packet.number(), String.format("0x%02x", syndrome));
        }
    }

    private void onNak(
        final Flow flow, final Sighting packet, final int psn, final NakCode nakCode, final int syndrome)
    {
        findings.add(code(nakCode), flow, packet.number(),
            "PSN " + Psn.format(psn) + (code(nakCode) == FindingCode.NAK_RESERVED ?
                ", " + Syndrome.describe(syndrome) : ""));
        acknowledge(flow, packet, Psn.add(psn, -1));
        if (nakCode == NakCode.PSN_SEQUENCE)
        {
            flow.nakPsn = psn;
            flow.nakTimeNs = packet.timeNs();
            for (final Gap gap : flow.gaps.open())
            {
                gap.isNaked |= Psn.diff(gap.lastPsn(), psn) >= 0;
            }
            return;
        }

        // The queue pair has failed: what was under way is answered by that.
        flow.fatalNakPsn = psn;
        for (int at = psn; Psn.diff(at, flow.nextPsn) < 0 && Psn.diff(at, psn) < Gaps.MAX_COUNT; at = Psn.add(at, 1))
        {
            final SentPacket sent = flow.sent.get(at);
            if (sent != null)
            {
                sent.isAnswered = true;
                sent.isAwaited = false;
            }
        }
    }

    private static FindingCode code(final NakCode nakCode)
    {
        if (nakCode == null)
        {
            return FindingCode.NAK_RESERVED;
        }
        return switch (nakCode)
        {
            case PSN_SEQUENCE -> FindingCode.NAK_PSN_SEQUENCE;
            case INVALID_REQUEST -> FindingCode.NAK_INVALID_REQUEST;
            case REMOTE_ACCESS -> FindingCode.NAK_REMOTE_ACCESS;
            case REMOTE_OPERATIONAL -> FindingCode.NAK_REMOTE_OPERATIONAL;
            case INVALID_RD_REQUEST -> FindingCode.NAK_RESERVED;
        };
    }

    /** An ACK that acknowledges nothing new: a duplicate is acknowledged again, and anything else is one itself. */
    private void onOldAcknowledge(final Flow flow, final Sighting packet, final int psn)
    {
        final SentPacket sent = flow.sent.get(psn);
        if (sent != null)
        {
            sent.isAwaited = false;
        }
        if (flow.repeats > 0)
        {
            flow.repeats--;
            return;
        }
        if (sent != null && sent.isAnswered && flow.isAcknowledged)
        {
            findings.add(FindingCode.DUPLICATE, flow, packet.number(), "ACK PSN " + Psn.format(psn));
        }
        else if (sent != null)
        {
            findings.add(FindingCode.REORDERED, flow, packet.number(),
                "ACK PSN " + Psn.format(psn) + " comes behind that of " + Psn.format(flow.acknowledgedPsn));
            sent.isAnswered = true;
        }
    }

    /** Answers to what the capture does not have: it was sent, and comes later here or not at all. */
    private void onUnsent(final Flow flow, final Sighting packet, final int psn)
    {
        if (packet.opcode().isStart())
        {
            ReadRules.onFollowed(flow, psn);
        }
        final int ahead = Psn.diff(psn, flow.nextPsn);
        if (ahead < 0)
        {
            return;
        }
        if (packet.opcode().isStart())
        {
            final Gap gap = new Gap(flow.nextPsn, ahead + 1, packet,
                damage.explains(flow.source, flow.destination, flow.destQp, flow.lastFrame, 1));
            gap.isAcknowledged = true;
            gaps.add(flow, gap);
        }
        flow.nextPsn = Psn.add(psn, 1);
    }

    /** Everything up to this PSN has arrived. READs and atomics among it that have no answer are asked for again. */
    private void acknowledge(final Flow flow, final Sighting packet, final int psn)
    {
        final int news = Psn.diff(psn, flow.acknowledgedPsn);
        if (news <= 0)
        {
            return;
        }
        for (int i = 1; i <= Math.min(news, Gaps.MAX_COUNT); i++)
        {
            final int at = Psn.add(flow.acknowledgedPsn, i);
            final SentPacket sent = flow.sent.get(at);
            if (sent != null && !sent.isFetch())
            {
                sent.isAwaited = false;
            }
            else if (sent != null && !sent.isAnswered && !sent.isSkipped && Psn.diff(psn, sent.lastPsn()) >= 0)
            {
                onSkipped(flow, packet, sent);
            }
        }
        for (final Gap gap : flow.gaps.open())
        {
            gap.isAcknowledged |= Psn.diff(psn, gap.firstPsn) >= 0;
        }
        final SentPacket last = flow.sent.get(psn);
        if (last != null && !last.isFetch())
        {
            last.isAnswered = true;
        }
        flow.acknowledgedPsn = psn;
        flow.isAcknowledged = true;
    }

    private void onSkipped(final Flow flow, final Sighting packet, final SentPacket fetch)
    {
        onImpliedNak(flow, packet, fetch.nextAnswerPsn);
        final int missing = Psn.diff(fetch.lastPsn(), fetch.nextAnswerPsn) + 1;
        if (missing > 0)
        {
            addGap(flow, packet, fetch, missing);
        }
        fetch.isSkipped = true;
    }

    private void addGap(final Flow flow, final Sighting packet, final SentPacket fetch, final int count)
    {
        final Gap oldest = flow.answerGaps.add(new Gap(fetch.nextAnswerPsn, count, packet,
            damage.explains(flow.destination, flow.source, flow.peerQp(), fetch.lastFrame, count)));
        if (oldest != null)
        {
            report(flow, oldest);
        }
    }

    private void onFetched(final Flow flow, final Sighting packet, final SentPacket request)
    {
        final int psn = packet.psn();
        if (!request.isRepeat && flow.answerGaps.fill(psn) != null)
        {
            findings.add(FindingCode.REORDERED, flow, packet.number(),
                packet.opcode() + " PSN " + Psn.format(psn) + " comes behind others");
            return;
        }

        final int ahead = Psn.diff(psn, request.nextAnswerPsn);
        if (ahead < 0)
        {
            onOldFetched(flow, packet, psn);
            return;
        }
        if (ahead > 0)
        {
            addGap(flow, packet, request, ahead);
            onImpliedNak(flow, packet, request.nextAnswerPsn);
        }
        if (Psn.diff(request.psn, flow.acknowledgedPsn) > 1)
        {
            acknowledge(flow, packet, Psn.add(request.psn, -1));
        }
        kindAndLength(flow, packet, request);
        request.nextAnswerPsn = Psn.add(psn, 1);
        request.isAnswered |= packet.opcode().isEnd();
        request.isAwaited &= !packet.opcode().isEnd();
        if (Psn.diff(psn, flow.acknowledgedPsn) > 0)
        {
            flow.acknowledgedPsn = psn;
            flow.isAcknowledged = true;
        }
    }

    private void onOldFetched(final Flow flow, final Sighting packet, final int psn)
    {
        if (flow.repeats > 0)
        {
            flow.repeats--;
        }
        else
        {
            findings.add(FindingCode.DUPLICATE, flow, packet.number(), packet.opcode() + " PSN " + Psn.format(psn));
        }
    }

    private static void onImpliedNak(final Flow flow, final Sighting packet, final int psn)
    {
        flow.impliedNakPsn = psn;
        flow.impliedNakTimeNs = packet.timeNs();
    }

    private void kindAndLength(final Flow flow, final Sighting packet, final SentPacket request)
    {
        final Opcode opcode = packet.opcode();
        final int psn = packet.psn();
        if (request.opcode != Opcode.RC_RDMA_READ_REQUEST || request.remaining == SentPacket.UNKNOWN)
        {
            return;
        }

        final boolean isFirst = psn == request.psn;
        final int mtu = flow.pathMtu;
        final int index = Psn.diff(psn, request.psn);
        if (mtu == 0)
        {
            unknownMtu(flow, packet, request, index);
            return;
        }
        final int count = ReadRules.packets(request.remaining, mtu);
        final boolean isLast = index == count - 1;
        if (!request.isRepeat && isFirst != opcode.isStart() || isLast != opcode.isEnd())
        {
            findings.add(FindingCode.RESPONSE_SEQUENCE, flow, packet.number(), opcode + " as packet " + (index + 1) +
                " of " + count + " for the READ of frame " + request.firstFrame);
        }
        else if (isLast && packet.payloadLength() != request.remaining - (long)index * mtu)
        {
            findings.add(FindingCode.RESPONSE_SEQUENCE, flow, packet.number(), opcode + " of " +
                packet.payloadLength() + " bytes, " + (request.remaining - (long)index * mtu) + " are left");
        }
    }

    /** The end of an answer that has told no path MTU: it is all of it, or does not fit the READ. */
    private void unknownMtu(final Flow flow, final Sighting packet, final SentPacket request, final int index)
    {
        final Opcode opcode = packet.opcode();
        if (opcode.isEnd() && (index != 0 || !opcode.isStart() || packet.payloadLength() != request.remaining))
        {
            findings.add(FindingCode.RESPONSE_SEQUENCE, flow, packet.number(), opcode + " of " +
                packet.payloadLength() + " bytes as packet " + (index + 1) + " for the READ of " + request.remaining +
                " bytes of frame " + request.firstFrame);
        }
    }

    private void report(final Flow flow, final Gap gap)
    {
        if (!gap.isExplained && !gap.isReported)
        {
            findings.add(FindingCode.RESPONSE_GAP, flow, gap.frame, gap.describe());
        }
        gap.isReported = true;
    }

    private static boolean isAtomic(final Opcode opcode)
    {
        return opcode == Opcode.RC_COMPARE_SWAP || opcode == Opcode.RC_FETCH_ADD;
    }
}
