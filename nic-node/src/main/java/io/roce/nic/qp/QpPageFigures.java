package io.roce.nic.qp;

/**
 * How the numbers of one page are used.
 *
 * @param firstQpn    number of its first record.
 * @param records     records in it, one for each number from there on.
 * @param live        numbers of live queue pairs.
 * @param quarantined numbers held back, or not yet let out.
 */
public record QpPageFigures(int firstQpn, int records, int live, int quarantined)
{
    /** The same page where another lane has numbers of it too. */
    public QpPageFigures plus(final QpPageFigures other)
    {
        return new QpPageFigures(firstQpn, records, live + other.live, quarantined + other.quarantined);
    }

    /** Records of nobody; among them those of reserved numbers and of numbers outside the node's pool. */
    public int free()
    {
        return records - live - quarantined;
    }
}
