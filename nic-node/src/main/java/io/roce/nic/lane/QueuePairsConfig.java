package io.roce.nic.lane;

import io.roce.nic.qp.NumberForm;
import io.roce.wire.Qpn;

/**
 * What the queue pairs of one lane are built from.
 *
 * @param firstQpn  first number of the pool.
 * @param lastQpn   last number of the pool.
 * @param maxQps    queue pairs that may live at once, at least 1.
 * @param qpns      how numbers are handed out and held back.
 * @param cacheSets sets of the QP cache, a power of two; 0 switches it off.
 * @param cacheWays handles in one set of the QP cache, a power of two.
 * @param isIpv6    whether the node's own address, and so every peer's, is one of IPv6.
 */
public record QueuePairsConfig(
    int firstQpn, int lastQpn, int maxQps, QpnPolicies qpns, int cacheSets, int cacheWays, boolean isIpv6)
{
    /** One for each number. */
    private static final int MAX_CACHE_HANDLES = Qpn.MASK + 1;

    /** @throws IllegalArgumentException naming what is out of range, its value and its bounds. */
    public QueuePairsConfig
    {
        require("firstQpn", firstQpn, Qpn.MIN_USER, Qpn.MAX_USER, NumberForm.HEX_24);
        require("lastQpn", lastQpn, firstQpn, Qpn.MAX_USER, NumberForm.HEX_24);
        require("maxQps", maxQps, 1, Qpn.MAX_USER - Qpn.MIN_USER + 1);
        require("cacheSets", cacheSets, 0, MAX_CACHE_HANDLES);
        if (cacheSets > 0)
        {
            requirePowerOfTwo("cacheSets", cacheSets);
            requirePowerOfTwo("cacheWays", cacheWays);
            require("cacheWays", cacheWays, 1, MAX_CACHE_HANDLES / cacheSets);
        }
    }

    private static void require(final String field, final long value, final long min, final long max)
    {
        require(field, value, min, max, NumberForm.DECIMAL);
    }

    private static void require(
        final String field, final long value, final long min, final long max, final NumberForm form)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException("%s is %s, outside %s to %s".formatted(
                field, form.format(value), form.format(min), form.format(max)));
        }
    }

    private static void requirePowerOfTwo(final String field, final int value)
    {
        if (Integer.bitCount(value) != 1)
        {
            throw new IllegalArgumentException(field + " is " + value + ", not a power of two");
        }
    }
}
