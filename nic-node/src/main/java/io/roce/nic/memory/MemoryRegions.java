package io.roce.nic.memory;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory regions of a lane, found by key. A key is 24 bits of index and a random byte. The index goes on from
 * region to region, so that the key of one that was deregistered names nothing at once, and no other region for as long
 * as there are indexes that have not been used. Lane thread only; finding and checking allocate nothing.
 *
 * <p>The lanes of a node have the same regions: those of the first lane are registered and deregistered while all lanes
 * are held, and those of the others follow. So none is touched any more, by any lane, when it is deregistered.
 */
public final class MemoryRegions
{
    /** As many as there are indexes that are handed out. */
    public static final int MAX_REGIONS = 0xFF_FFFF;

    /** Where the addresses begin that are given to regions: none of the process's own goes out on the wire. */
    static final long FIRST_ADDR = 0x10_0000_0000L;

    private static final int PAGE_LENGTH = 4096;
    private static final int INDEX_SHIFT = 8;
    private static final int FIRST_INDEX = 1;
    private static final int LAST_INDEX = MAX_REGIONS;

    private final Int2ObjectHashMap<MemoryRegion> regions = new Int2ObjectHashMap<>();
    private final ProtectionDomains pds;
    private final int maxRegions;
    private final RandomGenerator random;

    /** Of the other lanes; none but the first lane's has them. */
    private final List<MemoryRegions> others = new ArrayList<>();
    private int nextIndex = FIRST_INDEX;
    private long nextAddr = FIRST_ADDR;

    /**
     * @param pds        the domains that regions may belong to.
     * @param maxRegions regions that may live at once, 1 to {@link #MAX_REGIONS}.
     * @param random     gives the low byte of keys.
     * @throws IllegalArgumentException when {@code maxRegions} is outside.
     */
    public MemoryRegions(final ProtectionDomains pds, final int maxRegions, final RandomGenerator random)
    {
        if (maxRegions < 1 || maxRegions > MAX_REGIONS)
        {
            throw new IllegalArgumentException("maxRegions is %d, outside 1 to %d".formatted(maxRegions, MAX_REGIONS));
        }
        this.pds = Objects.requireNonNull(pds, "pds");
        this.maxRegions = maxRegions;
        this.random = Objects.requireNonNull(random, "random");
    }

    /** The same for another lane, whose domains are {@code pds}; before there is any. */
    public MemoryRegions ofAnotherLane(final ProtectionDomains pds)
    {
        final MemoryRegions other = new MemoryRegions(pds, maxRegions, random);
        others.add(other);
        return other;
    }

    /** Registers memory; when it is refused nothing has changed. */
    public MemoryRegion regMr(final ProtectionDomain pd, final MrInit init) throws VerbsException
    {
        MrInitCheck.require(init);
        if (regions.size() == maxRegions)
        {
            throw VerbsException.limitReached("memory regions", maxRegions);
        }
        if (init.hasKey() && regions.containsKey(init.key() >>> INDEX_SHIFT))
        {
            throw new VerbsException(
                VerbsErrorCode.KEY_NOT_FREE,
                "key 0x%08x has the index of a region that is registered".formatted(init.key()))
                .with("key", Integer.toUnsignedLong(init.key()));
        }

        pds.addRegion(pd);
        final ByteBuffer memory = init.buffer();
        final MemoryRegion region = new MemoryRegion(
            new UnsafeBuffer(memory, memory.position(), memory.remaining()),
            pd,
            init.hasKey() ? init.key() : nextKey(),
            init.hasAddr() ? init.addr() : nextAddr(memory.remaining()),
            init.access(),
            init.isInvalidatable());
        regions.put(region.lkey() >>> INDEX_SHIFT, region);
        others.forEach(other -> other.regions.put(region.lkey() >>> INDEX_SHIFT, region));
        return region;
    }

    /** Ends a region: from now on its keys name nothing. Its memory stays the program's. */
    public void deregMr(final MemoryRegion region) throws VerbsException
    {
        if (find(region.lkey()) != region)
        {
            throw unknown(region.lkey());
        }
        regions.remove(region.lkey() >>> INDEX_SHIFT);
        others.forEach(other -> other.regions.remove(region.lkey() >>> INDEX_SHIFT));
        pds.removeRegion(region.pd());
    }

    /** The region with that key, lkey or rkey, or null. */
    public MemoryRegion find(final int key)
    {
        final MemoryRegion region = regions.get(key >>> INDEX_SHIFT);
        return region != null && region.lkey() == key ? region : null;
    }

    /** The same, refused when there is none. */
    public MemoryRegion get(final int key) throws VerbsException
    {
        final MemoryRegion region = find(key);
        if (region == null)
        {
            throw unknown(key);
        }
        return region;
    }

    /** The keys of all regions, in no order. */
    public void forEachKey(final IntConsumer action)
    {
        regions.values().forEach(region -> action.accept(region.lkey()));
    }

    /**
     * Whether the region of a key may be accessed.
     *
     * @param pd     of the queue pair.
     * @param addr   of the first byte, unsigned.
     * @param length in bytes; with 0 there is nothing to check, and {@link #find} may answer null.
     * @param access bits of {@link AccessFlag} that are needed, all of them; 0 to read locally.
     */
    public KeyVerdict check(
        final int key, final ProtectionDomain pd, final long addr, final long length, final int access)
    {
        if (length == 0)
        {
            return KeyVerdict.VALID;
        }

        final MemoryRegion region = find(key);
        return region == null ? KeyVerdict.UNKNOWN_KEY : region.check(pd, addr, length, access);
    }

    /**
     * A SEND with invalidate names a key: neither it nor the lkey of that region is of use from now on. The region
     * stays registered until it is deregistered.
     *
     * @param pd of the queue pair.
     * @return {@link KeyVerdict#VALID} when it is done, {@link KeyVerdict#NO_PERMISSION} when the region was not
     *     registered as one that can be invalidated.
     */
    public KeyVerdict invalidate(final int rkey, final ProtectionDomain pd)
    {
        final MemoryRegion region = find(rkey);
        return region == null ? KeyVerdict.UNKNOWN_KEY : region.invalidate(pd);
    }

    /** As many as may be at once. Any thread. */
    public int maxRegions()
    {
        return maxRegions;
    }

    /** Regions that are registered. */
    public int size()
    {
        return regions.size();
    }

    private static VerbsException unknown(final int key)
    {
        return new VerbsException(
            VerbsErrorCode.UNKNOWN_HANDLE, "no region is registered with key 0x%08x".formatted(key))
            .with("key", Integer.toUnsignedLong(key));
    }

    private int nextKey()
    {
        int index = nextIndex;
        while (regions.containsKey(index))
        {
            index = after(index);
        }
        nextIndex = after(index);
        return index << INDEX_SHIFT | random.nextInt(1 << INDEX_SHIFT);
    }

    private static int after(final int index)
    {
        return index == LAST_INDEX ? FIRST_INDEX : index + 1;
    }

    /** Pages, and one more that belongs to nobody. */
    private long nextAddr(final int length)
    {
        final long addr = nextAddr;
        nextAddr += (((long)length + PAGE_LENGTH - 1) / PAGE_LENGTH + 1) * PAGE_LENGTH;
        return addr;
    }
}
