package io.roce.nic.qpn;

/**
 * A number in quarantine, and what it waits for.
 *
 * @param remainingNs    until its time is over; 0 when it is.
 * @param remainingCount other numbers that must be handed out before it is let out; 0 when it waits for the clock alone.
 */
public record QuarantinedQpn(int qpn, long remainingNs, long remainingCount) implements Comparable<QuarantinedQpn>
{
    /** Whether the clock alone lets it out. */
    public boolean isTimeBound()
    {
        return remainingCount == 0;
    }

    /** Those that the clock alone lets out come first. */
    @Override
    public int compareTo(final QuarantinedQpn other)
    {
        final int byCount = Long.compare(remainingCount, other.remainingCount);
        return byCount != 0 ? byCount : Long.compare(remainingNs, other.remainingNs);
    }
}
