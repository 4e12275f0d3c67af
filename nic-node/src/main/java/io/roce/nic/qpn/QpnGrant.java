package io.roce.nic.qpn;

/**
 * The answer to a request for numbers.
 *
 * @param isGranted whether the array is filled.
 * @param yielding  entries of the numbers at its end that are in quarantine until {@link QpnPool#giveUp}: the free ones
 *                  were too few.
 * @param retryInNs when not granted: until the same request can be; {@link #NEVER} when no time brings that about.
 */
public record QpnGrant(boolean isGranted, int[] yielding, long retryInNs)
{
    public static final long NEVER = -1;

    private static final int[] NOTHING = {};

    static QpnGrant granted(final int... yielding)
    {
        return new QpnGrant(true, yielding, 0);
    }

    static QpnGrant refused(final long retryInNs)
    {
        return new QpnGrant(false, NOTHING, retryInNs);
    }
}
