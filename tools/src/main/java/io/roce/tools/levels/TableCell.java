package io.roce.tools.levels;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Numbers;

/**
 * One cell of the study.
 *
 * @param pool numbers that the table is for.
 */
record TableCell(QpTableKind kind, Layout layout, int pool, int live)
{
    static final int FIRST_QPN = NicNodeConfig.FIRST_QPN_DEFAULT;

    /** A table in which these live. */
    QpTable open(final int[] qpns)
    {
        final QpTable table;
        try
        {
            table = kind.open(FIRST_QPN, FIRST_QPN + pool - 1);
        }
        catch (final IllegalArgumentException e)
        {
            throw new CommandFailedException("a " + kind.label() + " table cannot be had: " + e.getMessage(), e);
        }
        for (int i = 0; i < qpns.length; i++)
        {
            if (!table.install(qpns[i], QpType.RC, i + 1, 0))
            {
                table.close();
                throw new CommandFailedException(
                    "there is no memory for " + Numbers.count(live) + " queue pairs in a " + kind.label() +
                        " table; ROCE_JAVA_OPTS=-XX:MaxDirectMemorySize=2g gives it more");
            }
        }
        return table;
    }

    /** Pages that have a number of the pool. */
    long possiblePages(final int pageBits)
    {
        return kind == QpTableKind.FLAT ? 1 :
            (FIRST_QPN + pool - 1L >>> pageBits) - (FIRST_QPN >>> pageBits) + 1;
    }

    /** Pages that there are, in the mean over all ways in which the numbers can lie. */
    double expectedPages(final int pageBits)
    {
        if (kind == QpTableKind.FLAT)
        {
            return 1;
        }
        final int firstPage = FIRST_QPN >>> pageBits;
        if (layout == Layout.DENSE)
        {
            return (FIRST_QPN + live - 1 >>> pageBits) - firstPage + 1;
        }
        double pages = 0;
        for (int page = firstPage; page <= FIRST_QPN + pool - 1 >>> pageBits; page++)
        {
            final int from = Math.max(FIRST_QPN, page << pageBits);
            final int to = Math.min(FIRST_QPN + pool, page + 1 << pageBits);
            pages += 1 - unused(to - from);
        }
        return pages;
    }

    /** How likely none of so many numbers lives, of all the ways to choose those that do. */
    private double unused(final int numbers)
    {
        if (live > pool - numbers)
        {
            return 0;
        }
        double log = 0;
        for (int i = 0; i < numbers; i++)
        {
            log += Math.log((double)(pool - live - i) / (pool - i));
        }
        return Math.exp(log);
    }
}
