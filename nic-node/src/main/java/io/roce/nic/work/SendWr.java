package io.roce.nic.work;

import java.net.InetAddress;
import java.util.Objects;

import org.agrona.DirectBuffer;

/**
 * A send work request, fields named as in {@code ibv_send_wr}. One object may be filled and posted again and again,
 * since posting copies it. Not thread-safe; what is missing or out of range is refused when it is posted.
 */
public final class SendWr
{
    /** As many as the eight bits that address handles have for it can say; the port bounds it when it is sent. */
    public static final int MAX_SGID_INDEX = 255;

    private final SgeList sges;
    private long wrId;
    private WrOpcode opcode;
    private int flags;
    private int immData;
    private int invalidateRkey;
    private long remoteAddr;
    private int rkey;
    private long compareAdd;
    private long swap;
    private InetAddress dgid;
    private int sgidIndex;
    private int remoteQpn;
    private int remoteQkey;
    private DirectBuffer inlineSource;
    private int inlineOffset;
    private int inlineLength;

    public SendWr()
    {
        this(SgeList.MAX_SGE);
    }

    SendWr(final int maxSge)
    {
        sges = new SgeList(maxSge);
    }

    /** As new. */
    public SendWr clear()
    {
        sges.clear();
        inlineSource = null;
        inlineLength = 0;
        return wrId(0)
            .opcode(null)
            .flags(0)
            .immData(0)
            .invalidateRkey(0)
            .remote(0, 0)
            .compareAdd(0)
            .swap(0)
            .destination(null, 0, 0)
            .sgidIndex(0);
    }

    /** Any number; the completion says it again. */
    public SendWr wrId(final long wrId)
    {
        this.wrId = wrId;
        return this;
    }

    public SendWr opcode(final WrOpcode opcode)
    {
        this.opcode = opcode;
        return this;
    }

    /** Bits of {@link SendFlag}, in place of those that were set. */
    public SendWr flags(final int flags)
    {
        this.flags = flags;
        return this;
    }

    /** Adds a flag. */
    public SendWr flag(final SendFlag flag)
    {
        flags |= flag.bit();
        return this;
    }

    /**
     * Adds a piece of local memory behind those that are there.
     *
     * @param length in bytes, 0 to 2^31.
     */
    public SendWr sge(final long addr, final long length, final int lkey)
    {
        sges.add(addr, length, lkey);
        return this;
    }

    /**
     * The data itself in place of scatter/gather entries, with {@link SendFlag#INLINE}: it is copied when the request
     * is posted, and needs no region.
     *
     * @throws IndexOutOfBoundsException when the source does not have these bytes.
     */
    public SendWr inline(final DirectBuffer source, final int offset, final int length)
    {
        Objects.checkFromIndexSize(offset, length, source.capacity());
        inlineSource = source;
        inlineOffset = offset;
        inlineLength = length;
        return flag(SendFlag.INLINE);
    }

    /** 32 bits for the peer's completion, the first byte on the wire highest; opcodes with IMM. */
    public SendWr immData(final int immData)
    {
        this.immData = immData;
        return this;
    }

    /** The peer's key that ends; SEND_WITH_INV. */
    public SendWr invalidateRkey(final int invalidateRkey)
    {
        this.invalidateRkey = invalidateRkey;
        return this;
    }

    /** The peer's memory; RDMA and atomics, these at a multiple of 8. */
    public SendWr remote(final long remoteAddr, final int rkey)
    {
        this.remoteAddr = remoteAddr;
        this.rkey = rkey;
        return this;
    }

    /** What is added, or what is compared with; atomics. */
    public SendWr compareAdd(final long compareAdd)
    {
        this.compareAdd = compareAdd;
        return this;
    }

    /** What is put in place of what is compared with; ATOMIC_CMP_AND_SWP. */
    public SendWr swap(final long swap)
    {
        this.swap = swap;
        return this;
    }

    /** The address handle and the queue pair behind it; UD. */
    public SendWr destination(final InetAddress dgid, final int remoteQpn, final int remoteQkey)
    {
        this.dgid = dgid;
        this.remoteQpn = remoteQpn;
        this.remoteQkey = remoteQkey;
        return this;
    }

    /** The address that it leaves from: index into the GID table of the queue pair's port; UD, 0 unless said. */
    public SendWr sgidIndex(final int sgidIndex)
    {
        this.sgidIndex = sgidIndex;
        return this;
    }

    public long wrId()
    {
        return wrId;
    }

    public WrOpcode opcode()
    {
        return opcode;
    }

    public int flags()
    {
        return flags;
    }

    public SgeList sges()
    {
        return sges;
    }

    public int immData()
    {
        return immData;
    }

    public int invalidateRkey()
    {
        return invalidateRkey;
    }

    public long remoteAddr()
    {
        return remoteAddr;
    }

    public int rkey()
    {
        return rkey;
    }

    public long compareAdd()
    {
        return compareAdd;
    }

    public long swap()
    {
        return swap;
    }

    public InetAddress dgid()
    {
        return dgid;
    }

    public int sgidIndex()
    {
        return sgidIndex;
    }

    public int remoteQpn()
    {
        return remoteQpn;
    }

    public int remoteQkey()
    {
        return remoteQkey;
    }

    /** Of the whole message in bytes: what is sent, or what an answer brings. */
    long length()
    {
        return opcode.isAtomic() ? Long.BYTES : SendFlag.INLINE.isIn(flags) ? inlineLength : sges.totalLength();
    }

    boolean hasInlineData()
    {
        return inlineSource != null;
    }

    int inlineLength()
    {
        return inlineLength;
    }

    void copyInline(final byte[] into)
    {
        inlineSource.getBytes(inlineOffset, into, 0, inlineLength);
    }

    /** All but the inline source, which stays the program's. */
    void set(final SendWr other)
    {
        sges.set(other.sges);
        inlineLength = other.inlineLength;
        wrId(other.wrId)
            .opcode(other.opcode)
            .flags(other.flags)
            .immData(other.immData)
            .invalidateRkey(other.invalidateRkey)
            .remote(other.remoteAddr, other.rkey)
            .compareAdd(other.compareAdd)
            .swap(other.swap)
            .destination(other.dgid, other.remoteQpn, other.remoteQkey)
            .sgidIndex(other.sgidIndex);
    }
}
