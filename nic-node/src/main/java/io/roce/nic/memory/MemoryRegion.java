package io.roce.nic.memory;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of the program that packets are read from and written to. Addresses are unsigned 64-bit numbers as work
 * requests and peers use them, and have nothing to do with where the memory lies in the process.
 *
 * <p>Bytes are copied plainly; a program sees what was written when it has polled the completion. Address, length and
 * keys may be read by any thread, all else is the lanes'.
 */
public final class MemoryRegion
{
    private static final int ATOMIC_LENGTH = Long.BYTES;

    private final UnsafeBuffer buffer;
    private final ProtectionDomain pd;
    private final int key;
    private final long addr;
    private final int access;
    private final boolean isInvalidatable;

    /** By one lane for all. */
    private volatile boolean isInvalidated;

    MemoryRegion(
        final UnsafeBuffer buffer,
        final ProtectionDomain pd,
        final int key,
        final long addr,
        final int access,
        final boolean isInvalidatable)
    {
        this.buffer = buffer;
        this.pd = pd;
        this.key = key;
        this.addr = addr;
        this.access = access;
        this.isInvalidatable = isInvalidatable;
    }

    public ProtectionDomain pd()
    {
        return pd;
    }

    /** The key for work requests of this node. */
    public int lkey()
    {
        return key;
    }

    /** The key for peers: the same number, which is of use to them only with a REMOTE access. */
    public int rkey()
    {
        return key;
    }

    /** Address of the first byte. */
    public long addr()
    {
        return addr;
    }

    /** In bytes, 1 to 2^31 - 1. */
    public int length()
    {
        return buffer.capacity();
    }

    /** Bits of {@link AccessFlag}. */
    public int access()
    {
        return access;
    }

    public boolean isInvalidatable()
    {
        return isInvalidatable;
    }

    public boolean isInvalidated()
    {
        return isInvalidated;
    }

    /** All of it but its bytes, as it is now. */
    public MrFigures figures()
    {
        return new MrFigures(key, addr, length(), access, pd.handle(), isInvalidatable, isInvalidated);
    }

    /** Whether an access may be made; arguments as of {@link MemoryRegions#check}. */
    KeyVerdict check(final ProtectionDomain pd, final long addr, final long length, final int access)
    {
        if (pd != this.pd)
        {
            return KeyVerdict.OTHER_PD;
        }
        if (isInvalidated)
        {
            return KeyVerdict.INVALIDATED;
        }

        // Unsigned, and by differences: the last byte may be the last of all addresses.
        final long room = length() - length;
        if (length < 0 || room < 0 || Long.compareUnsigned(addr - this.addr, room) > 0)
        {
            return KeyVerdict.OUT_OF_BOUNDS;
        }
        return (this.access & access) == access ? KeyVerdict.VALID : KeyVerdict.NO_PERMISSION;
    }

    KeyVerdict invalidate(final ProtectionDomain pd)
    {
        if (pd != this.pd)
        {
            return KeyVerdict.OTHER_PD;
        }
        if (isInvalidated)
        {
            return KeyVerdict.INVALIDATED;
        }
        if (!isInvalidatable)
        {
            return KeyVerdict.NO_PERMISSION;
        }
        isInvalidated = true;
        return KeyVerdict.VALID;
    }

    /**
     * Reads bytes; keys are checked before.
     *
     * @throws IndexOutOfBoundsException when the bytes are not all in the region, or not all in the array.
     */
    public void getBytes(final long addr, final byte[] into, final int offset, final int length)
    {
        buffer.getBytes(index(addr), into, offset, length);
    }

    /**
     * Writes bytes; keys are checked before.
     *
     * @throws IndexOutOfBoundsException when the bytes are not all in the region, or not all in the array.
     */
    public void putBytes(final long addr, final byte[] from, final int offset, final int length)
    {
        buffer.putBytes(index(addr), from, offset, length);
    }

    /**
     * Adds to the number of the processor's byte order at an address, whatever else the program's threads do there.
     *
     * @param addr a multiple of 8; the region must have {@link AccessFlag#REMOTE_ATOMIC}.
     * @return the number before.
     */
    public long fetchAdd(final long addr, final long add)
    {
        return buffer.getAndAddLong(atomicIndex(addr), add);
    }

    /**
     * Puts {@code swap} in place of {@code compare} and leaves any other number as it is; otherwise as
     * {@link #fetchAdd}.
     *
     * @return the number before, swapped or not.
     */
    public long compareSwap(final long addr, final long compare, final long swap)
    {
        return buffer.compareAndExchangeLong(atomicIndex(addr), compare, swap);
    }

    private int atomicIndex(final long addr)
    {
        // Only with this access is it sure that a multiple of 8 is one in the processor's memory too.
        if (addr % ATOMIC_LENGTH != 0 || (access & AccessFlag.REMOTE_ATOMIC.bit()) == 0)
        {
            throw new IllegalArgumentException("no atomic operation can be done at 0x%x".formatted(addr));
        }
        return index(addr);
    }

    private int index(final long addr)
    {
        final long index = addr - this.addr;
        if (index < 0 || index > length())
        {
            throw new IndexOutOfBoundsException("0x%x is outside 0x%x and %d bytes behind it".formatted(
                addr, this.addr, length()));
        }
        return (int)index;
    }
}
