package io.roce.nic.lane;

import io.roce.nic.error.NumberForm;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.QpTableKind;
import io.roce.wire.Qpn;

/**
 * What the queue pairs of one lane are built from.
 *
 * @param firstQpn  first number of the pool.
 * @param lastQpn   last number of the pool.
 * @param maxQps    queue pairs that may live at once, at least 1.
 * @param qpns      how numbers are handed out and held back.
 * @param table     how it gets from a number to its record.
 * @param ports     those that queue pairs may be at.
 */
public record QueuePairsConfig(
    int firstQpn, int lastQpn, int maxQps, QpnPolicies qpns, QpTableKind table, QpCacheConfig cache, Ports ports)
{
    /** @throws IllegalArgumentException naming what is out of range, its value and its bounds. */
    public QueuePairsConfig
    {
        require("firstQpn", firstQpn, Qpn.MIN_USER, Qpn.MAX_USER, NumberForm.HEX_24);
        require("lastQpn", lastQpn, firstQpn, Qpn.MAX_USER, NumberForm.HEX_24);
        require("maxQps", maxQps, 1, Qpn.MAX_USER - Qpn.MIN_USER + 1);
        if (table == null || cache == null || ports == null)
        {
            throw new IllegalArgumentException(
                (table == null ? "table" : cache == null ? "cache" : "ports") + " must be set");
        }
    }

    static void require(final String field, final long value, final long min, final long max)
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
}
