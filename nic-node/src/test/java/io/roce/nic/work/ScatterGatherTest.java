package io.roce.nic.work;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.memory.ProtectionDomains;
import io.roce.wire.opcode.TransportType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class ScatterGatherTest
{
    private static final int SIZE = 64;

    private final ProtectionDomains pds = new ProtectionDomains(2);
    private final MemoryRegions regions = new MemoryRegions(pds, 8, new SplittableRandom(1));
    private final ScatterGather scatterGather = new ScatterGather(regions);
    private final CompletionQueue cq = new CompletionQueue(1, () -> { });
    private final QpCap cap = new QpCap(4, 4, 8, 8, 32);
    private final SendQueue sends = new SendQueue(TransportType.RC, cap, false, cq, 2, 1);
    private final RecvQueue receives = new RecvQueue(cap, cq, 2, 1);
    private final ProtectionDomain pd = pds.allocPd();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());
    private final MemoryRegion writable = regions.regMr(pd, new MrInit(memory, AccessFlag.LOCAL_WRITE.bit()));
    private final MemoryRegion readable = regions.regMr(pd, new MrInit(memory, 0).addr(0x5000));
    private final byte[] packet = new byte[SIZE];

    ScatterGatherTest() throws VerbsException
    {
        for (int i = 0; i < SIZE; i++)
        {
            memory.put(i, (byte)i);
        }
    }

    /** Any part of a message over any entries, against the message as one array. */
    @Test
    void shouldCopyWhatTheEntriesNameOneBehindTheOther() throws VerbsException
    {
        final SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 3_000; round++)
        {
            final SendWr wr = new SendWr().opcode(WrOpcode.SEND);
            final int[] places = new int[8 * SIZE];
            int total = 0;
            for (int i = random.nextInt(9); i > 0; i--)
            {
                final int start = random.nextInt(SIZE);
                final int length = random.nextInt(3) == 0 ? 0 : random.nextInt(SIZE - start + 1);
                wr.sge(writable.addr() + start, length, writable.lkey());
                for (int j = 0; j < length; j++)
                {
                    places[total++] = start + j;
                }
            }
            sends.post(wr);
            final SendWqe wqe = sends.get(sends.head());
            final int from = random.nextInt(total + 1);
            final int length = random.nextInt(Math.min(SIZE, total - from) + 1);
            final int offset = random.nextInt(SIZE - length + 1);

            final byte[] expected = new byte[SIZE];
            Arrays.fill(packet, (byte)-1);
            Arrays.fill(expected, (byte)-1);
            for (int i = 0; i < length; i++)
            {
                expected[offset + i] = memory.get(places[from + i]);
            }
            assertEquals(KeyVerdict.VALID, scatterGather.gather(wqe, pd, from, packet, offset, length));
            assertArrayEquals(expected, packet);

            random.nextBytes(packet);
            final byte[] written = bytes();
            for (int i = 0; i < length; i++)
            {
                written[places[from + i]] = packet[offset + i];
            }
            assertEquals(
                KeyVerdict.VALID, scatterGather.scatter(wqe.wr().sges(), pd, from, packet, offset, length));
            assertArrayEquals(written, bytes());
            sends.discard();
        }
    }

    @Test
    void shouldTouchNothingOutsideTheMessageOrTheArray() throws VerbsException
    {
        sends.post(new SendWr().opcode(WrOpcode.SEND).sge(writable.addr(), 8, writable.lkey()));
        final SendWqe wqe = sends.get(0);
        final byte[] before = bytes();
        final long[][] wrong = {{0, 0, 9}, {8, 0, 1}, {-1, 0, 1}, {Long.MAX_VALUE, 0, 1}, {0, 60, 5}, {0, -1, 1},
            {0, 0, -1}};
        for (final long[] part : wrong)
        {
            assertThrows(IndexOutOfBoundsException.class, () ->
                scatterGather.gather(wqe, pd, part[0], packet, (int)part[1], (int)part[2]));
            assertThrows(IndexOutOfBoundsException.class, () ->
                scatterGather.scatter(wqe.wr().sges(), pd, part[0], packet, (int)part[1], (int)part[2]));
        }
        assertEquals(KeyVerdict.VALID, scatterGather.gather(wqe, pd, 8, packet, 64, 0));
        assertArrayEquals(new byte[SIZE], packet);
        assertArrayEquals(before, bytes());
    }

    @Test
    void shouldCheckEveryEntryOfARequest() throws VerbsException
    {
        final long addr = writable.addr();
        final int lkey = writable.lkey();
        assertEquals(KeyVerdict.VALID, check(new SendWr().sge(addr, 64, lkey).sge(0x5000, 64, readable.lkey())));
        assertEquals(KeyVerdict.OUT_OF_BOUNDS, check(new SendWr().sge(addr, 1, lkey).sge(addr, 65, lkey)));
        assertEquals(KeyVerdict.UNKNOWN_KEY, check(new SendWr().sge(addr, 1, lkey).sge(addr, 1, lkey ^ 1)));
        assertEquals(KeyVerdict.VALID, check(new SendWr().sge(addr, 0, lkey ^ 1).sge(-1, 0, 0)), "no bytes");
        assertEquals(KeyVerdict.VALID, check(new SendWr()));

        sends.discard();
        sends.post(new SendWr().opcode(WrOpcode.SEND).sge(addr, 1, lkey));
        final SendWqe wqe = sends.get(sends.head());
        assertEquals(KeyVerdict.OTHER_PD, scatterGather.check(wqe, pds.allocPd()));
    }

    @Test
    void shouldWantLocalWriteForWhatIsWritten() throws VerbsException
    {
        for (final WrOpcode opcode : WrOpcode.values())
        {
            final boolean isWritten = opcode == WrOpcode.RDMA_READ || opcode == WrOpcode.ATOMIC_CMP_AND_SWP ||
                opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
            sends.post(new SendWr().opcode(opcode).sge(0x5000, 8, readable.lkey()));
            assertEquals(
                isWritten ? KeyVerdict.NO_PERMISSION : KeyVerdict.VALID,
                scatterGather.check(sends.get(sends.head()), pd),
                opcode.name());
            sends.discard();
        }

        receives.post(new RecvWr().sge(writable.addr(), 8, writable.lkey()));
        assertEquals(KeyVerdict.VALID, scatterGather.check(receives.oldest(), pd));
        receives.discard();
        receives.post(new RecvWr().sge(0x5000, 8, readable.lkey()));
        assertEquals(KeyVerdict.NO_PERMISSION, scatterGather.check(receives.oldest(), pd));

        final byte[] before = bytes();
        Arrays.fill(packet, (byte)-1);
        assertEquals(
            KeyVerdict.NO_PERMISSION,
            scatterGather.scatter(receives.oldest().wr().sges(), pd, 0, packet, 0, 8));
        assertArrayEquals(before, bytes());
    }

    @Test
    void shouldLeaveARegionAloneThatEndedMeanwhile() throws VerbsException
    {
        receives.post(new RecvWr().sge(writable.addr(), 8, writable.lkey()));
        final SgeList sges = receives.oldest().wr().sges();
        packet[0] = 99;
        assertEquals(KeyVerdict.VALID, scatterGather.scatter(sges, pd, 0, packet, 0, 1));
        regions.deregMr(writable);
        assertEquals(KeyVerdict.UNKNOWN_KEY, scatterGather.scatter(sges, pd, 1, packet, 0, 1));
        assertEquals(99, memory.get(0));
        assertEquals(1, memory.get(1));
    }

    @Test
    void shouldGatherInlineDataWithoutAnyRegion() throws VerbsException
    {
        final byte[] data = new byte[32];
        new SplittableRandom(5).nextBytes(data);
        sends.post(new SendWr().opcode(WrOpcode.SEND).inline(new UnsafeBuffer(data), 2, 20));
        final SendWqe wqe = sends.get(0);
        assertEquals(KeyVerdict.VALID, scatterGather.check(wqe, pd));
        assertEquals(KeyVerdict.VALID, scatterGather.gather(wqe, pd, 16, packet, 3, 4));
        assertArrayEquals(Arrays.copyOfRange(data, 18, 22), Arrays.copyOfRange(packet, 3, 7));
        assertThrows(IndexOutOfBoundsException.class, () -> scatterGather.gather(wqe, pd, 17, packet, 0, 4));
    }

    @Test
    void shouldWriteTheAnswerOfAnAtomicInTheProcessorsByteOrder() throws VerbsException
    {
        sends.post(new SendWr()
            .opcode(WrOpcode.ATOMIC_FETCH_AND_ADD)
            .sge(writable.addr() + 8, 8, writable.lkey()));
        assertEquals(
            KeyVerdict.VALID, scatterGather.scatterLong(sends.get(0).wr().sges(), pd, 0x0102_0304_0506_0708L));
        assertEquals(0x0102_0304_0506_0708L, memory.getLong(8));
    }

    private KeyVerdict check(final SendWr wr) throws VerbsException
    {
        sends.discard();
        sends.post(wr.opcode(WrOpcode.SEND));
        return scatterGather.check(sends.get(sends.head()), pd);
    }

    private byte[] bytes()
    {
        final byte[] bytes = new byte[SIZE];
        memory.get(0, bytes);
        return bytes;
    }
}
