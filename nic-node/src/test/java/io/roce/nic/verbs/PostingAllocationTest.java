package io.roce.nic.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.roce.nic.junit.QpEnd;
import io.roce.nic.junit.QpPair;
import io.roce.nic.junit.RoceExtension;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.lang.management.ManagementFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
class PostingAllocationTest
{
    private static final int ROUNDS = 4_000;

    @RegisterExtension
    final RoceExtension roce = RoceExtension.onSockets();

    private final SendWr send = new SendWr().opcode(WrOpcode.SEND);
    private final RecvWr receive = new RecvWr();
    private final WorkCompletion completion = new WorkCompletion();

    /** The doorbell included: the lane is told each time. */
    @Test
    void shouldAllocateNothingOnTheProgramsThread() throws Exception
    {
        final QpPair pair = roce.connect(QpType.RC);
        run(pair);      // compiles, and loads what is loaded on first use
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        run(pair);
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        // The measuring itself may take a few objects; one for each round would be hundreds of thousands.
        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS + " rounds");
    }

    private void run(final QpPair pair) throws Exception
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            assertTrue(pair.right().qp().postRecv(receive.wrId(i)));
            assertTrue(pair.left().qp().postSend(send.wrId(i)));
            take(pair.left(), i);
            take(pair.right(), i);
        }
    }

    private void take(final QpEnd end, final long wrId) throws InterruptedException
    {
        while (!end.cq().poll(completion))
        {
            if (Thread.interrupted())
            {
                throw new InterruptedException("no completion of " + wrId);
            }
            Thread.yield();
        }
        assertEquals(WcStatus.SUCCESS, completion.status());
        assertEquals(wrId, completion.wrId());
    }
}
