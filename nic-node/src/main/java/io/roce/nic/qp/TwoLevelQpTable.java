package io.roce.nic.qp;

import io.roce.wire.Qpn;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.IntFunction;

import org.agrona.BufferUtil;
import org.agrona.collections.ArrayUtil;
import org.agrona.concurrent.UnsafeBuffer;

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
 * the last number of its range is free again, so a quarantined number keeps its page. A page that has gone is an empty
 * buffer for whoever still has it: reading it fails, and never reads memory that is somebody else's.
 */
public final class TwoLevelQpTable implements QpTable
{
    /** Low bits of a number that choose the record in a page. */
    public static final int PAGE_BITS = 12;

    private static final int QPN_BITS = 24;
    private static final int CACHE_LINE_LENGTH = 64;

    private final IntFunction<ByteBuffer> memory;
    private final int pageBits;
    private final int recordMask;
    private final UnsafeBuffer[] directory;
    private final int[] numbersInUse;
    private int pages;

    public TwoLevelQpTable()
    {
        this(PAGE_BITS, ByteBuffer::allocateDirect);
    }

    /**
     * @param pageBits low bits of a number that choose the record in a page, 0 to 22.
     * @param memory   gives zeroed direct memory of so many bytes, or throws {@link OutOfMemoryError}.
     */
    TwoLevelQpTable(final int pageBits, final IntFunction<ByteBuffer> memory)
    {
        this.memory = memory;
        this.pageBits = pageBits;
        recordMask = (1 << pageBits) - 1;
        directory = new UnsafeBuffer[1 << (QPN_BITS - pageBits)];
        numbersInUse = new int[directory.length];
    }

    @Override
    public String kind()
    {
        return "two-level";
    }

    @Override
    public int levels()
    {
        return 2;
    }

    @Override
    public int pages()
    {
        return pages;
    }

    @Override
    public int recordsPerPage()
    {
        return 1 << pageBits;
    }

    @Override
    public int recordLength()
    {
        return QpRecord.LENGTH;
    }

    @Override
    public long bytesCommitted()
    {
        return (long)pages * pageCapacity();
    }

    @Override
    public boolean lookup(final int qpn, final QpContext context)
    {
        final UnsafeBuffer page = directory[qpn >>> pageBits];
        if (page == null)
        {
            return false;
        }

        final int offset = recordOffset(qpn);
        if (QpRecord.occupancy(page, offset) != QpRecord.LIVE)
        {
            return false;
        }

        context.wrap(page, offset, qpn);
        return true;
    }

    @Override
    public QpnStatus status(final int qpn, final long nowNs)
    {
        if (occupancy(qpn) == QpRecord.LIVE)
        {
            return QpnStatus.LIVE;
        }
        return quarantineRemainingNs(qpn, nowNs) > 0 ? QpnStatus.QUARANTINED : QpnStatus.UNALLOCATED;
    }

    @Override
    public long quarantineRemainingNs(final int qpn, final long nowNs)
    {
        if (occupancy(qpn) != QpRecord.QUARANTINED)
        {
            return 0;
        }

        final UnsafeBuffer page = directory[qpn >>> pageBits];
        return Math.max(0, page.getLong(recordOffset(qpn) + QpRecord.QUARANTINED_UNTIL_NS_OFFSET) - nowNs);
    }

    @Override
    public int nextLive(final int after)
    {
        int qpn = after + 1;
        while (qpn <= Qpn.MASK)
        {
            if (directory[qpn >>> pageBits] == null)
            {
                qpn = (qpn | recordMask) + 1;
            }
            else if (occupancy(qpn) == QpRecord.LIVE)
            {
                return qpn;
            }
            else
            {
                qpn++;
            }
        }
        return -1;
    }

    @Override
    public boolean install(final int qpn, final QpType type, final long generation, final long nowNs)
    {
        final int slot = qpn >>> pageBits;
        if (directory[slot] == null && !addPage(slot))
        {
            return false;
        }

        requireOccupancy(qpn, QpRecord.FREE);
        QpRecord.install(directory[slot], recordOffset(qpn), type, generation, nowNs);
        numbersInUse[slot]++;
        return true;
    }

    @Override
    public void retire(final int qpn, final long untilNs)
    {
        requireOccupancy(qpn, QpRecord.LIVE);
        QpRecord.retire(directory[qpn >>> pageBits], recordOffset(qpn), untilNs);
    }

    @Override
    public void hold(final int qpn, final long untilNs)
    {
        requireOccupancy(qpn, QpRecord.QUARANTINED);
        QpRecord.hold(directory[qpn >>> pageBits], recordOffset(qpn), untilNs);
    }

    @Override
    public void release(final int qpn)
    {
        if (occupancy(qpn) == QpRecord.FREE)
        {
            throw new IllegalStateException(Qpn.format(qpn) + " is free already");
        }

        final int slot = qpn >>> pageBits;
        QpRecord.clear(directory[slot], recordOffset(qpn));
        if (--numbersInUse[slot] == 0)
        {
            removePage(slot);
        }
    }

    @Override
    public void close()
    {
        for (int slot = 0; slot < directory.length; slot++)
        {
            if (directory[slot] != null)
            {
                numbersInUse[slot] = 0;
                removePage(slot);
            }
        }
    }

    private int occupancy(final int qpn)
    {
        final UnsafeBuffer page = directory[qpn >>> pageBits];
        return page == null ? QpRecord.FREE : QpRecord.occupancy(page, recordOffset(qpn));
    }

    private void requireOccupancy(final int qpn, final int expected)
    {
        final int occupancy = occupancy(qpn);
        if (occupancy != expected)
        {
            throw new IllegalStateException(Qpn.format(qpn) + " has occupancy " + occupancy + ", not " + expected);
        }
    }

    private int recordOffset(final int qpn)
    {
        return (qpn & recordMask) << QpRecord.LENGTH_SHIFT;
    }

    /** Records, and what it takes to start them on a cache line. */
    private int pageCapacity()
    {
        return (QpRecord.LENGTH << pageBits) + CACHE_LINE_LENGTH;
    }

    private boolean addPage(final int slot)
    {
        final ByteBuffer bytes;
        try
        {
            bytes = memory.apply(pageCapacity());
        }
        catch (final OutOfMemoryError ex)
        {
            return false;
        }

        final int misalignment = (int)(BufferUtil.address(bytes) & (CACHE_LINE_LENGTH - 1));
        final int start = (CACHE_LINE_LENGTH - misalignment) & (CACHE_LINE_LENGTH - 1);
        directory[slot] = new UnsafeBuffer(bytes, start, QpRecord.LENGTH << pageBits);
        pages++;
        return true;
    }

    private void removePage(final int slot)
    {
        final UnsafeBuffer page = directory[slot];
        final ByteBuffer bytes = Objects.requireNonNull(page.byteBuffer());
        directory[slot] = null;
        pages--;
        page.wrap(ArrayUtil.EMPTY_BYTE_ARRAY);
        BufferUtil.free(bytes);
    }
}
