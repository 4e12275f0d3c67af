package io.roce.nic.work;

/**
 * How a work request ended; fields named as in {@code ibv_wc}. Polling fills an object of the program's, which may be
 * used again and again. Not thread-safe.
 */
public final class WorkCompletion
{
    private long wrId;
    private WcStatus status = WcStatus.SUCCESS;
    private int vendorErr;
    private WcOpcode opcode;
    private long byteLen;
    private int qpn;
    private long generation;
    private int srcQp;
    private int flags;
    private int immData;
    private int invalidatedRkey;
    private int pkeyIndex;
    private boolean isSolicited;

    /** As new. */
    public WorkCompletion clear()
    {
        return wrId(0)
            .status(WcStatus.SUCCESS, 0)
            .opcode(null)
            .byteLen(0)
            .qp(0, 0)
            .srcQp(0)
            .flags(0)
            .immData(0)
            .invalidatedRkey(0)
            .pkeyIndex(0)
            .solicited(false);
    }

    /** What the request said. */
    public long wrId()
    {
        return wrId;
    }

    public WcStatus status()
    {
        return status;
    }

    /** Says more than the status; 0 when there is no more to say. */
    public int vendorErr()
    {
        return vendorErr;
    }

    /** What has completed. */
    public WcOpcode opcode()
    {
        return opcode;
    }

    /** Of the message in bytes; UD receives count the 40 bytes in front of it. 0 when it failed. */
    public long byteLen()
    {
        return byteLen;
    }

    /** Number of the queue pair that the request was posted to. */
    public int qpn()
    {
        return qpn;
    }

    /** Generation of that queue pair. */
    public long generation()
    {
        return generation;
    }

    /** Number of the queue pair that the message came from; UD receives. */
    public int srcQp()
    {
        return srcQp;
    }

    /** Bits of {@link WcFlag}. */
    public int flags()
    {
        return flags;
    }

    /** As the sender's {@link SendWr#immData(int)}, with {@link WcFlag#WITH_IMM}. */
    public int immData()
    {
        return immData;
    }

    /** The key that ended, with {@link WcFlag#WITH_INV}. */
    public int invalidatedRkey()
    {
        return invalidatedRkey;
    }

    /** Index of the P_Key that the message came with; UD receives. */
    public int pkeyIndex()
    {
        return pkeyIndex;
    }

    public WorkCompletion status(final WcStatus status, final int vendorErr)
    {
        this.status = status;
        this.vendorErr = vendorErr;
        return this;
    }

    public WorkCompletion opcode(final WcOpcode opcode)
    {
        this.opcode = opcode;
        return this;
    }

    public WorkCompletion byteLen(final long byteLen)
    {
        this.byteLen = byteLen;
        return this;
    }

    public WorkCompletion srcQp(final int srcQp)
    {
        this.srcQp = srcQp;
        return this;
    }

    public WorkCompletion flags(final int flags)
    {
        this.flags = flags;
        return this;
    }

    public WorkCompletion immData(final int immData)
    {
        this.immData = immData;
        return this;
    }

    public WorkCompletion invalidatedRkey(final int invalidatedRkey)
    {
        this.invalidatedRkey = invalidatedRkey;
        return this;
    }

    public WorkCompletion pkeyIndex(final int pkeyIndex)
    {
        this.pkeyIndex = pkeyIndex;
        return this;
    }

    /** Whether the sender of what was received asked for an event. Not shown, as in {@code ibv_wc}. */
    public WorkCompletion solicited(final boolean isSolicited)
    {
        this.isSolicited = isSolicited;
        return this;
    }

    WorkCompletion wrId(final long wrId)
    {
        this.wrId = wrId;
        return this;
    }

    WorkCompletion qp(final int qpn, final long generation)
    {
        this.qpn = qpn;
        this.generation = generation;
        return this;
    }

    /** Whether those are told who wait for a solicited completion. */
    boolean isSolicited()
    {
        return isSolicited || status != WcStatus.SUCCESS;
    }

    boolean isOf(final int qpn, final long generation)
    {
        return this.qpn == qpn && this.generation == generation;
    }

    void set(final WorkCompletion other)
    {
        wrId(other.wrId)
            .status(other.status, other.vendorErr)
            .opcode(other.opcode)
            .byteLen(other.byteLen)
            .qp(other.qpn, other.generation)
            .srcQp(other.srcQp)
            .flags(other.flags)
            .immData(other.immData)
            .invalidatedRkey(other.invalidatedRkey)
            .pkeyIndex(other.pkeyIndex)
            .solicited(other.isSolicited);
    }
}
