package io.roce.nic.transport;

import io.roce.wire.Psn;

/**
 * A READ or an atomic that was accepted, and how far its answer has gone out. It stays when it is answered, for
 * duplicates. Lane thread only.
 */
final class SavedResponse
{
    private RequestKind kind;
    private int firstPsn;
    private int lastPsn;
    private int msn;
    private int rKey;
    private long addr;
    private long length;
    private long originalData;

    // What is to be sent.
    private boolean isDue;
    private boolean isReplay;
    private int nextPsn;
    private long nextAddr;
    private long remaining;

    /** A READ was accepted; nothing is due yet. */
    void setRead(
        final int firstPsn, final int lastPsn, final int msn, final int rKey, final long addr, final long length)
    {
        set(RequestKind.RDMA_READ, firstPsn, lastPsn, msn, rKey, addr, length);
    }

    /** An atomic was executed; nothing is due yet. */
    void setAtomic(final int psn, final int msn, final int rKey, final long addr, final long originalData)
    {
        set(RequestKind.ATOMIC, psn, psn, msn, rKey, addr, Long.BYTES);
        this.originalData = originalData;
    }

    RequestKind kind()
    {
        return kind;
    }

    int firstPsn()
    {
        return firstPsn;
    }

    int msn()
    {
        return msn;
    }

    int rKey()
    {
        return rKey;
    }

    long addr()
    {
        return addr;
    }

    /** Bytes that were asked for. */
    long length()
    {
        return length;
    }

    /** What an atomic found. */
    long originalData()
    {
        return originalData;
    }

    boolean isSaved()
    {
        return kind != null;
    }

    /** Whether that PSN is one of its answer's. */
    boolean hasPsn(final int psn)
    {
        return Psn.diff(psn, firstPsn) >= 0 && Psn.diff(psn, lastPsn) <= 0;
    }

    /** Whether packets of it are to be sent. */
    boolean isDue()
    {
        return isDue;
    }

    /** Whether it has never been answered whole. */
    boolean isUnanswered()
    {
        return isDue && !isReplay;
    }

    /** PSN of the packet that is to be sent next. */
    int nextPsn()
    {
        return nextPsn;
    }

    /** Where its payload is, unsigned. */
    long nextAddr()
    {
        return nextAddr;
    }

    /** Bytes that are to be sent. */
    long remaining()
    {
        return remaining;
    }

    /** It is to be sent, from a PSN on and that many bytes of it. */
    void due(final boolean isReplay, final int psn, final long addr, final long length)
    {
        this.isReplay = isReplay;
        isDue = true;
        nextPsn = psn;
        nextAddr = addr;
        remaining = length;
    }

    void onSent(final int length)
    {
        nextPsn = Psn.add(nextPsn, 1);
        nextAddr += length;
        remaining -= length;
    }

    /** Nothing of it is to be sent any more. */
    void endDue()
    {
        isDue = false;
    }

    void clear()
    {
        kind = null;
        isDue = false;
    }

    private void set(
        final RequestKind kind,
        final int firstPsn,
        final int lastPsn,
        final int msn,
        final int rKey,
        final long addr,
        final long length)
    {
        this.kind = kind;
        this.firstPsn = firstPsn;
        this.lastPsn = lastPsn;
        this.msn = msn;
        this.rKey = rKey;
        this.addr = addr;
        this.length = length;
        isDue = false;
    }
}
