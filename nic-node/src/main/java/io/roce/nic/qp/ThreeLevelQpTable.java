package io.roce.nic.qp;

import io.roce.nic.memory.DirectMemory;

/**
 * A directory of directories of pages of records.
 * <pre>
 *   QPN  23      16 15       8 7        0
 *       +----------+----------+----------+
 *       |  outer   |  inner   |  record  |
 *       +----+-----+----+-----+----+-----+
 *            v          v          |
 *       outer[256]  inner[256]     v
 *         null        null         x 256
 *         inner ----> page ------> + ------> record
 * </pre>
 * A page of 256 records is 64 KiB off heap, a sixteenth of what one queue pair holds on to in two levels, so it suits
 * numbers that lie scattered (random allocation, a few long-lived queue pairs); it pays with one more dependent load.
 * Pages come and go as there. An inner directory stays once it is there: all 256 are some 270 kB of heap.
 * Memory of this size comes from the C library, which decides itself when the system gets it back.
 */
final class ThreeLevelQpTable extends PagedQpTable
{
    private static final int PAGE_BITS = 8;
    private static final int RECORD_MASK = (1 << PAGE_BITS) - 1;
    private static final int INNER_BITS = 8;
    private static final int OUTER_SHIFT = PAGE_BITS + INNER_BITS;
    private static final int INNER_MASK = (1 << INNER_BITS) - 1;

    private final QpPageMemory memory;
    private final QpPage[][] outer = new QpPage[256][];

    ThreeLevelQpTable(final DirectMemory memory)
    {
        this(new QpPageMemory(1 << PAGE_BITS, memory));
    }

    private ThreeLevelQpTable(final QpPageMemory memory)
    {
        super(QpTableKind.THREE_LEVEL, memory);
        this.memory = memory;
    }

    @Override
    public int pageBits()
    {
        return PAGE_BITS;
    }

    @Override
    public boolean lookup(final int qpn, final QpContext context)
    {
        final QpPage[] inner = outer[qpn >>> OUTER_SHIFT];
        if (inner == null)
        {
            return false;
        }

        final QpPage page = inner[qpn >>> PAGE_BITS & INNER_MASK];
        return page != null && page.lookup(qpn & RECORD_MASK, qpn, context);
    }

    @Override
    public int levels(final int qpn)
    {
        return outer[qpn >>> OUTER_SHIFT] == null ? 1 : super.levels(qpn);
    }

    @Override
    QpPage page(final int qpn)
    {
        final QpPage[] inner = outer[qpn >>> OUTER_SHIFT];
        return inner == null ? null : inner[qpn >>> PAGE_BITS & INNER_MASK];
    }

    @Override
    QpPage pageFrom(final int qpn)
    {
        int index = qpn >>> PAGE_BITS;
        while (index < outer.length << INNER_BITS)
        {
            final QpPage[] inner = outer[index >>> INNER_BITS];
            if (inner == null)
            {
                index = (index | INNER_MASK) + 1;
            }
            else if (inner[index & INNER_MASK] != null)
            {
                return inner[index & INNER_MASK];
            }
            else
            {
                index++;
            }
        }
        return null;
    }

    @Override
    QpPage addPage(final int qpn)
    {
        // First, so that no page that has come is lost when there is no memory for it.
        if (outer[qpn >>> OUTER_SHIFT] == null)
        {
            outer[qpn >>> OUTER_SHIFT] = new QpPage[1 << INNER_BITS];
        }
        final QpPage page = memory.take(qpn >>> PAGE_BITS << PAGE_BITS);
        outer[qpn >>> OUTER_SHIFT][qpn >>> PAGE_BITS & INNER_MASK] = page;
        return page;
    }

    @Override
    void remove(final QpPage page)
    {
        outer[page.firstQpn() >>> OUTER_SHIFT][page.firstQpn() >>> PAGE_BITS & INNER_MASK] = null;
    }
}
