package io.roce.nic.memory;

/** What may be done with a memory region, and by the peer of a queue pair; bit values as in libibverbs. */
public enum AccessFlag
{
    LOCAL_WRITE(1),
    REMOTE_WRITE(1 << 1),
    REMOTE_READ(1 << 2),
    REMOTE_ATOMIC(1 << 3);

    /** Every flag. */
    public static final int ALL = 0xF;

    private final int bit;

    AccessFlag(final int bit)
    {
        this.bit = bit;
    }

    public int bit()
    {
        return bit;
    }
}
