package io.roce.nic.qp;

/**
 * Maps every 24-bit number to what is true of it now: free, the record of a live queue pair, or held back. Kinds
 * differ in how they get from a number to its record. Lane thread only.
 */
public interface QpTable extends AutoCloseable
{
    QpTableKind kind();

    /** Pages of records that exist now. */
    int pages();

    /** Pages kept for the next one that comes: 0 or 1. */
    int sparePages();

    /** Pages that can still come, as much memory as there is now; 0 or more. */
    int pagesLeft();

    /** Low bits of a number that are its place in a page, those above being the page; 24 when one page has all. */
    int pageBits();

    int recordsPerPage();

    /** Bytes from one record to the next. */
    int recordLength();

    /** Bytes of memory held for records now, alignment and the spare page included. */
    long bytesCommitted();

    /** What {@link #bytesCommitted} can come to, as much memory as there is now. */
    long bytesBound();

    /**
     * Points the handle at the record of a live queue pair. When false the number has none and the handle is as it
     * was.
     */
    boolean lookup(int qpn, QpContext context);

    /** Loads from a number to its record, or to where the way to it ends; 1 or more. */
    int levels(int qpn);

    /**
     * {@link QpnStatus#QUARANTINED} ends when the clock says so, whether {@link #release} has been called yet or not.
     */
    QpnStatus status(int qpn, long nowNs);

    /** Nanoseconds that a number is still held back; 0 when it is not. */
    long quarantineRemainingNs(int qpn, long nowNs);

    /** The lowest number above {@code after} of a live queue pair, or -1. */
    int nextLive(int after);

    /** The figures of the first page that begins above {@code after}, or null. */
    QpPageFigures nextPage(int after);

    /**
     * The figures of the first cell that begins above {@code after} and has a number in use, or null.
     *
     * @param grain numbers in a cell, a power of two up to 2^24.
     */
    QpCellFigures nextCell(int after, int grain);

    /**
     * A free number becomes a live queue pair in RESET.
     *
     * @return false when there is no memory for its record: nothing has changed.
     */
    boolean install(int qpn, QpType type, long generation, long nowNs);

    /** A live queue pair ends; its number is held back. */
    void retire(int qpn, long untilNs);

    /** A number that is held back is so until another time. */
    void hold(int qpn, long untilNs);

    /** A number becomes free. Handles to its record may not be used any more: the memory may go. */
    void release(int qpn);

    /** Gives all memory back. No number is live after it. */
    @Override
    void close();
}
