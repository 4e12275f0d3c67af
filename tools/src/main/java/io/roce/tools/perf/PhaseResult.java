package io.roce.tools.perf;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.transport.Transport;

/**
 * What a phase has shown, at both ends.
 *
 * @param account of this end.
 * @param isCut   whether the user has ended it.
 */
record PhaseResult(
    PerfPlan plan,
    PerfPhase phase,
    MessageLayout layout,
    Measured measured,
    EndAccount account,
    ServedPhase served,
    boolean isCut)
{
    /** What was looked at at both ends. */
    Verification verification()
    {
        return measured.verification().plus(served.verification());
    }

    /** What part of the messages has not arrived, 0 to 1; of a WRITE what part of the packets. 0 for RC. */
    double lostPart()
    {
        final long sent = measured.count();
        if (plan.connection() == QpType.RC || sent == 0)
        {
            return 0;
        }
        if (phase.test() == PerfTest.LATENCY)
        {
            return (double)measured.unanswered() / sent;
        }
        final long due = served.received() == ServedPhase.UNKNOWN ? sent * plan.packets(phase.size()) : sent;
        final long arrived = served.received() == ServedPhase.UNKNOWN ?
            served.account().count(Fate.REQUEST_EXECUTED) : served.received();
        return Math.max(0, 1 - (double)arrived / due);
    }

    /** Messages a second that have arrived. */
    double messagesPerS()
    {
        return measured.count() * (1 - lostPart()) * Measured.NS_PER_S / Math.max(1, measured.elapsedNs());
    }

    /** Messages a second that have arrived, in the best stretch. */
    double peakPerS()
    {
        return measured.peakPerS() * (1 - lostPart());
    }

    /**
     * Packets that both ends have sent beyond the fewest that would have done: what was sent again, and what was said
     * about it. RC; 0 for others, which send nothing again.
     */
    long extraPackets()
    {
        if (plan.connection() != QpType.RC)
        {
            return 0;
        }
        final long perMessage = phase.test() == PerfTest.LATENCY && !plan.op().isFetch() ?
            2 * packetsPerMessage() : packetsPerMessage();
        return Math.max(
            0, account.sent() + served.account().sent() - measured.count() * perMessage);
    }

    /** NAKs of either end for want of a receive. */
    long rnrNaks()
    {
        return account.count(Fate.RNR_NAK) + served.account().count(Fate.RNR_NAK);
    }

    /** Packets of either end that did not leave, did not arrive, or were dropped on purpose where they did. */
    long lostPackets()
    {
        return account.lostOnTheWayTo(served.account()) + served.account().lostOnTheWayTo(account);
    }

    /** Requests and what answers them. */
    private long packetsPerMessage()
    {
        final long packets = plan.packets(phase.size());
        final long acknowledgements = (packets + Transport.PACKETS_PER_ACK - 1) / Transport.PACKETS_PER_ACK;
        return packets + (plan.op().isFetch() ? 1 : acknowledgements);
    }
}
