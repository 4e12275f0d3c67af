package io.roce.tools.lint;

import io.roce.tools.cli.Addresses;
import io.roce.wire.Psn;

import java.net.InetAddress;

/** Answers to no request that the capture has, so far: the first of a connection may come behind its answer. */
final class UnmatchedAnswers
{
    private static final int REMEMBERED = 16;

    private final Answer[] answers = new Answer[REMEMBERED];
    private final Findings findings;
    private final Damage damage;
    private int count;

    UnmatchedAnswers(final Findings findings, final Damage damage)
    {
        this.findings = findings;
        this.damage = damage;
    }

    /** @param isAnyRequest whether the capture has requests the other way at all. */
    void onAnswer(final Sighting packet, final boolean isAnyRequest)
    {
        answers[count++ % REMEMBERED] = new Answer(
            packet.source(), packet.destination(), packet.destQp(), packet.psn(), packet.opcode().isEnd(),
            packet.timeNs());
        if (!damage.explains(packet.destination(), packet.source(), Conversation.UNKNOWN, 0, 1))
        {
            findings.add(FindingCode.RESPONSE_UNMATCHED, packet, packet.opcode() + " PSN " +
                Psn.format(packet.psn()) + (isAnyRequest ?
                    "" : ", and no request from " + Addresses.format(packet.destination())));
        }
    }

    /** The first request of a flow. */
    void onFirst(final Flow flow, final Sighting packet)
    {
        for (final Answer answer : answers)
        {
            if (answer != null && answer.source.equals(flow.destination) &&
                answer.destination.equals(flow.source) && answer.psn == packet.psn() &&
                packet.timeNs() - answer.timeNs <= RepeatCause.PROMPT_NS)
            {
                findings.add(FindingCode.REORDERED, flow, packet.number(),
                    packet.opcode() + " PSN " + Psn.format(packet.psn()) + " comes behind its answer");
                final SentPacket sent = flow.sent.get(packet.psn());
                sent.isAnswered = answer.isEnd;
                sent.isAwaited = !answer.isEnd;
                sent.nextAnswerPsn = Psn.add(packet.psn(), 1);
                flow.peerQp(answer.destQp);
                flow.acknowledgedPsn = packet.psn();
                flow.isAcknowledged = true;
                return;
            }
        }
    }

    private record Answer(
        InetAddress source, InetAddress destination, int destQp, int psn, boolean isEnd, long timeNs)
    {
    }
}
