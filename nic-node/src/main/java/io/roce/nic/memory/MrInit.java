package io.roce.nic.memory;

import java.nio.ByteBuffer;
import java.util.Objects;

/** What a memory region is registered with: the memory, what may be done with it, and how peers name it. */
public final class MrInit
{
    private final ByteBuffer buffer;
    private final int access;
    private boolean hasAddr;
    private long addr;
    private boolean hasKey;
    private int key;
    private boolean isInvalidatable;

    /**
     * @param buffer direct; the region is what lies between its position and its limit. The region keeps it alive, and
     *               never frees it.
     * @param access bits of {@link AccessFlag}; local reads are always allowed.
     */
    public MrInit(final ByteBuffer buffer, final int access)
    {
        this.buffer = Objects.requireNonNull(buffer, "buffer");
        this.access = access;
    }

    /** The address, unsigned, of the first byte; unless it is set, one that no other region had is given. */
    public MrInit addr(final long addr)
    {
        this.addr = addr;
        hasAddr = true;
        return this;
    }

    /** The key, for packets that were made elsewhere; unless it is set, one that cannot be foretold is given. */
    public MrInit key(final int key)
    {
        this.key = key;
        hasKey = true;
        return this;
    }

    /** A SEND with invalidate may end the key's use. */
    public MrInit invalidatable()
    {
        isInvalidatable = true;
        return this;
    }

    ByteBuffer buffer()
    {
        return buffer;
    }

    int access()
    {
        return access;
    }

    boolean hasAddr()
    {
        return hasAddr;
    }

    long addr()
    {
        return addr;
    }

    boolean hasKey()
    {
        return hasKey;
    }

    int key()
    {
        return key;
    }

    boolean isInvalidatable()
    {
        return isInvalidatable;
    }
}
