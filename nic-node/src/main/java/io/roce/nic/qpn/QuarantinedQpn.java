package io.roce.nic.qpn;

import java.util.Comparator;

/**
 * A number in quarantine, and what it waits for.
 *
 * @param remainingNs    until its time is over; 0 when it is.
 * @param remainingCount other numbers that must be handed out before it can be let out; 0 when it waits for the clock
 *                       alone.
 */
public record QuarantinedQpn(int qpn, long remainingNs, long remainingCount)
{
    /** As they are let out while nobody is in need of them: first those that the clock alone lets out. */
    public static final Comparator<QuarantinedQpn> AS_LET_OUT =
        Comparator.comparingLong(QuarantinedQpn::remainingCount).thenComparingLong(QuarantinedQpn::remainingNs);

    /** Whether it waits for the clock alone. */
    public boolean isTimeBound()
    {
        return remainingCount == 0;
    }
}
