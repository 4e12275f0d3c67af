package io.roce.nic.qp;

/**
 * How the numbers of one cell of the table's map are used: a run of a power of two that begins at a multiple of itself,
 * whatever pages it is on.
 *
 * @param firstQpn    its first number.
 * @param live        numbers of live queue pairs.
 * @param quarantined numbers held back, or not yet let out.
 */
public record QpCellFigures(int firstQpn, int live, int quarantined)
{
    /** The same cell where another lane has numbers of it too. */
    public QpCellFigures plus(final QpCellFigures other)
    {
        return new QpCellFigures(firstQpn, live + other.live, quarantined + other.quarantined);
    }
}
