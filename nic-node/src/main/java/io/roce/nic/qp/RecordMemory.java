package io.roce.nic.qp;

import java.nio.ByteBuffer;

/** Where the memory of records comes from. */
@FunctionalInterface
interface RecordMemory
{
    /** Zeroed direct memory of so many bytes; throws {@link OutOfMemoryError} when there is none after all. */
    ByteBuffer allocate(int length);

    /** Bytes that can still be had; {@link #allocate} is asked for no more. */
    default long left()
    {
        return Long.MAX_VALUE;
    }
}
