package io.roce.nic.work;

/**
 * A receive work request: memory for one message. One object may be filled and posted again and again, since posting
 * copies it. Not thread-safe; what is out of range is refused when it is posted.
 */
public final class RecvWr
{
    /** Bytes in front of a message that a UD queue pair has received: the network header. */
    public static final int GRH_LENGTH = 40;

    private final SgeList sges;
    private long wrId;

    public RecvWr()
    {
        this(SgeList.MAX_SGE);
    }

    RecvWr(final int maxSge)
    {
        sges = new SgeList(maxSge);
    }

    /** As new. */
    public RecvWr clear()
    {
        wrId = 0;
        sges.clear();
        return this;
    }

    /** Any number; the completion says it again. */
    public RecvWr wrId(final long wrId)
    {
        this.wrId = wrId;
        return this;
    }

    /**
     * Adds a piece of memory behind those that are there.
     *
     * @param length in bytes, 0 to 2^31.
     */
    public RecvWr sge(final long addr, final long length, final int lkey)
    {
        sges.add(addr, length, lkey);
        return this;
    }

    public long wrId()
    {
        return wrId;
    }

    public SgeList sges()
    {
        return sges;
    }

    void set(final RecvWr other)
    {
        wrId = other.wrId;
        sges.set(other.sges);
    }
}
