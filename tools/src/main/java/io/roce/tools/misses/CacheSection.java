package io.roce.tools.misses;

import java.util.ArrayList;
import java.util.List;

/**
 * Cells that answer one question: curves over the number of active queue pairs.
 *
 * @param id as in CSV and in names of files.
 */
record CacheSection(String id, String title, String question, List<Curve> curves)
{
    CacheSection(final String id, final String title, final String question)
    {
        this(id, title, question, new ArrayList<>());
    }

    CacheSection curve(final CacheShape shape, final Workload workload, final int[] active, final double exponent)
    {
        final List<CacheCell> cells = new ArrayList<>();
        for (final int count : active)
        {
            cells.add(new CacheCell(shape, workload, count, exponent));
        }
        curves.add(new Curve(shape.label(), cells));
        return this;
    }

    record Curve(String label, List<CacheCell> cells)
    {
    }
}
