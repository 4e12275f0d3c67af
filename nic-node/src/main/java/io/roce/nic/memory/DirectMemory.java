package io.roce.nic.memory;

import java.nio.ByteBuffer;

/** Where memory off the heap comes from: that of the table's records, and of regions that the node itself makes. */
@FunctionalInterface
public interface DirectMemory
{
    /** Zeroed direct memory of so many bytes; throws {@link OutOfMemoryError} when there is none after all. */
    ByteBuffer allocate(int length);

    /** Bytes that can still be had; {@link #allocate} is asked for no more. */
    default long left()
    {
        return Long.MAX_VALUE;
    }
}
