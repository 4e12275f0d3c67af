package io.roce.nic.qp;

import java.util.ArrayList;
import java.util.List;

/** The figures of every page of a table, in order of numbers. */
final class PageWalk
{
    private PageWalk()
    {
    }

    static List<QpPageFigures> of(final QpTable table)
    {
        final List<QpPageFigures> pages = new ArrayList<>();
        for (QpPageFigures page = table.nextPage(-1); page != null; page = table.nextPage(page.firstQpn()))
        {
            pages.add(page);
        }
        return pages;
    }
}
