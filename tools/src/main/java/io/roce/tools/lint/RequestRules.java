package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;

/**
 * The PSNs of the requests of a connection: what is missing, comes again or out of order. A gap is settled when its
 * packets come, or never do: lost (sent again later), out of order, or missing in the capture alone.
 */
final class RequestRules
{
    /** Another sequence begins where the PSN jumps so far, rather than that so much is missing. */
    static final int NEW_SEQUENCE = 1 << 16;

    /** Frames before the first of a flow in which a damaged one may have been the first. */
    private static final int START_WINDOW = 8;

    private final Findings findings;
    private final MessageRules messages;
    private final GapRules gaps;
    private final UnansweredRules unanswered;
    private final Damage damage;

    RequestRules(final Findings findings, final Damage damage, final MessageRules messages, final GapRules gaps)
    {
        this.findings = findings;
        this.damage = damage;
        this.messages = messages;
        this.gaps = gaps;
        unanswered = new UnansweredRules(findings, damage);
    }

    /** The first packet of a flow. */
    void onFirst(final Flow flow, final Sighting packet)
    {
        if (!packet.opcode().isStart() && !damage.explains(
            flow.source, flow.destination, flow.destQp, packet.number() - START_WINDOW, 1))
        {
            findings.add(FindingCode.MESSAGE_START, flow, packet.number(), packet.opcode().name());
        }
        onNew(flow, packet);
    }

    /** Any other. */
    void onPacket(final Flow flow, final Sighting packet)
    {
        gaps.settleOld(flow, packet.timeNs());
        ReadRules.onFollowed(flow, packet.psn());
        final int ahead = Psn.diff(packet.psn(), flow.nextPsn);
        if (ahead == 0)
        {
            onNew(flow, packet);
        }
        else if (ahead > 0)
        {
            gaps.add(flow, new Gap(flow.nextPsn, ahead, packet,
                damage.explains(flow.source, flow.destination, flow.destQp, flow.lastFrame, ahead)));
            onNew(flow, packet);
        }
        else
        {
            onOld(flow, packet);
        }
    }

    /** The flow is over. */
    void onEnd(final Flow flow)
    {
        gaps.settleAll(flow);
        final SentPacket last = flow.sent.get(Psn.add(flow.nextPsn, -1));
        if (last != null && !last.opcode.isEnd() && flow.fatalNakPsn < 0 &&
            !damage.explains(flow.source, flow.destination, flow.destQp, last.lastFrame, 1))
        {
            findings.add(FindingCode.MESSAGE_ABANDONED, flow, last.firstFrame,
                "nothing follows " + last.opcode + " in the capture");
        }
        unanswered.onEnd(flow);
    }

    private void onNew(final Flow flow, final Sighting packet)
    {
        final SentPacket sent = newSent(flow, packet);
        messages.onRequest(flow, packet, flow.sent.get(Psn.add(packet.psn(), -1)), sent);
        flow.sent.put(sent);
        flow.nextPsn = Psn.add(packet.psn(), sent.psnCount);
        flow.repeatedPsn = -1;
    }

    private SentPacket newSent(final Flow flow, final Sighting packet)
    {
        final Opcode opcode = packet.opcode();
        final boolean wantsAnswer = flow.transport == TransportType.RC &&
            (packet.packet().bth().isAckRequest() || SentPacket.isFetch(opcode));
        final SentPacket sent = new SentPacket(packet, wantsAnswer);
        if (opcode == Opcode.RC_RDMA_READ_REQUEST && packet.isReadable(HeaderType.RETH))
        {
            sent.remaining = packet.packet().reth().dmaLength();
        }
        if (opcode == Opcode.RC_RDMA_READ_REQUEST)
        {
            ReadRules.onSent(flow, sent);
        }
        return sent;
    }

    private void onOld(final Flow flow, final Sighting packet)
    {
        final int psn = packet.psn();
        final Gap gap = flow.gaps.fill(psn);
        if (gap != null)
        {
            onMissing(flow, packet, gap);
            return;
        }

        final SentPacket before = flow.sent.get(psn);
        if (before != null && before.psn == psn && RepeatCause.isCopy(flow, before, packet))
        {
            findings.add(FindingCode.DUPLICATE, flow, packet.number(), "as frame " + before.lastFrame + ", " +
                packet.opcode() + " PSN " + Psn.format(psn));
        }
        else if (flow.transport == TransportType.UC || before == null && !flow.isAcknowledged)
        {
            findings.add(FindingCode.REORDERED, flow, packet.number(),
                packet.opcode() + " PSN " + Psn.format(psn) + " comes behind what was sent after it");
        }
        else
        {
            repeated(flow, packet, RepeatCause.of(flow, psn, before, packet.timeNs()));
        }
        onRepeat(flow, packet, before);
    }

    /** What is sent again is answered again: a READ with as many packets as are asked for. */
    private static void onRepeat(final Flow flow, final Sighting packet, final SentPacket before)
    {
        flow.repeats++;
        if (before == null)
        {
            return;
        }
        before.onSent(packet);
        before.transmissions++;
        before.isRnrNaked = false;
        if (before.isFetch())
        {
            flow.repeats += Psn.diff(before.lastPsn(), packet.psn());
            before.onRepeatedFetch(packet.psn());
        }
    }

    private void onMissing(final Flow flow, final Sighting packet, final Gap gap)
    {
        final boolean isPrompt = packet.timeNs() - gap.timeNs <= RepeatCause.PROMPT_NS;
        if (isPrompt && !gap.isNaked || flow.transport == TransportType.UC)
        {
            findings.add(FindingCode.REORDERED, flow, packet.number(), packet.opcode() + " PSN " +
                Psn.format(packet.psn()) + " comes behind frame " + gap.frame);
        }
        else
        {
            gaps.report(flow, gap);
            final boolean isNaked =
                isPrompt || RepeatCause.isNakPrompt(flow, packet.psn(), gap.timeNs, packet.timeNs());
            repeated(flow, packet,
                isNaked ? FindingCode.RETRANSMISSION_NAK : FindingCode.RETRANSMISSION_TIMEOUT);
        }
        final SentPacket sent = newSent(flow, packet);
        if (packet.opcode() == Opcode.RC_RDMA_READ_REQUEST)
        {
            ReadRules.onMissing(flow, sent);
        }
        sent.isAnswered = Psn.diff(packet.psn(), flow.acknowledgedPsn) <= 0;
        if (flow.earlyAnswerPsn == packet.psn())
        {
            sent.isAnswered = flow.isEarlyAnswerEnd;
            sent.nextAnswerPsn = Psn.add(packet.psn(), 1);
        }
        messages.onRequest(flow, packet, flow.sent.get(Psn.add(packet.psn(), -1)), sent);
        flow.sent.put(sent);
    }

    private void repeated(final Flow flow, final Sighting packet, final FindingCode cause)
    {
        findings.add(cause, flow, packet.number(), packet.opcode() + " PSN " + Psn.format(packet.psn()));
        flow.repeatedPsn = packet.psn();
        flow.repeatCause = cause;
    }
}
