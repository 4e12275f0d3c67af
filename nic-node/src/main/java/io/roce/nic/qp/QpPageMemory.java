package io.roce.nic.qp;

import io.roce.nic.memory.DirectMemory;

import java.nio.ByteBuffer;
import java.util.Objects;

import org.agrona.BufferUtil;

/**
 * Where the pages of one table come from and go to. The memory of one page that has gone is kept for the next one that
 * comes, whatever its numbers, so that queue pairs which come and go around the end of a page, or one at a time in an
 * empty table, cost no memory to be taken from the system and given back each time. What goes beside that one is given
 * back at once.
 * <p>
 * How many more pages can come is known before one is asked for.
 */
final class QpPageMemory
{
    private static final int CACHE_LINE_LENGTH = 64;

    /** More than any table has. */
    private static final int MAX_PAGES = 1 << 24;

    /** What fits into one buffer. */
    static final int MAX_RECORDS = (Integer.MAX_VALUE - CACHE_LINE_LENGTH) >> QpRecord.LENGTH_SHIFT;

    private final int records;
    private final DirectMemory memory;
    private ByteBuffer spare;
    private int pages;

    /**
     * @param records in each page, 1 to {@link #MAX_RECORDS}.
     */
    QpPageMemory(final int records, final DirectMemory memory)
    {
        this.records = records;
        this.memory = memory;
    }

    int records()
    {
        return records;
    }

    /** Pages that are out. */
    int pages()
    {
        return pages;
    }

    int sparePages()
    {
        return spare == null ? 0 : 1;
    }

    /** Of the pages that are out and of the spare one. */
    long bytesCommitted()
    {
        return (long)(pages + sparePages()) * pageLength();
    }

    /** Pages that can still come, in the spare memory or in new one. */
    int pagesLeft()
    {
        final long unused = Math.min(MAX_PAGES, memory.left() / pageLength());
        return (int)unused + sparePages();
    }

    /** What {@link #bytesCommitted} can come to, as much memory as there is now. */
    long bytesBound()
    {
        return (long)(pages + pagesLeft()) * pageLength();
    }

    /** A page of free records, or null when there is no memory for it. */
    QpPage take(final int firstQpn)
    {
        if (pagesLeft() == 0)
        {
            return null;
        }

        // The page itself is on the heap: there may be no memory for that either, and what was got is kept then.
        try
        {
            if (spare == null)
            {
                spare = memory.allocate(pageLength());
            }
            final int misalignment = (int)(BufferUtil.address(spare) & (CACHE_LINE_LENGTH - 1));
            final int start = (CACHE_LINE_LENGTH - misalignment) & (CACHE_LINE_LENGTH - 1);
            final QpPage page = new QpPage(firstQpn, records, spare, start);
            spare = null;
            pages++;
            return page;
        }
        catch (final OutOfMemoryError ex)
        {
            return null;
        }
    }

    /** Takes back a vacant page. */
    void giveBack(final QpPage page)
    {
        final ByteBuffer bytes = withdraw(page);
        if (spare == null)
        {
            spare = bytes;
        }
        else
        {
            BufferUtil.free(bytes);
        }
    }

    /** Takes back a page, vacant or not, and its memory goes. */
    void free(final QpPage page)
    {
        BufferUtil.free(withdraw(page));
    }

    /** The spare memory goes. */
    void close()
    {
        if (spare != null)
        {
            BufferUtil.free(spare);
            spare = null;
        }
    }

    private ByteBuffer withdraw(final QpPage page)
    {
        final ByteBuffer bytes = Objects.requireNonNull(page.byteBuffer());
        page.vanish();
        pages--;
        return bytes;
    }

    /** Records, and what it takes to start them on a cache line. */
    private int pageLength()
    {
        return (records << QpRecord.LENGTH_SHIFT) + CACHE_LINE_LENGTH;
    }
}
