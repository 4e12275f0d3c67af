package io.roce.tools.perf;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.tools.adapter.Adapter;

import java.nio.ByteBuffer;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory of an end, which the peer may write, read and count in.
 *
 * @param buffer the same bytes for the program.
 */
record PerfMemory(ProtectionDomain pd, MemoryRegion region, UnsafeBuffer buffer)
{
    /** As much as the plan needs, all zero. */
    static PerfMemory register(final Adapter adapter, final PerfPlan plan)
    {
        final ByteBuffer memory = ByteBuffer.allocateDirect((int)MessageLayout.regionBytes(plan));
        final ProtectionDomain pd = adapter.allocPd();
        return new PerfMemory(pd, adapter.regMr(pd, memory, AccessFlag.ALL), new UnsafeBuffer(memory));
    }
}
