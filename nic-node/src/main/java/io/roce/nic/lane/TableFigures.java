package io.roce.nic.lane;

/**
 * The QP table at one moment.
 *
 * @param kind           {@code flat}, {@code two-level} or {@code three-level}.
 * @param levels         loads from a number to the address of its record.
 * @param sparePages     pages kept for the next one that comes.
 * @param bytesCommitted of the pages and the spare ones.
 * @param bytesBound     what they can come to, as much memory as there is now.
 * @param live           queue pairs.
 * @param quarantined    numbers held back.
 * @param maxQps         queue pairs that may live at once.
 * @param firstQpn       first number of the pool.
 * @param lastQpn        last number of the pool.
 */
public record TableFigures(
    String kind,
    int levels,
    int pages,
    int sparePages,
    int recordsPerPage,
    int recordLength,
    long bytesCommitted,
    long bytesBound,
    int live,
    int quarantined,
    int maxQps,
    int firstQpn,
    int lastQpn)
{
    /** The same with the table of the next lane; what all of them can come to is the memory of one process. */
    TableFigures plus(final TableFigures next)
    {
        return new TableFigures(
            kind,
            levels,
            pages + next.pages,
            sparePages + next.sparePages,
            recordsPerPage,
            recordLength,
            bytesCommitted + next.bytesCommitted,
            bytesBound + next.bytesCommitted,
            live + next.live,
            quarantined + next.quarantined,
            maxQps,
            firstQpn,
            next.lastQpn);
    }
}
