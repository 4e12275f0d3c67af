package io.roce.nic.qp;

import io.roce.nic.memory.DirectMemory;
import io.roce.wire.Qpn;

/**
 * A directory of pages of records.
 * <pre>
 *   QPN  23        12 11         0
 *       +------------+------------+
 *       |  directory |   record   |
 *       +-----+------+------+-----+
 *             v             |
 *       directory[4096]     v
 *         null              x 256
 *         page ---------> + ------> record
 *         null
 * </pre>
 * A page of 4,096 records is 1 MiB off heap. It comes when the first queue pair in its range is created and goes when
 * the last number of its range is free again, so a quarantined number keeps its page.
 */
final class TwoLevelQpTable extends PagedQpTable
{
    private static final int PAGE_BITS = 12;

    private final QpPageMemory memory;
    private final int pageBits;
    private final int recordMask;
    private final QpPage[] directory;

    TwoLevelQpTable(final DirectMemory memory)
    {
        this(PAGE_BITS, memory);
    }

    /** @param pageBits low bits of a number that choose the record in a page, 0 to 22. */
    TwoLevelQpTable(final int pageBits, final DirectMemory memory)
    {
        this(pageBits, new QpPageMemory(1 << pageBits, memory));
    }

    private TwoLevelQpTable(final int pageBits, final QpPageMemory memory)
    {
        super(QpTableKind.TWO_LEVEL, memory);
        this.memory = memory;
        this.pageBits = pageBits;
        recordMask = (1 << pageBits) - 1;
        directory = new QpPage[1 << (Qpn.BITS - pageBits)];
    }

    @Override
    public int pageBits()
    {
        return pageBits;
    }

    @Override
    public boolean lookup(final int qpn, final QpContext context)
    {
        final QpPage page = directory[qpn >>> pageBits];
        return page != null && page.lookup(qpn & recordMask, qpn, context);
    }

    @Override
    QpPage page(final int qpn)
    {
        return directory[qpn >>> pageBits];
    }

    @Override
    QpPage pageFrom(final int qpn)
    {
        for (int slot = qpn >>> pageBits; slot < directory.length; slot++)
        {
            if (directory[slot] != null)
            {
                return directory[slot];
            }
        }
        return null;
    }

    @Override
    QpPage addPage(final int qpn)
    {
        final int slot = qpn >>> pageBits;
        directory[slot] = memory.take(slot << pageBits);
        return directory[slot];
    }

    @Override
    void remove(final QpPage page)
    {
        directory[page.firstQpn() >>> pageBits] = null;
    }
}
