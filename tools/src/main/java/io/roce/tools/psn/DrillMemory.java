package io.roce.tools.psn;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;

import java.nio.ByteBuffer;

/** The memory of the program whose queue pair was reissued, and the keys that an old peer may have of it. */
final class DrillMemory
{
    private static final int LENGTH = 64;

    /** Zeros, and so it is to stay. */
    private final ByteBuffer shared = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer zeros = ByteBuffer.allocate(LENGTH);
    private final ByteBuffer received = ByteBuffer.allocateDirect(LENGTH);
    private final MemoryRegion sharedRegion;
    private final MemoryRegion receivedRegion;
    private final int deregisteredKey;
    private final int keyOfReusedIndex;

    DrillMemory(final MemoryRegions regions, final ProtectionDomain pd) throws VerbsException
    {
        deregisteredKey = deregistered(regions, pd);
        keyOfReusedIndex = deregistered(regions, pd);
        regions.regMr(pd, new MrInit(shared, AccessFlag.ALL).key(keyOfReusedIndex ^ 1));
        sharedRegion = regions.regMr(pd, new MrInit(shared, AccessFlag.ALL));
        receivedRegion = regions.regMr(pd, new MrInit(received, AccessFlag.LOCAL_WRITE.bit()));
    }

    private int deregistered(final MemoryRegions regions, final ProtectionDomain pd) throws VerbsException
    {
        final MemoryRegion region = regions.regMr(pd, new MrInit(shared, AccessFlag.ALL));
        regions.deregMr(region);
        return region.rkey();
    }

    /** Of what peers may read and write. */
    long addr()
    {
        return sharedRegion.addr();
    }

    int validKey()
    {
        return sharedRegion.rkey();
    }

    int deregisteredKey()
    {
        return deregisteredKey;
    }

    int keyOfReusedIndex()
    {
        return keyOfReusedIndex;
    }

    /** Where receives go. */
    MemoryRegion receivedRegion()
    {
        return receivedRegion;
    }

    /** Whether that was received; then nothing is any more. */
    boolean takeReceived(final byte[] data)
    {
        final boolean isReceived = received.slice(0, data.length).equals(ByteBuffer.wrap(data));
        clear(received);
        return isReceived;
    }

    /** Whether peers have written; then it is undone. */
    boolean takeWritten()
    {
        final boolean isWritten = !shared.equals(zeros);
        if (isWritten)
        {
            clear(shared);
        }
        return isWritten;
    }

    private void clear(final ByteBuffer memory)
    {
        memory.duplicate().put(zeros.duplicate());
    }
}
