package io.roce.nic.qp;

/** What may be done with the memory behind a queue pair; bit values as in libibverbs. */
public enum QpAccessFlag
{
    LOCAL_WRITE(1),
    REMOTE_WRITE(1 << 1),
    REMOTE_READ(1 << 2),
    REMOTE_ATOMIC(1 << 3);

    /** Every flag. */
    public static final int ALL = 0xF;

    private final int bit;

    QpAccessFlag(final int bit)
    {
        this.bit = bit;
    }

    public int bit()
    {
        return bit;
    }
}
