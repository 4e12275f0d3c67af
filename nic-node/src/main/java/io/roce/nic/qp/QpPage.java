package io.roce.nic.qp;

import io.roce.wire.Qpn;

import java.nio.ByteBuffer;
import java.util.BitSet;

import org.agrona.collections.ArrayUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A run of records in one piece of memory, and which of them are in use: two bits of heap for each record's 256 bytes,
 * so that whoever looks for live queue pairs, or draws the table, does not go through the records. It is the memory
 * itself, and not an object that has some, so that a look-up loads one object less.
 * <p>
 * A page that has gone is an empty buffer for whoever still has it: reading it fails, and never reads memory that is
 * somebody else's. Nobody gets the same page twice, though the memory may come again in another.
 */
final class QpPage extends UnsafeBuffer
{
    private final int firstQpn;
    private final int records;
    private final BitSet liveRecords;

    /** The live and the quarantined ones: a search for any of both goes over free ones alone. */
    private final BitSet usedRecords;
    private int live;
    private int quarantined;

    /** @param bytes zeros, with the first record at {@code start}. */
    QpPage(final int firstQpn, final int records, final ByteBuffer bytes, final int start)
    {
        super(bytes, start, records << QpRecord.LENGTH_SHIFT);
        this.firstQpn = firstQpn;
        this.records = records;
        liveRecords = new BitSet(records);
        usedRecords = new BitSet(records);
    }

    /** The number of its first record. */
    int firstQpn()
    {
        return firstQpn;
    }

    /** One past the number of its last record. */
    int endQpn()
    {
        return firstQpn + records;
    }

    /** Whether none of its numbers is live or quarantined; its memory is zeros then. */
    boolean isVacant()
    {
        return live + quarantined == 0;
    }

    QpPageFigures figures()
    {
        return new QpPageFigures(firstQpn, records, live, quarantined);
    }

    /**
     * Points the handle at a record if it is that of a live queue pair.
     *
     * @param index the number less that of the first record: whoever found the page has it at hand.
     */
    boolean lookup(final int index, final int qpn, final QpContext context)
    {
        final int offset = index << QpRecord.LENGTH_SHIFT;
        if (QpRecord.occupancy(this, offset) != QpRecord.LIVE)
        {
            return false;
        }

        context.wrap(this, offset, qpn);
        return true;
    }

    boolean isLive(final int qpn)
    {
        return QpRecord.occupancy(this, offset(qpn)) == QpRecord.LIVE;
    }

    /** Nanoseconds that a number is still held back; 0 when it is not. */
    long quarantineRemainingNs(final int qpn, final long nowNs)
    {
        final int offset = offset(qpn);
        if (QpRecord.occupancy(this, offset) != QpRecord.QUARANTINED)
        {
            return 0;
        }
        return Math.max(0, getLong(offset + QpRecord.QUARANTINED_UNTIL_NS_OFFSET) - nowNs);
    }

    /** The lowest number of a live queue pair in this page from {@code from} on, or -1. */
    int nextLive(final int from)
    {
        return qpn(liveRecords.nextSetBit(index(from)));
    }

    /** The lowest number of a live or quarantined one in this page from {@code from} on, or -1. */
    int nextInUse(final int from)
    {
        return qpn(usedRecords.nextSetBit(index(from)));
    }

    /** Live numbers of this page from {@code from} to below {@code end}. */
    int live(final int from, final int end)
    {
        return isWithin(from, end) ? live : count(liveRecords, from, end);
    }

    /** Quarantined numbers of this page from {@code from} to below {@code end}. */
    int quarantined(final int from, final int end)
    {
        return isWithin(from, end) ? quarantined : count(usedRecords, from, end) - count(liveRecords, from, end);
    }

    void install(final int qpn, final QpType type, final long generation, final long nowNs)
    {
        requireOccupancy(qpn, QpRecord.FREE);
        QpRecord.install(this, offset(qpn), type, generation, nowNs);
        liveRecords.set(qpn - firstQpn);
        usedRecords.set(qpn - firstQpn);
        live++;
    }

    void retire(final int qpn, final long untilNs)
    {
        requireOccupancy(qpn, QpRecord.LIVE);
        QpRecord.retire(this, offset(qpn), untilNs);
        liveRecords.clear(qpn - firstQpn);
        live--;
        quarantined++;
    }

    void hold(final int qpn, final long untilNs)
    {
        requireOccupancy(qpn, QpRecord.QUARANTINED);
        QpRecord.hold(this, offset(qpn), untilNs);
    }

    void release(final int qpn)
    {
        final int offset = offset(qpn);
        switch (QpRecord.occupancy(this, offset))
        {
            case QpRecord.LIVE -> live--;
            case QpRecord.QUARANTINED -> quarantined--;
            default -> throw new IllegalStateException(Qpn.format(qpn) + " is free already");
        }
        liveRecords.clear(qpn - firstQpn);
        usedRecords.clear(qpn - firstQpn);
        QpRecord.clear(this, offset);
    }

    /** Nobody reads or writes through this page any more. */
    void vanish()
    {
        wrap(ArrayUtil.EMPTY_BYTE_ARRAY);
    }

    /** Whether all of its numbers are from {@code from} to below {@code end}. */
    private boolean isWithin(final int from, final int end)
    {
        return from <= firstQpn && end >= endQpn();
    }

    private int count(final BitSet bits, final int from, final int end)
    {
        return bits.get(index(from), index(Math.min(end, endQpn()))).cardinality();
    }

    /** Of a number's record, or of the first when the number is below. */
    private int index(final int qpn)
    {
        return Math.max(qpn, firstQpn) - firstQpn;
    }

    private int qpn(final int index)
    {
        return index < 0 ? -1 : firstQpn + index;
    }

    private int offset(final int qpn)
    {
        return (qpn - firstQpn) << QpRecord.LENGTH_SHIFT;
    }

    private void requireOccupancy(final int qpn, final int expected)
    {
        final int occupancy = QpRecord.occupancy(this, offset(qpn));
        if (occupancy != expected)
        {
            throw new IllegalStateException(Qpn.format(qpn) + " has occupancy " + occupancy + ", not " + expected);
        }
    }
}
