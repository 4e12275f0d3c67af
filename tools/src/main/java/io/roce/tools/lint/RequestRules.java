package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;

import java.util.concurrent.TimeUnit;

/**
 * The PSNs of the requests of a connection: what is missing, comes again or out of order, and why. A gap is settled
 * when its packets come, or never do: lost (sent again later), out of order, or missing in the capture alone.
 */
final class RequestRules
{
    /** Another sequence begins where the PSN jumps so far, rather than that so much is missing. */
    static final int NEW_SEQUENCE = 1 << 16;

    /** How soon a sender reacts to a NAK, and a packet overtakes others. Timers are set to more in practice. */
    static final long PROMPT_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Within it an identical packet is a copy; identical means nothing more where the identification is always 0. */
    private static final long COPY_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** After that a gap is settled, though its packets may be sent again: timers of more are not set in practice. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** Packets behind a gap by which one of UC that was overtaken would have come. */
    private static final int UC_WINDOW = 16;

    /** Frames before the first of a flow in which a damaged one may have been the first. */
    private static final int START_WINDOW = 8;

    private static final int MIN_PATH_MTU = 256;
    private static final int MAX_PATH_MTU = 4096;

    private final Findings findings;
    private final MessageRules messages;
    private final Damage damage;

    RequestRules(final Findings findings, final Damage damage)
    {
        this.findings = findings;
        this.damage = damage;
        messages = new MessageRules(findings);
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
        settleOld(flow, packet.timeNs());
        final int ahead = Psn.diff(packet.psn(), nextPsn(flow, packet.psn()));
        if (ahead == 0)
        {
            onNew(flow, packet);
        }
        else if (ahead > 0)
        {
            final Gap gap = new Gap(Psn.add(packet.psn(), -ahead), ahead, packet,
                damage.explains(flow.source, flow.destination, flow.destQp, flow.lastFrame, ahead));
            final Gap oldest = flow.gaps.add(gap);
            if (oldest != null)
            {
                settle(flow, oldest);
            }
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
        for (Gap gap = flow.gaps.poll(); gap != null; gap = flow.gaps.poll())
        {
            settle(flow, gap);
        }
        final SentPacket last = flow.sent.get(Psn.add(flow.nextPsn, -1));
        if (last != null && !last.opcode.isEnd() && flow.fatalNakPsn < 0 &&
            !damage.explains(flow.source, flow.destination, flow.destQp, last.lastFrame, 1))
        {
            findings.add(FindingCode.MESSAGE_ABANDONED, flow, last.firstFrame,
                "nothing follows " + last.opcode + " in the capture");
        }
        unanswered(flow);
    }

    /** How many PSNs a READ takes is known with the path MTU. */
    static void onPathMtu(final Flow flow, final SentPacket read)
    {
        if (read.remaining != SentPacket.UNKNOWN)
        {
            onPsnCount(flow, read, packets(read.remaining, flow.pathMtu));
        }
    }

    /** The length of a READ whose path MTU is not known is told by the PSN that follows it. */
    private static int nextPsn(final Flow flow, final int psn)
    {
        final SentPacket last = flow.sent.get(Psn.add(flow.nextPsn, -1));
        if (last == null || last.opcode != Opcode.RC_RDMA_READ_REQUEST || last.isAnswered)
        {
            return flow.nextPsn;
        }
        if (last.remaining == SentPacket.UNKNOWN)
        {
            return Psn.diff(psn, flow.nextPsn) > 0 ? psn : flow.nextPsn;
        }
        if (flow.pathMtu != 0 || last.remaining <= MIN_PATH_MTU)
        {
            return flow.nextPsn;
        }
        for (int mtu = MIN_PATH_MTU; mtu <= MAX_PATH_MTU; mtu <<= 1)
        {
            final int count = packets(last.remaining, mtu);
            if (Psn.add(last.psn, count) == psn)
            {
                onPsnCount(flow, last, count);
                return psn;
            }
        }
        return flow.nextPsn;
    }

    private static void onPsnCount(final Flow flow, final SentPacket read, final int count)
    {
        if (count > read.psnCount)
        {
            final boolean isLast = flow.nextPsn == Psn.add(read.psn, read.psnCount);
            read.psnCount = count;
            flow.sent.put(read);
            flow.nextPsn = isLast ? Psn.add(read.psn, count) : flow.nextPsn;
        }
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
            sent.psnCount = packets(sent.remaining, flow.pathMtu == 0 ? MAX_PATH_MTU : flow.pathMtu);
        }
        return sent;
    }

    static int packets(final long length, final int pathMtu)
    {
        return (int)Math.min(RequestRules.NEW_SEQUENCE, Math.max(1, (length + pathMtu - 1) / pathMtu));
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
        if (before != null && before.psn == psn && isCopy(flow, before, packet))
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
            repeated(flow, packet, cause(flow, psn, before, packet.timeNs()));
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
        final boolean isPrompt = packet.timeNs() - gap.timeNs <= PROMPT_NS;
        if (isPrompt && !gap.isNaked || flow.transport == TransportType.UC)
        {
            findings.add(FindingCode.REORDERED, flow, packet.number(), packet.opcode() + " PSN " +
                Psn.format(packet.psn()) + " comes behind frame " + gap.frame);
        }
        else
        {
            report(flow, gap);
            repeated(flow, packet, isPrompt || isNakPrompt(flow, packet.psn(), gap.timeNs, packet.timeNs()) ?
                FindingCode.RETRANSMISSION_NAK : FindingCode.RETRANSMISSION_TIMEOUT);
        }
        final SentPacket sent = newSent(flow, packet);
        if (sent.remaining != SentPacket.UNKNOWN)
        {
            // A READ: the PSNs of its answer were missing with it.
            final int count = packets(sent.remaining, flow.pathMtu == 0 ? MIN_PATH_MTU : flow.pathMtu);
            for (int i = 1; i < count && flow.gaps.fill(Psn.add(packet.psn(), i)) != null; i++)
            {
                sent.psnCount = i + 1;
            }
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

    private static FindingCode cause(final Flow flow, final int psn, final SentPacket before, final long nowNs)
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

    private static boolean isNakPrompt(final Flow flow, final int psn, final long sentNs, final long nowNs)
    {
        return flow.nakTimeNs != Long.MIN_VALUE && flow.nakTimeNs >= sentNs && nowNs - flow.nakTimeNs <= PROMPT_NS &&
            Psn.diff(psn, flow.nakPsn) >= 0;
    }

    private static boolean isCopy(final Flow flow, final SentPacket before, final Sighting packet)
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

    /** Nobody waits for a packet for ever: of UC nothing is sent again, and of RC not so late. */
    private void settleOld(final Flow flow, final long nowNs)
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

    private void settle(final Flow flow, final Gap gap)
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

    private void report(final Flow flow, final Gap gap)
    {
        if (!gap.isReported && !gap.isExplained)
        {
            findings.add(FindingCode.PSN_GAP, flow, gap.frame, gap.describe());
        }
        gap.isReported = true;
    }

    private void unanswered(final Flow flow)
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
