package io.roce.tools.reuse;

import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;

/**
 * One cell of the study: all that is chosen.
 *
 * @param pool       numbers.
 * @param pressure   queue pairs that live in the mean, as a part of the pool, if none were refused.
 * @param churn      queue pairs that are asked for in a second, in the mean.
 * @param peers      addresses that peers have, each as likely as the others for a new connection.
 * @param psnBits    bits of their first PSN that connections draw; the others are the same for all.
 * @param packet     what stale packets ask for.
 * @param delay      how long after the end of its connection a stale packet arrives.
 */
record Scenario(
    int pool,
    double pressure,
    double churn,
    int peers,
    int psnBits,
    StalePacket packet,
    Sender sender,
    Delay delay,
    Comeback comeback,
    AllocationOrder order,
    QuarantinePolicy quarantine)
{
    static final int MAX_PSN_BITS = 24;

    /** Seconds that a queue pair lives in the mean. */
    double lifetime()
    {
        return pressure * pool / churn;
    }

    /** Seconds for which a number is held back at least. */
    double hold()
    {
        return quarantine.timeNs() / 1e9;
    }

    /** Queue pairs at the start; all that there are where they go through RESET. */
    int startLive()
    {
        return Math.max(1, (int)Math.round(pressure * pool));
    }

    /** Bits of the PSN that the sender draws. */
    int guessedPsnBits()
    {
        return Math.min(MAX_PSN_BITS, psnBits + sender.morePsnBits());
    }

    /** Addresses that the sender draws from. */
    int guessedPeers()
    {
        return peers * sender.addressesPerPeer();
    }

    Scenario pool(final int other)
    {
        return new Scenario(
            other, pressure, churn, peers, psnBits, packet, sender, delay, comeback, order, quarantine);
    }

    Scenario pressure(final double other)
    {
        return new Scenario(
            pool, other, churn, peers, psnBits, packet, sender, delay, comeback, order, quarantine);
    }

    Scenario churn(final double other)
    {
        return new Scenario(
            pool, pressure, other, peers, psnBits, packet, sender, delay, comeback, order, quarantine);
    }

    Scenario psnBits(final int other)
    {
        return new Scenario(
            pool, pressure, churn, peers, other, packet, sender, delay, comeback, order, quarantine);
    }

    Scenario packet(final StalePacket other)
    {
        return new Scenario(
            pool, pressure, churn, peers, psnBits, other, sender, delay, comeback, order, quarantine);
    }

    Scenario sender(final Sender other)
    {
        return new Scenario(
            pool, pressure, churn, peers, psnBits, packet, other, delay, comeback, order, quarantine);
    }

    Scenario delay(final Delay other)
    {
        return new Scenario(
            pool, pressure, churn, peers, psnBits, packet, sender, other, comeback, order, quarantine);
    }

    Scenario comeback(final Comeback other)
    {
        return new Scenario(
            pool, pressure, churn, peers, psnBits, packet, sender, delay, other, order, quarantine);
    }

    Scenario order(final AllocationOrder other)
    {
        return new Scenario(
            pool, pressure, churn, peers, psnBits, packet, sender, delay, comeback, other, quarantine);
    }

    Scenario quarantine(final QuarantinePolicy other)
    {
        return new Scenario(
            pool, pressure, churn, peers, psnBits, packet, sender, delay, comeback, order, other);
    }

    /** A time in seconds, held back in whole nanoseconds; none for 0. */
    Scenario holdFor(final double seconds)
    {
        return quarantine(QuarantinePolicy.ofTime(Math.round(seconds * 1e9)));
    }
}
