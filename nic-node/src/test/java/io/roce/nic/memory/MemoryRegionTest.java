package io.roce.nic.memory;

import io.roce.nic.error.VerbsException;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class MemoryRegionTest
{
    private static final int ACCESS = AccessFlag.LOCAL_WRITE.bit() | AccessFlag.REMOTE_ATOMIC.bit();
    private static final long ADDR = -64;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
    private final MemoryRegion region = region(memory, ACCESS, ADDR);

    @Test
    void shouldCopyToAndFromTheProgramsMemory()
    {
        region.putBytes(ADDR + 60, new byte[]{9, 1, 2, 3, 4, 9}, 1, 4);
        assertArrayEquals(new byte[]{0, 1, 2, 3, 4}, bytes(59, 5));

        memory.put(0, (byte)7);
        final byte[] into = new byte[3];
        region.getBytes(ADDR, into, 1, 2);
        assertArrayEquals(new byte[]{0, 7, 0}, into);
    }

    @Test
    void shouldBeginWhereTheBufferIsPositioned()
    {
        memory.position(8).limit(12);
        final MemoryRegion part = region(memory, 0, 0x1000);
        assertEquals(4, part.length());
        memory.put(8, (byte)5).put(11, (byte)6);
        final byte[] into = new byte[4];
        part.getBytes(0x1000, into, 0, 4);
        assertArrayEquals(new byte[]{5, 0, 0, 6}, into);
        assertEquals(8, memory.position(), "the program's buffer is as it was");
    }

    @Test
    void shouldTouchNothingOutside()
    {
        final byte[] array = new byte[128];
        for (final long addr : new long[]{ADDR - 1, ADDR + 57, 0, 1, ADDR + (1L << 32), Long.MIN_VALUE, Long.MAX_VALUE})
        {
            assertThrows(IndexOutOfBoundsException.class, () -> region.putBytes(addr, array, 0, 8), "at " + addr);
            assertThrows(IndexOutOfBoundsException.class, () -> region.getBytes(addr, array, 0, 8), "at " + addr);
        }
        assertThrows(IndexOutOfBoundsException.class, () -> region.getBytes(ADDR, array, 0, 65));
        assertThrows(IndexOutOfBoundsException.class, () -> region.getBytes(ADDR, array, 125, 4));
        assertThrows(IndexOutOfBoundsException.class, () -> region.fetchAdd(0, 1));
    }

    @Test
    void shouldAddAndSwapNumbersOfTheProcessorsByteOrder()
    {
        memory.putLong(56, 0x0102_0304_0506_0708L);
        assertEquals(0x0102_0304_0506_0708L, region.fetchAdd(ADDR + 56, 0xF8));
        assertEquals(0x0102_0304_0506_0800L, memory.getLong(56));

        assertEquals(0x0102_0304_0506_0800L, region.compareSwap(ADDR + 56, 1, 2));
        assertEquals(0x0102_0304_0506_0800L, memory.getLong(56));
        assertEquals(0x0102_0304_0506_0800L, region.compareSwap(ADDR + 56, 0x0102_0304_0506_0800L, -1));
        assertEquals(-1, memory.getLong(56));
        assertEquals(-1, region.fetchAdd(ADDR + 56, 2));
        assertEquals(1, memory.getLong(56), "wraps");
        assertEquals(0, memory.getLong(48));
    }

    @Test
    void shouldDoAtomicsOnlyAtMultiplesOf8OfRegionsForThem()
    {
        assertThrows(IllegalArgumentException.class, () -> region.fetchAdd(ADDR + 4, 1));
        assertThrows(IllegalArgumentException.class, () -> region.compareSwap(ADDR + 1, 0, 1));
        final MemoryRegion other = region(memory, AccessFlag.LOCAL_WRITE.bit(), 0x1000);
        assertThrows(IllegalArgumentException.class, () -> other.fetchAdd(0x1000, 1));
        assertEquals(0, memory.getLong(0));
    }

    /** A program's thread adds to the same number: no addition is lost. */
    @Test
    void shouldBeAtomicAgainstTheProgramsThreads() throws InterruptedException
    {
        final int count = 200_000;
        final VarHandle longs = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
        final Thread program = new Thread(() ->
        {
            for (int i = 0; i < count; i++)
            {
                longs.getAndAdd(memory, 8, 1L);
            }
        });
        program.start();
        for (int i = 0; i < count; i++)
        {
            if (i % 2 == 0)
            {
                region.fetchAdd(ADDR + 8, 1);
            }
            else
            {
                long seen = memory.getLong(8);
                for (long found; (found = region.compareSwap(ADDR + 8, seen, seen + 1)) != seen;)
                {
                    seen = found;
                }
            }
        }
        program.join();
        assertEquals(2L * count, memory.getLong(8));
    }

    private static MemoryRegion region(final ByteBuffer memory, final int access, final long addr)
    {
        try
        {
            final ProtectionDomains pds = new ProtectionDomains(1);
            return new MemoryRegions(pds, 1, new SplittableRandom(1))
                .regMr(pds.allocPd(), new MrInit(memory, access).addr(addr));
        }
        catch (final VerbsException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private byte[] bytes(final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        memory.get(offset, bytes);
        return bytes;
    }
}
