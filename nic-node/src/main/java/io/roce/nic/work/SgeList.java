package io.roce.nic.work;

/**
 * Scatter/gather entries: pieces of local memory that a message is read from or written to, one behind the other. It
 * holds as many as it has room for and counts all, so that a posting can tell how many were too many.
 */
public final class SgeList
{
    /** Entries that a work request can have. */
    public static final int MAX_SGE = 32;

    /** Bytes that a message can have. */
    public static final long MAX_MESSAGE_LENGTH = 1L << 31;

    private final long[] addrs;
    private final long[] lengths;
    private final int[] lkeys;
    private int count;

    SgeList(final int capacity)
    {
        addrs = new long[capacity];
        lengths = new long[capacity];
        lkeys = new int[capacity];
    }

    /** Entries that were added. */
    public int count()
    {
        return count;
    }

    /** Address of the first byte, unsigned. */
    public long addr(final int index)
    {
        return addrs[index];
    }

    /** In bytes; one of 0 names no memory. */
    public long length(final int index)
    {
        return lengths[index];
    }

    public int lkey(final int index)
    {
        return lkeys[index];
    }

    /** Of all entries, in bytes; those of a posted request do not add up to more than 2^31. */
    public long totalLength()
    {
        long total = 0;
        for (int i = 0; i < count; i++)
        {
            total += lengths[i];
        }
        return total;
    }

    void add(final long addr, final long length, final int lkey)
    {
        if (count < addrs.length)
        {
            addrs[count] = addr;
            lengths[count] = length;
            lkeys[count] = lkey;
        }
        count++;
    }

    void clear()
    {
        count = 0;
    }

    /** Takes over entries of a list that has no more of them than there is room for. */
    void set(final SgeList other)
    {
        System.arraycopy(other.addrs, 0, addrs, 0, other.count);
        System.arraycopy(other.lengths, 0, lengths, 0, other.count);
        System.arraycopy(other.lkeys, 0, lkeys, 0, other.count);
        count = other.count;
    }
}
