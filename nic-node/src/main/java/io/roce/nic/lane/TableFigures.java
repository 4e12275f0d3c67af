package io.roce.nic.lane;

/**
 * The QP table at one moment.
 *
 * @param kind        {@code two-level}.
 * @param live        queue pairs.
 * @param quarantined numbers held back.
 * @param maxQps      queue pairs that may live at once.
 * @param firstQpn    first number of the pool.
 * @param lastQpn     last number of the pool.
 */
public record TableFigures(
    String kind,
    int levels,
    int pages,
    int recordsPerPage,
    int recordLength,
    long bytesCommitted,
    int live,
    int quarantined,
    int maxQps,
    int firstQpn,
    int lastQpn)
{
}
