package io.roce.nic.qp;

import io.roce.wire.Qpn;

/**
 * What tables do alike once they have found the page. The way from a number to its page, and so the look-up, is each
 * table's own.
 */
abstract class PagedQpTable implements QpTable
{
    private final QpTableKind kind;
    private final QpPageMemory memory;

    PagedQpTable(final QpTableKind kind, final QpPageMemory memory)
    {
        this.kind = kind;
        this.memory = memory;
    }

    /** The page that has the record of a number, or null when there is none. */
    abstract QpPage page(int qpn);

    /** The first page that ends above {@code qpn}, in order of numbers, or null. */
    abstract QpPage pageFrom(int qpn);

    /** Makes the page for a number that has none; null when there is no memory for it. */
    abstract QpPage addPage(int qpn);

    /** Forgets a page. */
    abstract void remove(QpPage page);

    /** A page has none of its numbers in use any more: it goes. */
    void onVacant(final QpPage page)
    {
        remove(page);
        memory.giveBack(page);
    }

    @Override
    public final QpTableKind kind()
    {
        return kind;
    }

    @Override
    public int levels(final int qpn)
    {
        return page(qpn) == null ? Math.max(1, kind.levels() - 1) : kind.levels();
    }

    @Override
    public final int pages()
    {
        return memory.pages();
    }

    @Override
    public final int sparePages()
    {
        return memory.sparePages();
    }

    @Override
    public int pagesLeft()
    {
        return memory.pagesLeft();
    }

    @Override
    public long bytesBound()
    {
        return memory.bytesBound();
    }

    @Override
    public final int recordsPerPage()
    {
        return memory.records();
    }

    @Override
    public final int recordLength()
    {
        return QpRecord.LENGTH;
    }

    @Override
    public final long bytesCommitted()
    {
        return memory.bytesCommitted();
    }

    @Override
    public final QpnStatus status(final int qpn, final long nowNs)
    {
        final QpPage page = page(qpn);
        if (page == null)
        {
            return QpnStatus.UNALLOCATED;
        }
        if (page.isLive(qpn))
        {
            return QpnStatus.LIVE;
        }
        return page.quarantineRemainingNs(qpn, nowNs) > 0 ? QpnStatus.QUARANTINED : QpnStatus.UNALLOCATED;
    }

    @Override
    public final long quarantineRemainingNs(final int qpn, final long nowNs)
    {
        final QpPage page = page(qpn);
        return page == null ? 0 : page.quarantineRemainingNs(qpn, nowNs);
    }

    @Override
    public final int nextLive(final int after)
    {
        for (QpPage page = pageFrom(after + 1); page != null; page = pageFrom(page.endQpn()))
        {
            final int qpn = page.nextLive(after + 1);
            if (qpn >= 0)
            {
                return qpn;
            }
        }
        return -1;
    }

    @Override
    public final QpPageFigures nextPage(final int after)
    {
        final QpPage page = pageFrom(after + 1);
        final QpPage next = page == null || page.firstQpn() > after ? page : pageFrom(page.endQpn());
        return next == null ? null : next.figures();
    }

    @Override
    public final QpCellFigures nextCell(final int after, final int grain)
    {
        final int qpn = nextInUse((after + grain) & -grain);
        if (qpn < 0)
        {
            return null;
        }

        final int first = qpn & -grain;
        final int end = first + grain;
        int live = 0;
        int quarantined = 0;
        for (QpPage page = pageFrom(first); page != null && page.firstQpn() < end; page = pageFrom(page.endQpn()))
        {
            live += page.live(first, end);
            quarantined += page.quarantined(first, end);
        }
        return new QpCellFigures(first, live, quarantined);
    }

    /** The lowest number from {@code from} on that is live or quarantined, or -1. */
    private int nextInUse(final int from)
    {
        for (QpPage page = pageFrom(from); page != null; page = pageFrom(page.endQpn()))
        {
            final int qpn = page.nextInUse(from);
            if (qpn >= 0)
            {
                return qpn;
            }
        }
        return -1;
    }

    @Override
    public final boolean install(final int qpn, final QpType type, final long generation, final long nowNs)
    {
        QpPage page = page(qpn);
        if (page == null)
        {
            try
            {
                page = addPage(qpn);
            }
            catch (final OutOfMemoryError ex)
            {
                return false;   // the way to it has no memory
            }
            if (page == null)
            {
                return false;
            }
        }

        page.install(qpn, type, generation, nowNs);
        return true;
    }

    @Override
    public final void retire(final int qpn, final long untilNs)
    {
        requirePage(qpn).retire(qpn, untilNs);
    }

    @Override
    public final void hold(final int qpn, final long untilNs)
    {
        requirePage(qpn).hold(qpn, untilNs);
    }

    @Override
    public final void release(final int qpn)
    {
        final QpPage page = requirePage(qpn);
        page.release(qpn);
        if (page.isVacant())
        {
            onVacant(page);
        }
    }

    @Override
    public final void close()
    {
        for (QpPage page = pageFrom(0); page != null; page = pageFrom(page.endQpn()))
        {
            remove(page);
            memory.free(page);
        }
        memory.close();
    }

    private QpPage requirePage(final int qpn)
    {
        final QpPage page = page(qpn);
        if (page == null)
        {
            throw new IllegalStateException(Qpn.format(qpn) + " is free already");
        }
        return page;
    }
}
