package io.roce.tools.levels;

import io.roce.nic.qp.QpTable;
import io.roce.tools.report.Confidence;
import io.roce.tools.report.Interval;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What a table takes of memory.
 *
 * @param bytes         for each seed.
 * @param pages         that there were, of all seeds together.
 * @param possiblePages that there can be.
 * @param pageLength    bytes of one.
 * @param expectedBytes by arithmetic.
 * @param levelsOther   loads for a number of which nothing is known, in the mean.
 */
record TableFigure(
    TableCell cell,
    double[] bytes,
    long pages,
    long possiblePages,
    double pageLength,
    double expectedBytes,
    double levelsOther)
{
    private static final int LINE = 64;
    private static final int PROBES = 4_096;
    private static final int NUMBERS = 1 << 24;

    static TableFigure of(final TableCell cell, final long[] seeds)
    {
        final double[] bytes = new double[seeds.length];
        long pages = 0;
        long possible = 1;
        double pageLength = 0;
        double expected = 0;
        long levels = 0;
        for (int i = 0; i < seeds.length; i++)
        {
            final SplittableRandom random = new SplittableRandom(seeds[i]);
            final int[] qpns = cell.layout().qpns(TableCell.FIRST_QPN, cell.pool(), cell.live(), random);
            try (QpTable table = cell.open(qpns))
            {
                bytes[i] = table.bytesCommitted();
                pages += table.pages();
                possible = cell.possiblePages(table.pageBits());
                // A page begins at a cache line, for which there is room.
                pageLength = (double)table.recordsPerPage() * table.recordLength() + LINE;
                expected = cell.expectedPages(table.pageBits()) * pageLength;
                for (int probe = 0; probe < PROBES; probe++)
                {
                    levels += table.levels(random.nextInt(NUMBERS));
                }
            }
        }
        return new TableFigure(
            cell, bytes, pages, possible, pageLength, expected, (double)levels / PROBES / seeds.length);
    }

    double meanBytes()
    {
        return Arrays.stream(bytes).average().orElseThrow();
    }

    double bytesEach()
    {
        return meanBytes() / cell.live();
    }

    /** The wider of Student's interval over the seeds and Wilson's, of the part of the pages that there are. */
    Interval interval(final Confidence confidence)
    {
        final long[] ones = new long[bytes.length];
        Arrays.fill(ones, 1);
        final Interval ofPages = confidence.wilson(pages, possiblePages * bytes.length);
        final double all = possiblePages * pageLength;
        return confidence.batches(bytes, ones).with(new Interval(ofPages.low() * all, ofPages.high() * all));
    }

    boolean agrees(final Confidence confidence)
    {
        return interval(confidence).widenedBy(expectedBytes * 1e-9).has(expectedBytes);
    }
}
