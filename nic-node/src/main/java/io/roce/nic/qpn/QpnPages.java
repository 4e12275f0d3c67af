package io.roce.nic.qpn;

/**
 * The pages of a pool: aligned runs of numbers that get and lose their memory together. A page has memory while any of
 * its numbers is taken; how many pages may at once, the caller says each time. All pages are of one size, but for the
 * first and the last, of which the pool may have a part only.
 */
final class QpnPages
{
    private static final int NO_PAGE = -1;

    private final int firstQpn;
    private final int lastQpn;
    private final int pageBits;

    /** Taken numbers of each page. */
    private final int[] taken;
    private int inUse;
    private int free;

    QpnPages(final int firstQpn, final int lastQpn, final int pageBits)
    {
        this.firstQpn = firstQpn;
        this.lastQpn = lastQpn;
        this.pageBits = pageBits;
        taken = new int[(lastQpn >>> pageBits) - (firstQpn >>> pageBits) + 1];
        free = lastQpn - firstQpn + 1;
    }

    private QpnPages(final QpnPages other)
    {
        firstQpn = other.firstQpn;
        lastQpn = other.lastQpn;
        pageBits = other.pageBits;
        taken = other.taken.clone();
        inUse = other.inUse;
        free = other.free;
    }

    QpnPages copy()
    {
        return new QpnPages(this);
    }

    /** Pages that have a taken number. */
    int inUse()
    {
        return inUse;
    }

    /** Numbers that are not taken. */
    int free()
    {
        return free;
    }

    void onTaken(final int qpn)
    {
        if (taken[page(qpn)]++ == 0)
        {
            inUse++;
        }
        free--;
    }

    void onReleased(final int qpn)
    {
        if (--taken[page(qpn)] == 0)
        {
            inUse--;
        }
        free++;
    }

    /**
     * Numbers that can be taken together.
     *
     * @param maxPages pages that may be in use, at least as many as are.
     */
    int available(final int maxPages)
    {
        return free - withoutMemory(maxPages, NO_PAGE);
    }

    /** Whether so many of the free numbers can be taken together whichever they are. */
    boolean isAnyAvailable(final int count, final int maxPages)
    {
        return maxPages - inUse >= count || maxPages >= taken.length;
    }

    /**
     * The lowest number from {@code from} on in a page of which a number can be taken, free or not, so that as many as
     * are needed with it can be; {@link QpnSet#END} when there is no such page.
     */
    int nextAvailable(final int from, final int needed, final int maxPages)
    {
        for (int page = page(from); page < taken.length; page++)
        {
            if (isAvailable(page, needed, maxPages))
            {
                return Math.max(from, start(page));
            }
        }
        return QpnSet.END;
    }

    /** Free numbers in pages of which a number can be taken, so that as many as are needed with it can be. */
    int choices(final int needed, final int maxPages)
    {
        int choices = 0;
        for (int page = 0; page < taken.length; page++)
        {
            choices += isAvailable(page, needed, maxPages) ? size(page) - taken[page] : 0;
        }
        return choices;
    }

    /** How many free numbers are below one of {@link #choices}, which are counted from 0. */
    int rank(final int choice, final int needed, final int maxPages)
    {
        int before = 0;
        int left = choice;
        for (int page = 0;; page++)
        {
            final int inPage = size(page) - taken[page];
            if (isAvailable(page, needed, maxPages))
            {
                if (left < inPage)
                {
                    return before + left;
                }
                left -= inPage;
            }
            before += inPage;
        }
    }

    /** Whether a run of free numbers can be taken. */
    boolean isRunAvailable(final int first, final int count, final int maxPages)
    {
        int added = 0;
        for (int page = page(first); page <= page(first + count - 1); page++)
        {
            added += taken[page] == 0 ? 1 : 0;
        }
        return added <= maxPages - inUse;
    }

    /** One past the last number of the page of a number. */
    int end(final int qpn)
    {
        return ((qpn >>> pageBits) + 1) << pageBits;
    }

    /** A page that comes must not be one of the small ones when the others would then be too few. */
    private boolean isAvailable(final int page, final int needed, final int maxPages)
    {
        return taken[page] > 0 ||
            inUse < maxPages &&
            (page > 0 && page < taken.length - 1 || free - withoutMemory(maxPages, page) >= needed);
    }

    /**
     * Free numbers in the pages that get no memory, when it is given to the largest ones.
     *
     * @param used a page that gets it in any case, or {@link #NO_PAGE}.
     */
    private int withoutMemory(final int maxPages, final int used)
    {
        final int pages = taken.length - maxPages;
        if (pages <= 0)
        {
            return 0;
        }

        final int first = leftOut(0, used);
        final int last = leftOut(taken.length - 1, used);
        return pages == 1 ? Math.min(first, last) : first + last + ((pages - 2) << pageBits);
    }

    /** Numbers of a page at an end; those of another one, which goes without in its place, when it has memory. */
    private int leftOut(final int page, final int used)
    {
        return page == used || taken[page] > 0 ? 1 << pageBits : size(page);
    }

    private int size(final int page)
    {
        return Math.min(lastQpn + 1, start(page) + (1 << pageBits)) - Math.max(firstQpn, start(page));
    }

    private int start(final int page)
    {
        return ((firstQpn >>> pageBits) + page) << pageBits;
    }

    private int page(final int qpn)
    {
        return (qpn >>> pageBits) - (firstQpn >>> pageBits);
    }
}
