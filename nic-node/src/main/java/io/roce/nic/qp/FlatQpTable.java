package io.roce.nic.qp;

import io.roce.nic.memory.DirectMemory;
import io.roce.wire.Qpn;

/**
 * One row of records for all numbers of the pool: a number less the first one is the index.
 * <pre>
 *   QPN - first  --------> record
 *                          x 256
 * </pre>
 * The row is one page. It is taken whole when the table opens and stays until it closes, whatever lives in it: that is
 * the price of the shortest way. The virtual machine fills new memory with zeros, so the system really has to find all
 * of it then, and {@link #bytesCommitted} is no promise to be kept page by page later. Numbers outside the pool have no
 * record; they are looked up as free.
 */
final class FlatQpTable extends PagedQpTable
{
    private final int firstQpn;
    private final QpPageMemory memory;
    private final QpPage row;

    /** 0 when closed. */
    private int records;

    /** @throws IllegalArgumentException when the row is longer than one buffer can be, or there is no memory for it. */
    FlatQpTable(final int firstQpn, final int lastQpn, final DirectMemory memory)
    {
        this(firstQpn, new QpPageMemory(requireRow(firstQpn, lastQpn), memory));
    }

    private FlatQpTable(final int firstQpn, final QpPageMemory memory)
    {
        super(QpTableKind.FLAT, memory);
        this.firstQpn = firstQpn;
        this.memory = memory;
        records = memory.records();
        row = memory.take(firstQpn);
        if (row == null)
        {
            throw new IllegalArgumentException(
                "a flat table of %,d QPNs takes %,d bytes at once, and there is no memory for it: choose fewer QPNs, "
                    .formatted(records, (long)records << QpRecord.LENGTH_SHIFT) +
                "another table, or a larger -XX:MaxDirectMemorySize");
        }
    }

    /** The row: it has come already, and no number ever lacks memory. */
    @Override
    public int pagesLeft()
    {
        return 1;
    }

    @Override
    public long bytesBound()
    {
        return bytesCommitted();
    }

    @Override
    public int pageBits()
    {
        return Qpn.BITS;
    }

    @Override
    public boolean lookup(final int qpn, final QpContext context)
    {
        final int index = qpn - firstQpn;
        return Integer.compareUnsigned(index, records) < 0 && row.lookup(index, qpn, context);
    }

    @Override
    QpPage page(final int qpn)
    {
        return Integer.compareUnsigned(qpn - firstQpn, records) < 0 ? row : null;
    }

    @Override
    QpPage pageFrom(final int qpn)
    {
        return records > 0 && qpn < firstQpn + records ? row : null;
    }

    @Override
    QpPage addPage(final int qpn)
    {
        throw new IllegalArgumentException(
            "qpn is %s, outside %s to %s, which this table was made for".formatted(
                Qpn.format(qpn), Qpn.format(firstQpn), Qpn.format(firstQpn + memory.records() - 1)));
    }

    @Override
    void onVacant(final QpPage page)
    {
        // The row stays.
    }

    @Override
    void remove(final QpPage page)
    {
        records = 0;
    }

    private static int requireRow(final int firstQpn, final int lastQpn)
    {
        final int records = lastQpn - firstQpn + 1;
        if (records < 1 || records > QpPageMemory.MAX_RECORDS)
        {
            throw new IllegalArgumentException(
                "a flat table holds 1 to %,d QPNs, in one piece of memory, and %s to %s are %,d".formatted(
                    QpPageMemory.MAX_RECORDS, Qpn.format(firstQpn), Qpn.format(lastQpn), records));
        }
        return records;
    }
}
