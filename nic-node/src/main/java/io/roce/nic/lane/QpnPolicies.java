package io.roce.nic.lane;

import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;

/**
 * How numbers are handed out and held back.
 *
 * @param quarantineCapNs  the time of {@code auto} when nothing else ends it: the peer's timeout is 0, it retries for
 *                         ever, or nothing is known of it.
 * @param packetLifetimeNs how long a packet may be on its way, for {@code auto}.
 */
public record QpnPolicies(
    AllocationOrder allocation,
    QuarantinePolicy quarantine,
    QuarantinePressure pressure,
    ResetHold resetHold,
    long quarantineCapNs,
    long packetLifetimeNs)
{
    /** @throws IllegalArgumentException beginning with the knob that is not set or out of range. */
    public QpnPolicies
    {
        requireSet("allocation", allocation);
        requireSet("quarantine", quarantine);
        requireSet("pressure", pressure);
        requireSet("resetHold", resetHold);
        requireTime("quarantineCapNs", quarantineCapNs);
        requireTime("packetLifetimeNs", packetLifetimeNs);
    }

    private static void requireSet(final String knob, final Object value)
    {
        if (value == null)
        {
            throw new IllegalArgumentException(knob + " must be set");
        }
    }

    private static void requireTime(final String knob, final long ns)
    {
        if (ns < 0 || ns > QuarantinePolicy.MAX_TIME_NS)
        {
            throw new IllegalArgumentException(
                knob + " is " + ns + ", outside 0 to " + QuarantinePolicy.MAX_TIME_NS);
        }
    }
}
