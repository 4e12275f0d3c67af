package io.roce.nic.work;

import io.roce.wire.opcode.TransportType;

import java.util.SplittableRandom;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A program's thread posts and polls while the lane sends and completes. */
@Timeout(60)
class WorkQueuesThreadsTest
{
    private static final int COUNT = 200_000;

    /** Every field of a request follows from its id, so that a torn or early one is seen. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 16, 100})
    void shouldPassRequestsAndCompletionsWhole(final int capacity) throws Exception
    {
        final CompletionQueue cq = new CompletionQueue(capacity, () -> { });
        final SendQueue queue = new SendQueue(
            TransportType.RC, new QpCap(capacity, 0, 3, 0, 8), false, cq, 0x11, 5);
        final SplittableRandom random = new SplittableRandom(capacity);
        new TwoThreads().run(
            () -> sendSome(queue, random), new PostingProgram(queue, cq, capacity));
        assertTrue(queue.isEmpty());
        assertFalse(cq.isOverflowed());
    }

    private static boolean sendSome(final SendQueue queue, final SplittableRandom random)
    {
        while (queue.next() < queue.tail())
        {
            final SendWqe wqe = queue.get(queue.next());
            checkRequest(wqe, queue.next());
            assertFalse(wqe.isStarted());
            wqe.start((int)queue.next(), (int)queue.next());
            queue.next(queue.next() + 1);
        }

        if (random.nextInt(4) == 0 && !queue.isEmpty())
        {
            // As when packets have to be sent again.
            final long back = queue.head() + random.nextInt((int)(queue.next() - queue.head()) + 1);
            for (long index = back; index < queue.next(); index++)
            {
                checkRequest(queue.get(index), index);
                assertEquals((int)index, queue.get(index).firstPsn());
            }
        }

        final int completing = random.nextInt((int)(queue.next() - queue.head()) + 1);
        for (int i = 0; i < completing; i++)
        {
            assertTrue(queue.complete(WcStatus.SUCCESS, 0));
        }
        if (completing == 0)
        {
            Thread.yield();
        }
        return queue.head() < COUNT;
    }

    private static void checkRequest(final SendWqe wqe, final long id)
    {
        final SendWr wr = wqe.wr();
        assertEquals(id, wr.wrId());
        assertEquals(~id, wr.remoteAddr());
        assertEquals((int)id * 3, wr.rkey());
        assertEquals(id % 3 == 0, wqe.isSignaled());
        if (wqe.isInline())
        {
            assertEquals(id, new UnsafeBuffer(wqe.inlineData()).getLong(0));
            return;
        }
        assertEquals(id % 4, wr.sges().count());
        for (int i = 0; i < wr.sges().count(); i++)
        {
            assertEquals(id + i, wr.sges().addr(i));
            assertEquals(id * i, wr.sges().length(i));
            assertEquals((int)id - i, wr.sges().lkey(i));
        }
    }

    /** Posts as much as there is room for completions, and sees that every third completes, in order. */
    private static final class PostingProgram implements TwoThreads.Side
    {
        private final SendQueue queue;
        private final CompletionQueue cq;
        private final int capacity;
        private final SendWr wr = new SendWr();
        private final WorkCompletion polled = new WorkCompletion();
        private final UnsafeBuffer inline = new UnsafeBuffer(new byte[8]);
        private long posted;
        private long signaled;
        private long completed;

        PostingProgram(final SendQueue queue, final CompletionQueue cq, final int capacity)
        {
            this.queue = queue;
            this.cq = cq;
            this.capacity = capacity;
        }

        @Override
        public boolean step() throws Exception
        {
            final boolean isPosted = posted < COUNT && signaled - completed < capacity && post();
            boolean isPolled = false;
            while (cq.poll(polled))
            {
                isPolled = true;
                assertEquals(completed * 3, polled.wrId());
                assertEquals(WcOpcode.RDMA_WRITE, polled.opcode());
                assertEquals(0x11, polled.qpn());
                completed++;
            }
            if (!isPosted && !isPolled)
            {
                Thread.yield();
            }
            return posted < COUNT || completed < signaled;
        }

        private boolean post() throws Exception
        {
            final boolean isSignaled = posted % 3 == 0;
            wr.clear().wrId(posted).opcode(WrOpcode.RDMA_WRITE).remote(~posted, (int)posted * 3);
            if (isSignaled)
            {
                wr.flag(SendFlag.SIGNALED);
            }
            if (posted % 5 == 0)
            {
                inline.putLong(0, posted);
                wr.inline(inline, 0, 8);
            }
            for (int i = 0; posted % 5 != 0 && i < posted % 4; i++)
            {
                wr.sge(posted + i, posted * i, (int)posted - i);
            }

            final boolean isPosted = queue.post(wr);
            if (isPosted)
            {
                posted++;
                signaled += isSignaled ? 1 : 0;
            }
            return isPosted;
        }
    }

    @Test
    void shouldPassReceivesWhole() throws Exception
    {
        final int capacity = 7;
        final CompletionQueue cq = new CompletionQueue(capacity, () -> { });
        final RecvQueue queue = new RecvQueue(new QpCap(0, capacity, 0, 2, 0), cq, 0x11, 5);
        final WorkCompletion completing = new WorkCompletion();
        final RecvWr wr = new RecvWr();
        final WorkCompletion polled = new WorkCompletion();
        final long[] done = new long[3];

        new TwoThreads().run(
            () ->
            {
                final RecvWqe wqe = queue.oldest();
                if (wqe == null)
                {
                    Thread.yield();
                    return true;
                }
                assertEquals(done[0], wqe.wr().wrId());
                assertEquals(done[0] * 2, wqe.length());
                assertEquals(-done[0], wqe.wr().sges().addr(1));
                assertTrue(queue.complete(completing.clear().opcode(WcOpcode.RECV).byteLen(done[0] + 7)));
                return ++done[0] < COUNT;
            },
            () ->
            {
                if (done[1] < COUNT && done[1] - done[2] < capacity &&
                    queue.post(wr.clear().wrId(done[1]).sge(0, done[1], 1).sge(-done[1], done[1], 2)))
                {
                    done[1]++;
                }
                else if (!cq.poll(polled))
                {
                    Thread.yield();
                }
                else
                {
                    assertEquals(done[2], polled.wrId());
                    assertEquals(done[2] + 7, polled.byteLen());
                    done[2]++;
                }
                return done[2] < COUNT;
            });
        assertFalse(cq.isOverflowed());
    }
}
