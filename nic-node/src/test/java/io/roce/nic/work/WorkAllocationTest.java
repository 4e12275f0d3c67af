package io.roce.nic.work;

import com.sun.management.ThreadMXBean;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.memory.ProtectionDomains;
import io.roce.wire.opcode.TransportType;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class WorkAllocationTest
{
    private static final int ROUNDS = 50_000;

    private final ProtectionDomains pds = new ProtectionDomains(1);
    private final ProtectionDomain pd = pds.allocPd();
    private final MemoryRegions regions = new MemoryRegions(pds, 1, new SplittableRandom(1));
    private final MemoryRegion region = regions.regMr(
        pd, new MrInit(ByteBuffer.allocateDirect(4096), AccessFlag.ALL));
    private final CompletionQueue cq = new CompletionQueue(4, () -> { });
    private final QpCap cap = new QpCap(4, 4, 4, 4, 64);
    private final SendQueue sends = new SendQueue(TransportType.RC, cap, true, cq, 2, 1);
    private final RecvQueue receives = new RecvQueue(cap, cq, 2, 1);
    private final ScatterGather scatterGather = new ScatterGather(regions);
    private final SendWr send = new SendWr();
    private final RecvWr receive = new RecvWr();
    private final UnsafeBuffer inline = new UnsafeBuffer(new byte[64]);
    private final WorkCompletion completion = new WorkCompletion();
    private final byte[] packet = new byte[2048];

    WorkAllocationTest() throws Exception
    {
    }

    @Test
    void shouldAllocateNothingAfterCreation() throws Exception
    {
        run();      // compiles, and loads what is loaded on first use
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        run();
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        // The measuring itself may take a few objects; one for each round would be a megabyte.
        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS + " rounds");
        assertEquals(0, cq.lost());
    }

    private void run() throws Exception
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            receives.post(receive.clear().wrId(i).sge(region.addr(), 2048, region.lkey()));
            sends.post(send.clear().wrId(i).opcode(WrOpcode.SEND)
                .sge(region.addr(), 1000, region.lkey()).sge(region.addr() + 1000, 1000, region.lkey()));
            sends.post(send.clear().wrId(i).opcode(WrOpcode.SEND).inline(inline, 0, 64));

            final SendWqe wqe = sends.get(sends.head());
            assertEquals(KeyVerdict.VALID, scatterGather.check(wqe, pd));
            scatterGather.gather(wqe, pd, 500, packet, 0, 1000);
            scatterGather.gather(sends.get(sends.head() + 1), pd, 0, packet, 0, 64);
            scatterGather.scatter(receives.oldest().wr().sges(), pd, 40, packet, 0, 1000);
            region.fetchAdd(region.addr() + 8, 1);

            sends.complete(WcStatus.SUCCESS, 0);
            receives.complete(completion.clear().opcode(WcOpcode.RECV).byteLen(1000));
            sends.flush();
            cq.poll(completion);
            cq.removeOf(2, 1);
        }
    }
}
